import { type RawBuilder, sql } from 'kysely'
import type { everyRevenueGroup, RevenueRow } from '#contract/office/money.ts'
import { monthsWithin, requirePeriod } from '#domain/office/takings.ts'
import type { Db } from '#server/database/connect.ts'
import { classTitle, sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import { goodwillCredits, goodwillPence, partOfOrder } from '#server/features/orders/read-order-money.ts'

interface Asked {
  from: string
  to: string
  by: (typeof everyRevenueGroup)[number]
}

const teacherNames = sql<string>`coalesce((select string_agg(m.full_name, ' and ' order by m.full_name)
  from session_teachers x join staff m on m.id = x.staff_id where x.session_id = s.id), 'No teacher')`

const groups: Record<Asked['by'], { id: RawBuilder<unknown>; name: RawBuilder<string> }> = {
  classes: { id: sql`o.id`, name: sql`${classTitle} || ' at ' || v.name` },
  venues: { id: sql`v.id`, name: sql`v.name` },
  types: { id: sql`t.id`, name: sql`t.name` },
  teachers: { id: sql`0::bigint`, name: teacherNames },
  terms: {
    id: sql`coalesce(o.term_id, 0)`,
    name: sql`coalesce((select name from terms where id = o.term_id), 'No term')`,
  },
}

type Sums = Omit<RevenueRow, 'netPence'>

/**
 * Reads what the classes of a period earned, the highest first. A place counts on its date's first day: what
 * was paid for it, less refunds and money turned into credits, plus the credits used at their estimated value
 * (decision O-24). A date with several teachers counts once, for them together. Refuses an impossible period.
 */
export async function readRevenue(db: Db, { by, ...period }: Asked): Promise<RevenueRow[]> {
  requirePeriod(period)
  const sums = new Map<string, Sums>()
  for (const month of monthsWithin(period)) {
    for (const row of await readMonth(db, by, month)) {
      const key = `${row.id} ${row.name}`
      const sum = sums.get(key)
      if (!sum) sums.set(key, row)
      else for (const name of summed) sum[name] += row[name]
    }
  }
  const all = [...sums.values()]
  return (by === 'classes' ? await withTimes(db, all) : all)
    .map(sum => ({ ...sum, netPence: sum.moneyPence - sum.backPence + sum.creditPence }))
    .sort((one, other) => other.netPence - one.netPence || one.name.localeCompare(other.name, 'en-GB'))
}

/**
 * Adds to the names of classes their most usual weekday and time, 'Mon 09:30', because two may have one title at one
 * venue. A name that is still the same for two gets the term as well.
 */
export async function withTimes<Named extends { id: number; name: string }>(
  db: Db,
  classes: Named[],
): Promise<Named[]> {
  const details = await readTimesAndTerms(db, classes)
  const timed = (one: Named) => [one.name, details.get(one.id)?.time].filter(Boolean).join(', ')
  const seen = new Map<string, number>()
  for (const one of classes) seen.set(timed(one), (seen.get(timed(one)) ?? 0) + 1)
  return classes.map(one => {
    const term = (seen.get(timed(one)) ?? 0) > 1 && details.get(one.id)?.term
    return { ...one, name: term ? `${timed(one)}, ${term}` : timed(one) }
  })
}

async function readTimesAndTerms(
  db: Db,
  classes: { id: number }[],
): Promise<Map<number, { time: string | null; term: string | null }>> {
  const ids = classes.map(({ id }) => id)
  const { rows } = await sql<{ id: number; time: string | null; term: string | null }>`
    with times as (
      select offering_id, to_char(min(start_date), 'Dy') || to_char(start_time, ' HH24:MI') as time, count(*) as dates
      from sessions where offering_id = any(${ids}::bigint[])
      group by offering_id, extract(isodow from start_date), start_time
    ), usual as materialized (
      select distinct on (offering_id) offering_id, time from times order by offering_id, dates desc, time
    )
    select o.id, u.time, e.name as term
    from offerings o left join usual u on u.offering_id = o.id left join terms e on e.id = o.term_id
    where o.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, time, term }) => [id, { time, term }]))
}

const summed = ['places', 'moneyPence', 'backPence', 'credits', 'creditPence'] as const

/** Reads a month. Bookings are read by session, in two parts that each have an index: otherwise all would be read. */
async function readMonth(
  db: Db,
  by: Asked['by'],
  { from, to }: { from: string; to: string },
): Promise<Sums[]> {
  const { id, name } = groups[by]
  const { rows } = await sql<Sums>`
    with packs as materialized (
      select o.account_id, sum(o.total_pence) as pence, sum(k.credits) as credits
      from orders o join order_packs k on k.order_id = o.id
      where o.paid_at >= ${from}::date - interval '24 months' and o.status in ('paid', 'completed')
      group by o.account_id
    ), sold as materialized (
      select b.* from sessions s
        cross join lateral (select * from bookings where session_id = s.id and status <> 'cancelled'
          union all select * from bookings where session_id = s.id and status = 'cancelled' offset 0) b
      where s.start_date between ${from} and ${to}
    ), parts as materialized (
      select ord.id, ${partOfOrder} as part from orders ord
      where ord.refunded_pence > 0 and ord.kind not in ('pack', 'product') and ord.id in (select order_id from sold)
    ), places as (
      select ${id} as id, ${name} as name, b.account_id, (b.status <> 'cancelled')::integer as stands,
        b.payable_pence - coalesce(x.not_received_pence, 0) as money, case when x.booking_id is null then ${goodwillPence} + coalesce(parts.part * b.payable_pence, 0) else b.payable_pence - x.not_received_pence - x.kept_pence end as back,
        b.credits_used - case when x.booking_id is null then ${goodwillCredits} else x.credits_returned end as credits
      from ${sessionsAndTheirs} join sold b on b.session_id = s.id join orders ord on ord.id = b.order_id
        left join booking_cancellations x on x.booking_id = b.id left join parts on parts.id = ord.id
      where s.start_date between ${from} and ${to} and ord.paid_at is not null
        and (b.status <> 'cancelled' or x.booking_id is not null)
    )
    select p.id::integer as id, p.name, sum(p.stands)::integer as places, sum(p.money)::integer as "moneyPence",
      round(sum(p.back))::integer as "backPence", sum(p.credits)::integer as credits,
      coalesce(round(sum(case when p.credits <> 0 then p.credits * coalesce(
        (select k.pence / nullif(k.credits, 0)::numeric from packs k where k.account_id = p.account_id),
        (select sum(pence) / nullif(sum(credits), 0)::numeric from packs), 0) end)), 0)::integer as "creditPence"
    from places p
    group by p.id, p.name`.execute(db)
  return rows
}
