/**
 * Invisible characters that get copied from contacts and web pages. Joiners of emoji and Persian are among them, so
 * notes and messages keep those (tidyNote).
 */
const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0]/gu

/**
 * Normalises a name, a line, an address or a code for storage: NFC, without invisible characters and
 * surrounding spaces.
 */
export const tidyLine = (text: string): string => text.replace(invisible, '').normalize('NFC').trim()

/** Normalises an email address for storage: addresses are compared without regard to case. */
export const tidyEmail = (text: string): string => tidyLine(text).toLowerCase()

/** Normalises a note or message of several lines. Without a visible character it is empty. */
export const tidyNote = (text: string): string => (tidyLine(text) === '' ? '' : text.trim())

/** Normalises a phone number for storage: any dash becomes a hyphen, and any run of spaces one space. */
export const tidyPhone = (text: string): string =>
  tidyLine(text)
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/\s+/g, ' ')

/** Normalises a British postcode: `BS1 4AC`. Anything else stays as typed. */
export function tidyPostcode(text: string): string {
  const line = tidyLine(text)
  const [, outward, inward] =
    /^(GIR|[A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/.exec(line.replace(/[\s-]/g, '').toUpperCase()) ?? []
  return outward ? `${outward} ${inward}` : line
}
