import { sql } from 'kysely'
import type { CancelledDatesProgress, GoodwillPreview } from '#contract/office/cancelled-dates.ts'
import { cancelDateSentences } from '#domain/office/cancelled-dates.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readDates } from './plan-cancelled-dates.ts'

type Head = Omit<CancelledDatesProgress, 'dates' | 'orders'> & { sessionIds: number[] }

const nameOf = (alias: string) =>
  sql`coalesce(nullif(${sql.id(alias)}.display_name, ''), ${sql.id(alias)}.full_name)`

/** Lists the settlements of a date that were not undone, oldest first: its cancelling, or goodwill for it. */
export async function readSettlementsOf(
  db: Db,
  sessionId: number,
  { isGoodwill }: { isGoodwill: boolean },
): Promise<GoodwillPreview['earlier']> {
  const { rows } = await sql<GoodwillPreview['earlier'][number]>`
    select d.id, ${nameOf('m')} as by, ${isoTime('d.cancelled_at')} as at, d.settled_at is not null as "isSettled"
    from cancelled_dates c join date_cancellations d on d.id = c.cancellation_id join staff m on m.id = d.staff_id
    where c.session_id = ${sessionId} and d.undone_at is null and d.is_goodwill = ${isGoodwill}
    order by d.id`.execute(db)
  return rows
}

/** Reads one settlement of dates: how each order was settled, and whether its family was notified. */
export async function readProgress(db: Db, id: number, now: Date): Promise<CancelledDatesProgress> {
  const { rows } =
    await sql<Head>`select d.id, ${nameOf('m')} as by, ${isoTime('d.cancelled_at')} as "cancelledAt",
      case when d.undone_at is null and d.settling_at is null
        then greatest(0, ceil(extract(epoch from d.undo_until - ${now}::timestamptz)))::integer else 0 end as "secondsToUndo",
      d.settling_at is not null as "isSettling",
      ${isoTime('d.settled_at')} as "settledAt", d.settle, d.note, d.is_goodwill as "isGoodwill", d.reason,
      case when d.undone_at is not null then json_build_object('by', ${nameOf('u')}, 'at', ${isoTime('d.undone_at')}) end as undone,
      (select coalesce(json_agg(c.session_id), '[]') from cancelled_dates c where c.cancellation_id = d.id) as "sessionIds"
    from date_cancellations d join staff m on m.id = d.staff_id left join staff u on u.id = d.undone_by
    where d.id = ${id}`.execute(db)
  const [head] = rows
  requireThat(head, cancelDateSentences.notFound)
  const { sessionIds, ...facts } = head
  return { ...facts, dates: await readDates(db, sessionIds), orders: await readOrders(db, id, sessionIds) }
}

async function readOrders(
  db: Db,
  id: number,
  sessionIds: number[],
): Promise<CancelledDatesProgress['orders']> {
  const { rows } = await sql<CancelledDatesProgress['orders'][number]>`
    select o.id as "orderId", o.order_number as "orderNumber", o.account_id as "accountId",
      coalesce(a.first_name || ' ' || a.last_name, o.guest_name) as name, coalesce(a.email, o.guest_email, '') as email,
      coalesce(a.mobile, o.guest_phone, '') as phone, c.settled_at is not null as "isSettled", c.obstacle,
      coalesce(sum(x.refunded_pence), 0)::integer as "refundedPence", coalesce(max(case
        when r.status = 'waiting' and r.failed_why = 'disputed' then 'disputed' else r.status end), 'none') as refund,
      o.payment_method is not distinct from 'desk' as "isPaidAtDesk",
      coalesce(sum(x.credits), 0)::integer as credits,
      (select count(*)::integer from booking_moves v join bookings w on w.id = v.booking_id
        where w.order_id = o.id and v.from_session_id = any(${sessionIds}::bigint[]) and v.to_session_id = d.to_session_id
          and v.moved_at >= d.settling_at) as moved,
      c.settled_at is not null and o.status = 'cancelled' and o.paid_at is null as "isEnded",
      ${isoTime('c.told_at')} as "toldAt", ${isoTime('c.rung_at')} as "rungAt",
      to_json(array(select distinct coalesce(k.first_name || ' ' || k.last_name, p.attendee_name) from bookings p
        left join children k on k.id = p.child_id
        where p.order_id = o.id and (p.session_id = any(${sessionIds}::bigint[]) or p.session_id = d.to_session_id)
        order by 1)) as who
    from cancelled_date_orders c join date_cancellations d on d.id = c.cancellation_id join orders o on o.id = c.order_id
      left join accounts a on a.id = o.account_id
      left join bookings b on b.order_id = o.id and b.session_id = any(${sessionIds}::bigint[])
      left join (
        select booking_id, refunded_pence, credits_returned + credits_granted as credits, refund_id, null::bigint as id
        from booking_cancellations where cancelled_by = 'date'
        union all
        select booking_id, refunded_pence, credits_returned + credits_granted, refund_id, cancellation_id
        from goodwill_places
      ) x on x.booking_id = b.id and x.id is not distinct from case when d.is_goodwill then d.id end
      left join refunds r on r.id = x.refund_id
    where c.cancellation_id = ${id}
    group by o.id, a.id, c.cancellation_id, c.order_id, d.id
    order by coalesce(a.first_name || ' ' || a.last_name, o.guest_name) collate "und-x-icu", o.id`.execute(db)
  return rows
}
