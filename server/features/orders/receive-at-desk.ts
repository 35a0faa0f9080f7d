import type { DeskPayment } from '#domain/desk-payment.ts'
import type { Tx } from '#server/database/connect.ts'
import { markPaid } from './confirm-order.ts'

/** Money that was received at the desk, or is expected later. */
export interface MoneyOfDesk extends DeskPayment {
  isExpected: boolean
}

/**
 * Records a desk payment of an unpaid order, received or expected, and confirms the order. The caller has locked the
 * account.
 */
export async function receiveAtDesk(
  tx: Tx,
  orderId: number,
  pence: number,
  { method, reference, isExpected }: MoneyOfDesk,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      ...{
        order_id: orderId,
        provider: 'desk',
        method,
        reference,
        amount_pence: pence,
        status: isExpected ? ('expected' as const) : ('succeeded' as const),
      },
      ...{ created_at: now, expires_at: now, settled_at: isExpected ? null : now },
    })
    .execute()
  await markPaid(tx, orderId, { pence: isExpected ? 0 : pence, method: 'desk' }, now)
}
