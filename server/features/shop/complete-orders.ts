import { sql } from 'kysely'
import { dayMilliseconds } from '#domain/calendar.ts'
import { completedAfterDays } from '#domain/product-orders.ts'
import type { Services } from '#server/services.ts'

/**
 * Completes every product order that went out, or was paid, a fortnight ago, and answers how many (decision E-02).
 * Any number of processes may do so at once: one statement, and an order is completed once.
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
      sql<boolean>`coalesce((select d.dispatched_at from order_deliveries d where d.order_id = orders.id), paid_at)
        <= ${longEnough}`,
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
