import { type NarrowerWidth, narrowerPicture } from '#domain/picture-widths.ts'

/** Whether our server made the picture, so that it has narrower widths. The site may be pointed at another server. */
const isKeptInWidths = (address: string) => /\/(?:uploads|pictures)\/[\w-]+\.webp$/.test(address)

/** Returns the address of a narrower width of a picture, or its own address if there is none. */
export const narrower = (address: string, width: NarrowerWidth): string =>
  isKeptInWidths(address) ? narrowerPicture(address, width) : address

/** Returns a `srcset` of narrower widths and the whole picture, whose width is given; use it with `sizes`. */
export const srcSetOf = (address: string, widths: NarrowerWidth[], whole: number): string | undefined =>
  isKeptInWidths(address)
    ? [...widths.map(width => `${narrower(address, width)} ${width}w`), `${address} ${whole}w`].join(', ')
    : undefined

/** Returns a picture of ours as a data URL; undefined for large or foreign ones. */
export type InlinePicture = (address: string) => Promise<string | undefined>
