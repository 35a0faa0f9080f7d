import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { markPaid } from './confirm-order.ts'
import { lockOrder } from './lock-order.ts'

/**
 * Confirms a guest's free order after they opened its link (record 025), unless its hold has ended. An order
 * that is already confirmed stays confirmed. Locks the order.
 */
export async function confirmGuestOrder({ db, clock, jobWaiting }: Services, orderId: number): Promise<void> {
  await transaction(db, async tx => {
    const now = clock()
    const order = await lockOrder(tx, orderId)
    const isWaiting = order.status === 'pending' && order.account_id === null && order.total_pence === 0
    if (!isWaiting || !order.hold_expires_at || order.hold_expires_at <= now) return
    await markPaid(tx, order.id, { pence: 0, method: 'free' }, now)
  })
  jobWaiting()
}
