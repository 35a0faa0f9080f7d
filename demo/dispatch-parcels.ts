import { dispatchOrder } from '#server/features/shop/dispatch-order.ts'
import type { Services } from '#server/services.ts'

const packingMinutes = 10

/** The invented business's post room: sends what was paid for ten minutes ago, and answers how many parcels. */
export async function dispatchParcels(services: Services): Promise<number> {
  const { db, clock, config } = services
  if (config.business !== 'demo') return 0
  const packed = new Date(clock().getTime() - packingMinutes * 60_000)
  const waiting = await db
    .selectFrom('orders')
    .innerJoin('order_deliveries', 'order_deliveries.order_id', 'orders.id')
    .select('orders.order_number')
    .where('kind', '=', 'product')
    .where('status', '=', 'paid')
    .where('paid_at', '<=', packed)
    .where('dispatched_at', 'is', null)
    .orderBy('paid_at')
    .execute()
  for (const { order_number } of waiting) await dispatchOrder(services, order_number)
  return waiting.length
}
