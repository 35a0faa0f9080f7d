import { sql } from 'kysely'
import { dayMilliseconds } from '#domain/calendar.ts'
import { completedAfterDays } from '#domain/limits.ts'
import type { Services } from '#server/services.ts'

/**
 * Completes every product order that was sent a fortnight ago, and returns how many (decision E-02). Orders
 * that can no longer be sent, because the address was erased or every piece was returned, are completed a
 * fortnight after payment. One statement, so several processes may run it at once.
 */
export async function completeOrders({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock()
  const longEnough = new Date(now.getTime() - completedAfterDays * dayMilliseconds)
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ status: 'completed', completed_at: now })
    .where('kind', '=', 'product')
    .where('status', '=', 'paid')
    .where('paid_at', '<=', longEnough)
    .where(
      sql<boolean>`exists (select from order_deliveries d where d.order_id = orders.id
        and (d.dispatched_at <= ${longEnough} or d.dispatched_at is null and (d.full_name = ''
            or not exists (select from order_items i where i.order_id = orders.id and i.returned_quantity < i.quantity))))`,
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
