import { sql } from 'kysely'
import { dayMilliseconds } from '#domain/calendar.ts'
import { completedAfterDays } from '#domain/limits.ts'
import type { Services } from '#server/services.ts'

/**
 * Completes every product order that was sent a fortnight ago and returns how many (decision E-02). An order
 * whose address was erased with its account, or of which every piece came back, is not sent any more: it is completed a
 * fortnight after payment. Several processes may do so at once, because it is one statement.
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
        and (d.dispatched_at <= ${longEnough} or d.dispatched_at is null and (d.address = ''
            or not exists (select from order_items i where i.order_id = orders.id and i.returned_quantity < i.quantity))))`,
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
