import { sql } from 'kysely'
import type { statement } from '#contract/own-bookings.ts'
import type { Value } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { businessAddress, classTitle, sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'
import { paidInFullAt } from './own-booking-queries.ts'
import { goodwillCredits, goodwillPence, partOfOrder } from './read-order-money.ts'

/**
 * Reads what a child of the account attended in the month of a day, and what was paid for each date; undefined for any
 * other child. Money is counted by the rules of the office's revenue (decision O-24). A camp counts on its first day. A cancelled
 * place is listed if money or credits were kept for it.
 */
export async function readStatement(
  db: Db,
  accountId: AccountId,
  { childId, month }: { childId: number; month: string },
): Promise<Value<typeof statement> | undefined> {
  const first = `${month.slice(0, 7)}-01`
  const { rows } = await sql<Value<typeof statement>>`
    with places as materialized (
      select b.id, s.starts_at, ${classTitle} as title, v.name as venue, b.is_trial,
        s.start_date, s.end_date, s.start_time, s.end_time, x.booking_id is not null as is_cancelled,
        case when exists (select from held_marks h where h.session_id = s.id and h.booking_id = b.id
            and h.state in ('here', 'late', 'left')) then 'came'
          when exists (select from held_marks h where h.session_id = s.id and h.booking_id = b.id
            and h.state = 'absent') then 'absent' else 'unmarked' end as attendance,
        case when x.booking_id is null then round(b.payable_pence - ${goodwillPence}
            - case when ord.refunded_pence > 0 then coalesce(${partOfOrder} * b.payable_pence, 0) else 0 end)
          else x.kept_pence end as pence,
        ${paidInFullAt('ord')} as paid_at,
        b.credits_used - case when x.booking_id is null then ${goodwillCredits} else x.credits_returned end as credits
      from bookings b join orders ord on ord.id = b.order_id join ${sessionsAndTheirs} on s.id = b.session_id
        left join booking_cancellations x on x.booking_id = b.id
      where b.account_id = ${accountId} and b.child_id = ${childId} and ord.paid_at is not null
        and s.start_date >= ${first}::date and s.start_date < ${first}::date + interval '1 month'
        and (b.status <> 'cancelled' or x.booking_id is not null)
    ), price as materialized (
      select case when exists (select from places where credits > 0) then coalesce(
        (select sum(o.total_pence) / nullif(sum(k.credits), 0)::numeric ${packsSince(first)} and o.account_id = ${accountId}),
        (select sum(o.total_pence) / nullif(sum(k.credits), 0)::numeric ${packsSince(first)}), 0) else 0 end as pence
    )
    select child.first_name || ' ' || child.last_name as child, a.first_name || ' ' || a.last_name as buyer,
      coalesce(nullif(business.legal_name, ''), business.name) as provider, ${businessAddress} as "providerAddress",
      business.childcare_registration as "childcareRegistration",
      (select round(pence)::integer from price) as "creditPricePence",
      coalesce((select json_agg(json_build_object('bookingId', p.id, 'title', p.title, 'venue', p.venue,
          'startDate', p.start_date, 'endDate', p.end_date, 'startTime', to_char(p.start_time, 'HH24:MI'),
          'endTime', to_char(p.end_time, 'HH24:MI'), 'isTrial', p.is_trial, 'isCancelled', p.is_cancelled,
          'attendance', p.attendance, 'paidPence', greatest(0, p.pence)::integer, 'paidAt', p.paid_at,
          'credits', greatest(0, p.credits), 'creditPence', round(greatest(0, p.credits) * price.pence)::integer)
          order by p.starts_at, p.id)
        from places p cross join price where not p.is_cancelled or p.pence > 0 or p.credits > 0), '[]') as places
    from business cross join children child join accounts a on a.id = child.account_id
    where child.id = ${childId} and child.account_id = ${accountId}`.execute(db)
  return rows[0]
}

const packsSince = (day: string) => sql`from orders o join order_packs k on k.order_id = o.id
  where o.paid_at >= ${day}::date - interval '24 months' and o.status in ('paid', 'completed')`
