/** A demo picture's place under the image base; the files are drawn by scripts/draw-demo-pictures.ts. */
export function picturePath(name: string): string {
  return `pictures/${name}.webp`
}
