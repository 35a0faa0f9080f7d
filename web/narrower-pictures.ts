import { type NarrowerWidth, narrowerPicture } from '#domain/picture-widths.ts'

/** Pictures that our own server made are kept in narrower widths too; the site may be pointed at another. */
const isKeptInWidths = (address: string) => /\/(?:uploads|pictures)\/[\w-]+\.webp$/.test(address)

/** The address of a picture in a narrower width, or its own where there is none. */
export const narrower = (address: string, width: NarrowerWidth): string =>
  isKeptInWidths(address) ? narrowerPicture(address, width) : address

/** A `srcset` of narrower widths and the whole picture, whose width is given; to be used with `sizes`. */
export const srcSetOf = (address: string, widths: NarrowerWidth[], whole: number): string | undefined =>
  isKeptInWidths(address)
    ? [...widths.map(width => `${narrower(address, width)} ${width}w`), `${address} ${whole}w`].join(', ')
    : undefined

/** A picture of ours as an address that brings its bytes along; undefined for those that are large or elsewhere. */
export type InlinePicture = (address: string) => Promise<string | undefined>
