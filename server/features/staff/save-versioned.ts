import { sql } from 'kysely'
import { momentInLondon } from '#domain/calendar.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { changedMeanwhile, officeSentences } from '#domain/office/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { StaffMember } from './staff-member.ts'

/** The tables whose rows are edited: each save carries the version that was read (decision O-12). */
export type VersionedTable = {
  [Table in keyof Schema]: Schema[Table] extends { version: unknown; updated_by: unknown } ? Table : never
}[keyof Schema]

interface Saving {
  staff: StaffMember
  now: Date
  /** How the thing stands now, in the form in which the page reads it: told when somebody else was first. */
  current: () => Promise<unknown>
}

/**
 * Saves a row that stands at `version` and gives its new one. Refuses with 409 when somebody else saved meanwhile, and
 * plainly when there is no such row. Counters never pass here: they do not change a version.
 */
export async function saveVersioned(
  tx: Tx,
  table: VersionedTable,
  { id, version }: { id: number | boolean; version?: number },
  values: Record<string, unknown>,
  { staff, now, current }: Saving,
): Promise<number> {
  const assignments = Object.entries({ ...values, updated_at: now, updated_by: staff.staffId }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  const { rows } = await sql<{ version: number }>`update ${sql.table(table)}
    set ${sql.join(assignments)}, version = version + 1
    where id = ${id} and version = ${version ?? 0} returning version`.execute(tx)
  const [row] = rows
  if (row) return row.version
  throw await staleRefusal(tx, table, id, current)
}

/** What whoever was not the first is answered: who was, and how the thing stands now. */
export async function staleRefusal(
  tx: Tx,
  table: VersionedTable,
  id: number | boolean,
  current: () => Promise<unknown>,
): Promise<OfficeRefusal> {
  const { rows } = await sql<{ by: string | null; at: Date | null }>`
    select m.full_name as by, t.updated_at as at from ${sql.table(table)} t left join staff m on m.id = t.updated_by
    where t.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) return new OfficeRefusal(officeSentences.notFound)
  return changedBy(row, await current())
}

/** The same, of what has no row of its own. */
export function changedBy(
  { by, at }: { by: string | null; at: Date | null },
  current: unknown,
): OfficeRefusal {
  const who = by ?? 'Somebody'
  const when = at ?? new Date(0)
  const facts = { by: who, at: when.toISOString(), current }
  return new OfficeRefusal(changedMeanwhile(who, momentInLondon(when).slice(11)), 409, facts)
}
