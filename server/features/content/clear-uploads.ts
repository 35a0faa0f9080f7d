import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { removeAt } from './remove-picture.ts'

const keepUnusedHours = 24
const atOnce = 100

/** Clears away what parents uploaded and did not use, or use no longer, a day after its upload (invariant 28). */
export async function clearUploads(services: Services): Promise<void> {
  while ((await clearSome(services)) === atOnce);
}

async function clearSome({ db, clock, jobWaiting }: Services): Promise<number> {
  const now = clock()
  const cleared = await transaction(db, async tx => {
    // Whoever puts one of these to use holds its row, so it is passed over now, or is gone when they look.
    const unused = await tx
      .selectFrom('media')
      .select('id')
      .where('account_id', 'is not', null)
      .where('created_at', '<', new Date(now.getTime() - keepUnusedHours * 60 * 60 * 1000))
      .where('path', 'not in', eb => eb.selectFrom('used_pictures').select('path'))
      .orderBy('id')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    if (unused.length === 0) return 0
    // Asked again under the locks: one may have been put to use since the first look.
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
