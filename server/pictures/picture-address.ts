import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** Returns the whole address of a picture, for places outside a page of the site. */
export const pictureAddress = (
  { imageBase, publicUrl }: Pick<Config, 'imageBase' | 'publicUrl'>,
  path: string,
): string => new URL(path, new URL(imageBase, publicUrl)).href

/** The path of the logo for mails, which mail programs can show. */
export const mailLogoPath = '/media/mail/logo.png'

/** Returns the address of the logo for mails. It changes with the logo, because mail programs keep pictures. */
export const mailLogoAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, path: string): string =>
  `${publicUrl}${mailLogoPath}?${createHash('sha256').update(path).digest('hex').slice(0, 8)}`
