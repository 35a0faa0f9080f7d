import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/**
 * Adds up what all paid orders brought, less what went back, from the lines that were sold: places by their settlements,
 * packs and products by their orders' totals. It reads no payment but for what is still expected, so that it is a second,
 * independent sum beside takings, revenue and the VAT export.
 */
export async function readSecondSum(db: Db): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select (
      (select coalesce(sum(case when x.booking_id is null then b.payable_pence
          else x.refunded_pence + x.as_credits_pence + x.kept_pence + x.back_before_pence end), 0)
        from bookings b join orders o on o.id = b.order_id left join booking_cancellations x on x.booking_id = b.id
        where o.paid_at is not null and (b.status <> 'cancelled' or x.booking_id is not null))
      + (select coalesce(sum(total_pence), 0) from orders where kind in ('pack', 'product') and paid_at is not null)
      - (select coalesce(sum(p.amount_pence - (select coalesce(sum(d.amount_pence), 0) from desk_receipts d
          where d.payment_id = p.id)), 0) from payments p where p.status = 'expected')
      + (select coalesce(sum(paid_pence), 0) from orders where paid_at is null)
      - (select coalesce(sum(r.amount_pence), 0) from refunds r join payments p on p.id = r.payment_id
        where r.status = 'succeeded' and p.status in ('succeeded', 'expected', 'received'))
    )::bigint::integer as pence`.execute(db)
  return rows[0]?.pence ?? 0
}

/**
 * Adds up the money that revenue does not count as earned by a class, but that takings count: packs, products, and what
 * became credits or waits to be refunded; less what is still expected.
 */
export async function readUnallocated(db: Db): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select (
      (select coalesce(sum(paid_pence - refunded_pence), 0) from orders where kind in ('pack', 'product'))
      + (select coalesce(sum(as_credits_pence), 0) from booking_cancellations)
      + (select coalesce(sum(as_credits_pence), 0) from goodwill_places)
      + (select coalesce(sum(r.amount_pence), 0) from refunds r join payments p on p.id = r.payment_id
          join orders o on o.id = p.order_id
        where r.status in ('requested', 'waiting') and p.status in ('succeeded', 'expected') and o.kind not in ('pack', 'product'))
      - (select coalesce(sum(p.amount_pence - (select coalesce(sum(d.amount_pence), 0) from desk_receipts d
          where d.payment_id = p.id)), 0) from payments p where p.status = 'expected')
    )::bigint::integer as pence`.execute(db)
  return rows[0]?.pence ?? 0
}
