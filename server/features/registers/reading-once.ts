import { sql } from 'kysely'
import { readingCoversMinutes } from '#domain/limits.ts'
import type { Tx } from '#server/database/connect.ts'

interface Reading {
  id: string
  staffId: number
  sessionId: number
  readAt: Date
  now: Date
  childIds: number[]
}

/**
 * Returns the children of a reading whom the log does not have under its id yet, and notes them there. One opening of a
 * register reaches the server in two ways, by its own answer and handed in later by the phone, in any order (record 286).
 *
 * An id covers its own member and session only. It covers an answer of the server for some minutes, so that nobody reads
 * on under an old id without a row. What a phone hands in is covered however late it comes (`isOld`).
 */
export async function findUnlogged(
  tx: Tx,
  { id, staffId, sessionId, readAt, now, childIds }: Reading,
  { isOld } = { isOld: false },
): Promise<number[]> {
  // Waits for the other way, if that is running now.
  const { numAffectedRows } = await sql`
    insert into away_readings (id, staff_id, session_id, read_at, received_at, child_ids)
    values (${id}, ${staffId}, ${sessionId}, ${readAt}, ${now}, ${childIds}::bigint[])
    on conflict (id) do nothing`.execute(tx)
  if (numAffectedRows === 1n) return childIds
  const logged = await tx
    .selectFrom('away_readings')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isSame = logged.staff_id === staffId && logged.session_id === sessionId
  const coversUntil = logged.received_at.getTime() + readingCoversMinutes * 60_000
  if (!isSame || !(isOld || now.getTime() <= coversUntil)) return childIds
  // Rows from before do not say whom they are about.
  if (logged.child_ids === null) return []
  const known = new Set(logged.child_ids.map(Number))
  const unlogged = childIds.filter(childId => !known.has(childId))
  await tx
    .updateTable('away_readings')
    .set({ child_ids: [...known, ...unlogged] })
    .where('id', '=', id)
    .execute()
  return unlogged
}
