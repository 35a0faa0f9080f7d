import { sql } from 'kysely'
import type { moneyBack } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import type { Schema } from '#server/database/schema.ts'
import { isOfOrder } from './payment-of-order.ts'

/**
 * Selects the refunds of an order of `orders`, except those of cancelled places. A failed refund counts as on
 * its way, because staff still have to settle it.
 */
export const refundsOfOrder = sql<
  Value<typeof moneyBack>[]
>`(select coalesce(json_agg(json_build_object('refundedPence', pence, 'method', method,
    'isOnItsWay', is_on_its_way) order by method, is_on_its_way), '[]')
  from (select sum(r.amount_pence) as pence, r.method, r.status <> 'succeeded' as is_on_its_way
    from refunds r join payments p on p.id = r.payment_id
    where p.order_id = orders.id and ${isOfOrder()} and r.kind not in ('cancelled', 'dispute')
      and r.status <> 'superseded'
    group by r.method, r.status <> 'succeeded') back)`

/** Counts the credits that an order of `orders` moved for this reason. */
export const movedCredits = (reason: Schema['credit_entries']['reason']) =>
  sql<number>`(select coalesce(abs(sum(e.delta)), 0)::integer from credit_entries e
    where e.order_id = orders.id and e.reason = ${sql.lit(reason)})`

/**
 * Removes the refund fields of an order that has no refunds, so that its answer has the documented fields
 * only.
 */
export const withBack = <Order extends { refunds: Value<typeof moneyBack>[]; creditsGiven: number }>({
  refunds,
  creditsGiven,
  ...order
}: Order) => ({
  ...order,
  ...(refunds.length > 0 && { refunds }),
  ...(creditsGiven > 0 && { creditsGiven }),
})
