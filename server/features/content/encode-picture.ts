import sharp from 'sharp'
import { megabyte, mostMegabytes, mostMegapixels } from '#domain/picture-limits.ts'
import { pictureWidths } from '#domain/picture-widths.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'

const longestSeconds = 8

const beginsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** By content alone; a name and a type are only what the sender says. A drawing of code, SVG, is not among them. */
const isPicture = (bytes: Buffer) =>
  beginsWith(bytes, '\xff\xd8\xff') ||
  beginsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  beginsWith(bytes, 'GIF87a') ||
  beginsWith(bytes, 'GIF89a') ||
  (beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8))

/**
 * Draws an uploaded picture anew as WebP, in each width, without what cameras write into it (decision E-41,
 * trust rows 8 and 9). Nothing of the file but its pixels is kept.
 */
export async function encodePicture(bytes: Buffer): Promise<Buffer[]> {
  requireThat(bytes.length <= mostMegabytes * megabyte, sentences.pictureTooLarge)
  requireThat(isPicture(bytes), sentences.pictureUnreadable)
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    requireThat(width * height <= mostMegapixels * 1_000_000, sentences.pictureTooLarge)
    const drawing = sharp(bytes, {
      limitInputPixels: mostMegapixels * 1_000_000,
      failOn: 'error',
      pages: 1,
    }).autoOrient()
    return await Promise.all(
      pictureWidths.map(width =>
        drawing
          .clone()
          .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 80 })
          .timeout({ seconds: longestSeconds })
          .toBuffer(),
      ),
    )
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(sentences.pictureUnreadable)
  }
}
