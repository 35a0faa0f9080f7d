import { sql } from 'kysely'
import type { OrderPoints } from '#domain/reward-points.ts'
import type { Db } from '#server/database/connect.ts'
import { isOfOrder } from './payment-of-order.ts'

/** Reads the reward points of orders, by order; an order that earns none is left out. */
export async function readPointsOfOrders(
  db: Db,
  orderIds: number[],
): Promise<Map<number, OrderPoints & { accountId: number }>> {
  const { rows } = await sql<OrderPoints & { accountId: number; orderId: number }>`
    select o.id as "orderId", a.id as "accountId", o.paid_pence as "paidPence", o.points_short as short,
      a.points_balance as balance,
      (select coalesce(sum(r.amount_pence), 0)::integer from payments p join refunds r on r.payment_id = p.id
        where p.order_id = o.id and ${isOfOrder()} and r.status not in ('failed', 'superseded')) as "backPence",
      (select coalesce(sum(delta), 0)::integer from point_entries e
        where e.order_id = o.id and e.reason in ('purchase', 'reversal', 'receipt')) as held
    from orders o join accounts a on a.id = o.account_id
    where o.id = any(${orderIds}::bigint[]) and o.earns_points`.execute(db)
  return new Map(rows.map(({ orderId, ...points }) => [orderId, points]))
}
