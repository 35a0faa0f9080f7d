import { sql } from 'kysely'
import type { reports, SourceRow } from '#contract/office/reports.ts'
import type { CallInput } from '#contract/wire.ts'
import { addDays, instantInLondon } from '#domain/calendar.ts'
import { requirePeriod } from '#domain/office/takings.ts'
import type { Db } from '#server/database/connect.ts'

const months = sql`to_char(a.created_at at time zone 'Europe/London', 'YYYY-MM-01')`

/**
 * Reads how the families who came in a period heard of the business, how many of them paid for something, and what
 * they have spent until now. Refuses an impossible period.
 */
export async function readSources(
  db: Db,
  { from, to, by }: CallInput<typeof reports.sources>,
): Promise<SourceRow[]> {
  requirePeriod({ from, to })
  const { rows } = await sql<SourceRow>`
    with came as materialized (
      select a.id, a.referral_source as answer, ${by === 'months' ? months : sql`null::text`} as month from accounts a
      where a.status = 'active' and a.created_at >= ${instantInLondon(from, '00:00')} and a.created_at < ${instantInLondon(addDays(to, 1), '00:00')}
    ), spent as (
      select account_id, sum(paid_pence - refunded_pence) as pence from orders
      where account_id in (select id from came) and paid_at is not null group by account_id
    )
    select c.answer, c.month, count(*)::integer as families,
      (count(*) filter (where m.pence > 0))::integer as buyers, coalesce(sum(m.pence), 0)::integer as "spentPence"
    from came c left join spent m on m.account_id = c.id
    group by c.answer, c.month
    order by c.month, families desc, c.answer`.execute(db)
  return rows
}
