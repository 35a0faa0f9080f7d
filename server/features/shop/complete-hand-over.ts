import { transaction } from '#server/database/transaction.ts'
import { undoableUntil } from '#server/features/registers/hand-overs.ts'
import type { JobPayloads } from '#server/jobs/job-kinds.ts'
import type { Services } from '#server/services.ts'
import { dispatchOrders, lockProductOrders } from './dispatch-order.ts'

/**
 * Runs the job that marks an order as sent once its hand-over can no longer be undone, and tells the family. It does
 * nothing if the tick was taken back, or made again later, which has a job of its own.
 */
export async function completeHandOver(
  services: Services,
  { orderId }: JobPayloads['hand-over'],
): Promise<void> {
  const { db, clock, jobWaiting } = services
  await transaction(db, async tx => {
    const { order_number: number } = await tx
      .selectFrom('orders')
      .select('order_number')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    await lockProductOrders(tx, [number])
    const { at, staffId } = await tx
      .selectFrom('order_deliveries')
      .select(['handed_over_at as at', 'handed_over_by as staffId'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (at && undoableUntil(at) <= clock()) await dispatchOrders(tx, services, [number], staffId)
  })
  jobWaiting()
}
