import { namesOfPicture } from '#domain/picture-widths.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { enqueue, type JobPayloads } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'

const onceKey = (path: string) => `remove-picture-${path}`

/** Has the files of a picture removed at a moment, by the job below. */
export const removeAt = (db: Db, path: string, at: Date): Promise<void> =>
  enqueue(db, 'remove-picture', { path }, at, onceKey(path))

/** Takes back that the files of a picture are removed; in the transaction that writes its row. */
export const keepForGood = (tx: Tx, path: string): Promise<unknown> =>
  tx.deleteFrom('jobs').where('once_key', '=', onceKey(path)).execute()

/** Removes every width of a picture whose row is gone. */
export async function removePicture(
  { pictures }: Services,
  { path }: JobPayloads['remove-picture'],
): Promise<void> {
  await Promise.all(namesOfPicture(path).map(file => pictures.remove(file)))
}
