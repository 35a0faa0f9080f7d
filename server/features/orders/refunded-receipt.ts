import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { keepUndone } from './closed-days.ts'
import { readExpected, writeReceipt } from './desk-receipts.ts'
import { lockPayment } from './payment-of-order.ts'
import { readOrderMoney } from './read-order-money.ts'

/**
 * Settles a refund that waits to be given by hand, if the same sum of a card receipt of its order was refunded in the
 * provider's dashboard. Returns whether there was one. The order and the card payment are locked.
 */
export async function settleByDashboard(
  tx: Tx,
  orderId: number,
  reported: { ref: string; pence: number },
  now: Date,
): Promise<boolean> {
  await lockPayment(tx, orderId)
  const { rows } = await sql<{ id: number }>`update refunds set status = 'succeeded', method = 'other',
      reference = 'Refunded at Stripe', provider_ref = ${reported.ref}, provider_status = 'succeeded', settled_at = ${now}
    where id = (select r.id from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ${orderId} and p.provider = 'desk' and p.status in ('expected', 'succeeded')
        and r.method = 'hand' and r.status = 'failed' and r.amount_pence = ${reported.pence} order by r.id limit 1)
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await tx
    .updateTable('orders')
    .set({ refunded_pence: sql<number>`refunded_pence + ${reported.pence}` })
    .where('id', '=', orderId)
    .execute()
  await sql`select settle_points(${orderId}, ${now})`.execute(tx)
  return true
}

/**
 * Makes a refund wait for a person again, if the provider's refund that settled it has failed. The order is locked.
 */
export async function waitByHandAgain(
  tx: Tx,
  orderId: number,
  refund: { id: number; amount_pence: number },
  now: Date,
): Promise<void> {
  await keepUndone(tx, refund.id, now)
  await tx
    .updateTable('refunds')
    .set({ status: 'failed', method: 'hand', reference: '', settled_at: null })
    .set({ provider_ref: null, provider_status: 'failed', failed_at: now })
    .where('id', '=', refund.id)
    .execute()
  await tx
    .updateTable('orders')
    .set({ refunded_pence: sql<number>`refunded_pence - ${refund.amount_pence}` })
    .where('id', '=', orderId)
    .execute()
  await sql`select settle_points(${orderId}, ${now})`.execute(tx)
}

/**
 * Writes a receipt below zero if money of a card receipt was refunded in the provider's dashboard. If that refund
 * failed later, writes the money as received again (record 242). The share of places that are cancelled stays
 * received. The caller has locked the order and the card payment.
 */
export async function takeBackReceipt(
  tx: Tx,
  orderId: number,
  { refundId, pence, isBack }: { refundId: number; pence: number; isBack: boolean },
  now: Date,
): Promise<void> {
  await lockPayment(tx, orderId)
  const expected = await readExpected(tx, orderId)
  if (!expected) return
  const { leftPence, live } = await readOrderMoney(tx, orderId)
  const { taken } = await tx
    .selectFrom('desk_receipts')
    .select(sql<number>`coalesce(-sum(amount_pence), 0)::integer`.as('taken'))
    .where('refund_id', '=', refundId)
    .executeTakeFirstOrThrow()
  const moved = isBack
    ? -Math.max(0, Math.min(pence, leftPence, live.receivedPence))
    : Math.min(taken, expected.restPence)
  if (moved !== 0) await writeReceipt(tx, expected, { pence: moved, refundId }, now)
}
