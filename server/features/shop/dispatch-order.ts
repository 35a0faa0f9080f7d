import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { announceDispatch } from '#server/features/orders/announce-order.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import type { Services } from '#server/services.ts'

/**
 * Marks a paid product order as sent and tells its customer, once however often it is asked (decision E-30); what is
 * unpaid, cancelled or completed is refused. The caller answers for who may. Locks account, order.
 */
export async function dispatchOrder(
  services: Services,
  orderNumber: string,
): Promise<'dispatched' | 'knownBefore'> {
  const { db, clock, jobWaiting } = services
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .where('kind', '=', 'product')
    .executeTakeFirst()
  requireThat(order, sentences.orderNotFound)
  const outcome = await transaction(db, async tx => {
    const { status } = await lockOrder(tx, order.id)
    const { dispatched_at: sentBefore } = await tx
      .selectFrom('order_deliveries')
      .select('dispatched_at')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (sentBefore) return 'knownBefore'
    requireThat(status === 'paid', sentences.notDispatchable)
    await tx
      .updateTable('order_deliveries')
      .set({ dispatched_at: clock() })
      .where('order_id', '=', order.id)
      .execute()
    await announceDispatch(tx, services, order.id)
    return 'dispatched'
  })
  if (outcome === 'dispatched') jobWaiting()
  return outcome
}
