/**
 * Characters that nobody sees and that come along when text is copied from contacts and web pages. Joiners of emoji and
 * of Persian are among them, so notes and messages keep theirs (tidyNote).
 */
const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0]/gu

/** A name, a line, an address or a code as it is stored: NFC, nothing invisible, no blanks around it. */
export const tidyLine = (text: string): string => text.replace(invisible, '').normalize('NFC').trim()

/** A note or a message of several lines; one without a visible character is empty. */
export const tidyNote = (text: string): string => (tidyLine(text) === '' ? '' : text.trim())

/** A telephone number as it is stored: any dash is a hyphen, and any run of blanks is one. */
export const tidyPhone = (text: string): string =>
  tidyLine(text)
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/\s+/g, ' ')

/** A British postcode as it is stored: `BS1 4AC`. Anything else stays as it was typed. */
export function tidyPostcode(text: string): string {
  const line = tidyLine(text)
  const [, outward, inward] =
    /^(GIR|[A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/.exec(line.replace(/[\s-]/g, '').toUpperCase()) ?? []
  return outward ? `${outward} ${inward}` : line
}
