import { createHash, randomBytes } from 'node:crypto'
import { namesOfPicture } from '#domain/picture-widths.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import { allowRate } from '#server/features/accounts/allow-rate.ts'
import type { Services } from '#server/services.ts'
import { takeTurns } from '#server/take-turns.ts'
import { encodePicture } from './encode-picture.ts'

const perHour = { atMost: 20, perMinutes: 60 }
const perDay = { atMost: 60, perMinutes: 24 * 60, sentence: sentences.tooManyPictures }
const bytesPerDay = { ...perDay, atMost: 20 * 1024 * 1024 }

/** So many files of up to five megabytes are in memory at once; one is read no earlier than its turn comes. */
const takeTurn = takeTurns({ atOnce: 3, mostWaiting: 12, longestSeconds: 5 })
/** No account has all of them. */
const takeTurnOfAccount = takeTurns({ atOnce: 2, mostWaiting: 12, longestSeconds: 5 })

/** Keeps a parent's picture under a random name and gives its path, which they may then use as theirs. */
export const uploadPicture = (services: Services, accountId: AccountId, file: Blob): Promise<string> =>
  takeTurnOfAccount(() => takeTurn(() => keepPicture(services, accountId, file)), accountId)

async function keepPicture(services: Services, accountId: AccountId, file: Blob): Promise<string> {
  const { db, clock } = services
  const now = clock()
  await allowRate(db, { key: `upload:${accountId}`, ...perHour }, now)
  await allowRate(db, { key: `upload-day:${accountId}`, ...perDay }, now)
  const widths = await encodePicture(await file.bytes())
  const bytes = widths.reduce((sum, width) => sum + width.length, 0)
  await allowRate(db, { key: `upload-bytes:${accountId}`, ...bytesPerDay, weight: bytes }, now)
  const path = `uploads/${randomBytes(16).toString('hex')}.webp`
  // The row comes first: a file without one would never be cleared away, were we killed between the two.
  await db
    .insertInto('media')
    .values({
      account_id: accountId,
      path,
      mime: 'image/webp',
      bytes,
      sha256: createHash('sha256')
        .update(widths[0] as Buffer)
        .digest(),
      created_at: now,
    })
    .execute()
  await keepWidths(services, path, widths)
  return path
}

/** Keeps the files of a picture; what removes those of one that comes to nothing is written before. */
export async function keepWidths(
  { pictures, log }: Pick<Services, 'pictures' | 'log'>,
  path: string,
  widths: Buffer[],
): Promise<void> {
  try {
    await Promise.all(namesOfPicture(path).map((file, index) => pictures.keep(file, widths[index] as Buffer)))
  } catch (error) {
    log.error('picture not kept', { error })
    throw new Refusal(sentences.pictureNotKept)
  }
}
