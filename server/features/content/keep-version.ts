import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Which text: of the site's an area and its key, of a list's thing the list and `12.contentHtml`. */
export interface TextName {
  area: string
  key: string
}

/** Of the version `v`: it is one, and was not withdrawn before its moment came. */
export const isInForce = sql<boolean>`v.withdraws_id is null
  and not exists (select from text_versions w where w.withdraws_id = v.id)`

interface Kept extends TextName {
  value: string
  /** What stood there until now. */
  before: string
  note?: string
  effectiveAt?: Date
}

/**
 * Keeps what a text says from now, or from a later moment, on. Before the first change what stood there is kept too, so that it can be
 * brought back.
 */
export async function keepVersion(
  tx: Tx,
  { area, key, value, before, note = '', effectiveAt }: Kept,
  { staffId, now }: { staffId: number; now: Date },
): Promise<number> {
  const known = await tx
    .selectFrom('text_versions')
    .select('id')
    .where('area', '=', area)
    .where('key', '=', key)
    .limit(1)
    .executeTakeFirst()
  const version = { area, key, created_at: now }
  if (!known && before !== '') {
    const first = { ...version, value: before, effective_at: now }
    await tx.insertInto('text_versions').values(first).execute()
  }
  const { id } = await tx
    .insertInto('text_versions')
    .values({ ...version, value, note, effective_at: effectiveAt ?? now, staff_id: staffId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
