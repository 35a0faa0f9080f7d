import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { removeAt } from './remove-picture.ts'

const keepUnusedHours = 24
const batchSize = 100

/** Deletes parents' uploads that are not in use, a day after their upload (invariant 28). */
export async function clearUploads(services: Services): Promise<void> {
  while ((await clearSome(services)) === batchSize);
}

async function clearSome({ db, clock, jobWaiting }: Services): Promise<number> {
  const now = clock()
  const cleared = await transaction(db, async tx => {
    // A command that uses an upload locks its row. Such a row is skipped here; a deleted one is missing when the
    // command looks for it.
    const unused = await tx
      .selectFrom('media')
      .select('id')
      .where('account_id', 'is not', null)
      .where('created_at', '<', new Date(now.getTime() - keepUnusedHours * 60 * 60 * 1000))
      .where('path', 'not in', eb => eb.selectFrom('used_pictures').select('path'))
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    if (unused.length === 0) return 0
    // Checked again under the locks, because one may have come into use since.
    const gone = await tx
      .deleteFrom('media')
      .where(
        'id',
        'in',
        unused.map(({ id }) => id),
      )
      .where('path', 'not in', eb => eb.selectFrom('used_pictures').select('path'))
      .returning('path')
      .execute()
    for (const { path } of gone) await removeAt(tx, path, now)
    return unused.length
  })
  if (cleared > 0) jobWaiting()
  return cleared
}
