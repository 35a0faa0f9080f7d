import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** The name of a text: an area and key of the site, or a list and `12.contentHtml`. */
export interface TextName {
  area: string
  key: string
}

/** Whether the version `v` is valid: it is no withdrawal, and was not withdrawn before its date. */
export const isInForce = sql<boolean>`v.withdraws_id is null
  and not exists (select from text_versions w where w.withdraws_id = v.id)`

interface Kept extends TextName {
  value: string
  /** The text before this change. */
  before: string
  note?: string
  effectiveAt?: Date
}

/**
 * Stores a text as a version, valid now or from a later moment. Before the first change the former text is
 * stored too, so that it can be restored.
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
