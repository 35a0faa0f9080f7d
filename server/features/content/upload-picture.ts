import { createHash, randomBytes } from 'node:crypto'
import { namesOfPicture } from '#domain/picture-widths.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { createLimiter } from '#server/create-limiter.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import type { AccountId } from '#server/request/actor.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { encodePicture } from './encode-picture.ts'
import { keepForGood, removeAt } from './remove-picture.ts'

const perHour = { atMost: 20, perMinutes: 60 }
const perDay = { atMost: 60, perMinutes: 24 * 60, sentence: sentences.tooManyPictures }
const bytesPerDay = { ...perDay, atMost: 20 * 1024 * 1024 }
/** How long until files are deleted if the upload's row was never written. No upload takes that long. */
const unusedHours = 1

/** Limits how many files of up to five megabytes are in memory. A file is read only when its turn comes. */
const limit = createLimiter({ maxConcurrent: 3, maxWaiting: 12, maxSeconds: 5 })
/** Limits each account, so that it cannot use all the slots. */
const limitAccount = createLimiter({ maxConcurrent: 2, maxWaiting: 12, maxSeconds: 5 })

/**
 * Stores a parent's picture under a random name and returns its path, which only that parent may then use.
 */
export const uploadPicture = (services: Services, accountId: AccountId, file: Blob): Promise<string> =>
  limitAccount(() => limit(() => keepPicture(services, accountId, file)), accountId)

async function keepPicture(services: Services, accountId: AccountId, file: Blob): Promise<string> {
  const { db, clock } = services
  const now = clock()
  await allowRate(db, { key: `upload:${accountId}`, ...perHour }, now)
  await allowRate(db, { key: `upload-day:${accountId}`, ...perDay }, now)
  const widths = await encodePicture(await file.bytes())
  const bytes = widths.reduce((sum, width) => sum + width.length, 0)
  await allowRate(db, { key: `upload-bytes:${accountId}`, ...bytesPerDay, weight: bytes }, now)
  const path = await keepWidths(services, widths)
  await transaction(db, async tx => {
    await lockOwnAccount(tx, accountId)
    await keepForGood(tx, path)
    await tx
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
  })
  return path
}

/**
 * Stores the files of a picture and returns its new path. They are deleted after an hour, unless its row is
 * written.
 */
export async function keepWidths(
  { db, clock, pictures, log }: Pick<Services, 'db' | 'clock' | 'pictures' | 'log'>,
  widths: Buffer[],
): Promise<string> {
  const path = `uploads/${randomBytes(16).toString('hex')}.webp`
  const until = new Date(clock().getTime() + unusedHours * 60 * 60_000)
  await removeAt(db, path, until)
  try {
    await Promise.all(namesOfPicture(path).map((file, index) => pictures.keep(file, widths[index] as Buffer)))
  } catch (error) {
    log.error('picture not kept', { error })
    throw new Refusal(sentences.pictureNotKept)
  }
  return path
}
