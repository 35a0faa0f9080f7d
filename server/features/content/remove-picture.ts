import { namesOfPicture } from '#domain/picture-widths.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { JobPayloads } from '#server/jobs/job-kinds.ts'
import type { Services } from '#server/services.ts'

const onceKey = (path: string) => `remove-picture-${path}`

/** Schedules the job `remove-picture`, which removes a picture's files at this time. */
export const removeAt = (db: Db, path: string, at: Date): Promise<void> =>
  enqueue(db, 'remove-picture', { path }, at, onceKey(path))

/** Cancels the scheduled removal of a picture, in the transaction that writes the picture's row. */
export const keepForGood = (tx: Tx, path: string): Promise<unknown> =>
  tx.deleteFrom('jobs').where('once_key', '=', onceKey(path)).execute()

/** Removes every width of a picture whose row is gone. */
export async function removePicture(
  { pictures }: Services,
  { path }: JobPayloads['remove-picture'],
): Promise<void> {
  await Promise.all(namesOfPicture(path).map(file => pictures.remove(file)))
}
