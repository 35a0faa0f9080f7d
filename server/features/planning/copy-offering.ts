import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

const columns = [
  'kind',
  'offering_type_id',
  'venue_id',
  'age_group_id',
  'name',
  'image_path',
  'introduction_html',
  'price_description',
  'one_off_price_pence',
  'start_date',
  'end_date',
  'term_dates',
  'classroom',
  'colour',
  'is_pack_only',
  'refuses_other_ages',
  'is_members_only',
  'question',
  'is_active',
  'term_id',
  'room_id',
  'weeks_from',
] as const

/**
 * Copies a class, without its weekly times and dates, and returns the new id. Changed columns may be SQL that
 * reads the original's row.
 */
export async function copyOffering(
  tx: Tx,
  id: number,
  otherwise: Partial<Record<(typeof columns)[number], unknown>>,
): Promise<number> {
  const values = columns.map(column => (column in otherwise ? otherwise[column] : sql.ref(column)))
  const { rows } = await sql<{ id: number }>`
    insert into offerings (${sql.join(columns.map(column => sql.ref(column)))})
    select ${sql.join(values)} from offerings where id = ${id} returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}
