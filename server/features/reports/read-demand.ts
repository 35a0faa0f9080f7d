import { sql } from 'kysely'
import type { DemandRow, reports } from '#contract/office/reports.ts'
import type { CallInput } from '#contract/wire.ts'
import { addDays, instantInLondon } from '#domain/calendar.ts'
import { requirePeriod } from '#domain/office/takings.ts'
import type { Db } from '#server/database/connect.ts'
import { groups, inOrder, named } from './groups.ts'

/**
 * Reads how many people put themselves on waiting lists in a period, by what became of them. An entry for any date of a
 * class has no weekday. Refuses an impossible period.
 */
export async function readDemand(
  db: Db,
  { from, to, by }: CallInput<typeof reports.waiting>,
): Promise<DemandRow[]> {
  requirePeriod({ from, to })
  const { id, name } = groups[by]
  const { rows } = await sql<DemandRow>`
    select ${id}::integer as id, ${name} as name, count(*)::integer as asked,
      (count(*) filter (where w.status in ('waiting', 'offered')))::integer as waiting,
      (count(*) filter (where w.status = 'booked'))::integer as booked,
      (count(*) filter (where w.status = 'lapsed'))::integer as lapsed,
      (count(*) filter (where w.status = 'withdrawn'))::integer as left
    from waiting_entries w join offerings o on o.id = w.offering_id
      join offering_types t on t.id = o.offering_type_id join venues v on v.id = o.venue_id
      left join sessions s on s.id = w.session_id
    where w.created_at >= ${instantInLondon(from, '00:00')} and w.created_at < ${instantInLondon(addDays(to, 1), '00:00')}
    group by 1, 2`.execute(db)
  return (await named(db, by, rows)).sort(inOrder(by, ({ asked }) => asked))
}
