import { type RawBuilder, sql } from 'kysely'
import { namedTime } from '#domain/office/reports.ts'
import type { Db } from '#server/database/connect.ts'
import { withTimes } from '#server/features/money/read-revenue.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'

type Group = 'classes' | 'weekdays' | 'times' | 'venues' | 'types' | 'terms'

/**
 * Selects the id and name by which a report groups sessions: `s` is the session, `o` its offering, `t` its type, `v`
 * its venue. Rows without a weekday, time or term have id 0.
 */
export const groups: Record<Group, { id: RawBuilder<number>; name: RawBuilder<string> }> = {
  classes: { id: sql`o.id`, name: sql`${classTitle} || ' at ' || v.name` },
  weekdays: { id: sql`coalesce(extract(isodow from s.start_date), 0)`, name: sql`''` },
  times: {
    id: sql`coalesce(100 * extract(isodow from s.start_date) + extract(hour from s.start_time), 0)`,
    name: sql`''`,
  },
  venues: { id: sql`v.id`, name: sql`v.name` },
  types: { id: sql`t.id`, name: sql`t.name` },
  terms: {
    id: sql`coalesce(o.term_id, 0)`,
    name: sql`coalesce((select name from terms where id = o.term_id), 'No term')`,
  },
}

/** Names the rows of a report, and tells classes of one title apart by their usual time. */
export async function named<Row extends { id: number; name: string }>(
  db: Db,
  by: Group,
  rows: Row[],
): Promise<Row[]> {
  if (by === 'weekdays' || by === 'times') return rows.map(row => ({ ...row, name: namedTime(row.id) }))
  return by === 'classes' ? withTimes(db, rows) : rows
}

/** Sorts weekdays and times by time, and other rows by size, the largest first. */
export const inOrder =
  <Row extends { id: number; name: string }>(by: Group, size: (row: Row) => number) =>
  (one: Row, other: Row): number =>
    by === 'weekdays' || by === 'times'
      ? one.id - other.id
      : size(other) - size(one) || one.name.localeCompare(other.name, 'en-GB')
