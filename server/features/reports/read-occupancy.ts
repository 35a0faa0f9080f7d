import { sql } from 'kysely'
import type { OccupancyRow, reports } from '#contract/office/reports.ts'
import type { CallInput } from '#contract/wire.ts'
import { percentOf } from '#domain/office/reports.ts'
import { requirePeriod } from '#domain/office/takings.ts'
import type { Db } from '#server/database/connect.ts'
import { sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import { groups, inOrder, named } from './groups.ts'

/**
 * Reads how full the dates of a period are, the fullest first. A date of several days counts on its first day. Refuses
 * an impossible period.
 */
export async function readOccupancy(
  db: Db,
  { from, to, by }: CallInput<typeof reports.occupancy>,
): Promise<OccupancyRow[]> {
  requirePeriod({ from, to })
  const { id, name } = groups[by]
  const { rows } = await sql<OccupancyRow>`
    select ${id}::integer as id, ${name} as name, count(*)::integer as dates, sum(s.places_taken)::integer as taken,
      sum(s.capacity)::integer as capacity
    from ${sessionsAndTheirs}
    where s.start_date between ${from} and ${to} and s.status not in ('draft', 'cancelled')
    group by 1, 2`.execute(db)
  const size = ({ taken, capacity }: OccupancyRow) => percentOf(taken, capacity) ?? 0
  return (await named(db, by, rows)).sort(inOrder(by, size))
}
