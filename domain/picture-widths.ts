/** The widths in which pages show a picture; the first is the original (decision E-41). */
export const pictureWidths = [1200, 800, 480, 160] as const
export type NarrowerWidth = Exclude<(typeof pictureWidths)[number], 1200>

/** Lists the file names of a picture's widths, the original first. */
export const namesOfPicture = (name: string): string[] =>
  pictureWidths.map((width, index) => (index === 0 ? name : narrowerPicture(name, width)))

/** Returns the file name of a narrower width: 'kite.webp' becomes 'kite-480.webp'. */
export const narrowerPicture = (name: string, width: number): string =>
  name.replace(/\.webp$/, `-${width}.webp`)
