/** One picture in the widths in which pages show it; the first is the whole one (decision E-41). */
export const pictureWidths = [1200, 800, 480, 160] as const
export type NarrowerWidth = Exclude<(typeof pictureWidths)[number], 1200>

/** The names under which a picture's widths are kept: the whole one first, which stands for them all. */
export const namesOfPicture = (name: string): string[] =>
  pictureWidths.map((width, index) => (index === 0 ? name : narrowerPicture(name, width)))

/** The name of a picture's narrower self: 'kite.webp' becomes 'kite-480.webp'. */
export const narrowerPicture = (name: string, width: number): string =>
  name.replace(/\.webp$/, `-${width}.webp`)
