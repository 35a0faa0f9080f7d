/** A demo picture's place under the image base; the files are drawn by demo/draw-pictures.ts. */
export function picturePath(name: string): string {
  return `pictures/${name}.webp`
}
