import { sql } from 'kysely'
import { momentInLondon } from '#domain/calendar.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { changedMeanwhile, officeSentences } from '#domain/office/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import type { StaffMember } from '#server/request/staff-member.ts'

/** The tables whose rows are edited: each save carries the version that was read (decision O-12). */
export type VersionedTable = {
  [Table in keyof Schema]: Schema[Table] extends { version: unknown; updated_by: unknown } ? Table : never
}[keyof Schema]

interface Saving {
  staff: StaffMember
  now: Date
  /** Reads the current state as the page reads it, to show it if somebody else saved first. */
  current: () => Promise<unknown>
  /** The name to show for a first saver who is no member of staff. */
  others?: string
}

/**
 * Saves a row whose stored version is `version`, and returns the new one. Refuses with 409 if somebody else saved
 * meanwhile, and with a plain refusal if the row is missing. Counters are never changed here, because they do not
 * change a version.
 */
export async function saveVersioned(
  tx: Tx,
  table: VersionedTable,
  { id, version }: { id: number | boolean; version?: number },
  values: Record<string, unknown>,
  { staff, now, current, others }: Saving,
): Promise<number> {
  const assignments = Object.entries({ ...values, updated_at: now, updated_by: staff.staffId }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  const { rows } = await sql<{ version: number }>`update ${sql.table(table)}
    set ${sql.join(assignments)}, version = version + 1
    where id = ${id} and version = ${version ?? 0} returning version`.execute(tx)
  const [row] = rows
  if (row) return row.version
  throw await staleRefusal(tx, table, id, current, others)
}

/** Returns the refusal of a save that came second, with who saved first and the current state. */
export async function staleRefusal(
  tx: Tx,
  table: VersionedTable,
  id: number | boolean,
  current: () => Promise<unknown>,
  others?: string,
): Promise<OfficeRefusal> {
  const { rows } = await sql<{ by: string | null; at: Date | null }>`
    select m.full_name as by, t.updated_at as at from ${sql.table(table)} t left join staff m on m.id = t.updated_by
    where t.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) return new OfficeRefusal(officeSentences.notFound)
  return changedBy({ ...row, by: row.by ?? others ?? null }, await current())
}

/** Returns the refusal of `staleRefusal` from facts that the caller knows, for something without a versioned row. */
export function changedBy(
  { by, at }: { by: string | null; at: Date | null },
  current: unknown,
): OfficeRefusal {
  const who = by ?? 'Somebody'
  const when = at ?? new Date(0)
  const facts = { by: who, at: when.toISOString(), current }
  return new OfficeRefusal(changedMeanwhile(who, momentInLondon(when).slice(11)), 409, facts)
}
