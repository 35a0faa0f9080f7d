import type { Selectable } from 'kysely'
import { pointsFor } from '#domain/reward-points.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { announceRefund } from './announce-order.ts'
import { type LockedOrder, lockOrder } from './lock-order.ts'
import { isNoLongerThere, reseatOrder } from './reseat-order.ts'
import { moveCredits, movePoints } from './write-ledger.ts'

type Payment = Selectable<Schema['payments']>

/** A card payment that the provider itself has confirmed. */
export interface CapturedPayment {
  paymentId: number
  orderId: number
  paymentRef: string
}

/**
 * A captured payment does its work, once however often it is told (decisions E-06, E-07): a pending order is paid;
 * a cancelled one is taken up again if all of it is still there, else its money goes back. Locks account, order,
 * payment, and for a cancelled order what it takes again.
 */
export async function confirmOrder(
  services: Services,
  captured: CapturedPayment,
): Promise<'confirmed' | 'refundDue' | 'knownBefore'> {
  const { db, jobWaiting } = services
  const confirm = (mayReseat: boolean) =>
    transaction(db, tx => confirmUnderLock(tx, services, captured, mayReseat))
  const outcome = await confirm(true).catch(error => {
    if (isNoLongerThere(error)) return confirm(false)
    throw error
  })
  if (outcome !== 'knownBefore') jobWaiting()
  return outcome
}

async function confirmUnderLock(tx: Tx, services: Services, captured: CapturedPayment, mayReseat: boolean) {
  const now = services.clock()
  const order = await lockOrder(tx, captured.orderId)
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', captured.paymentId)
    .where('order_id', '=', order.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (payment.payment_ref !== '') return 'knownBefore'
  if (order.status === 'paid' || order.status === 'completed') {
    await settle(tx, payment, 'expired', captured.paymentRef, now)
    await oweRefund(tx, payment, 'paid twice', now)
    return 'refundDue'
  }
  await settle(tx, payment, 'succeeded', captured.paymentRef, now)
  if (order.status === 'cancelled' && !mayReseat) {
    await tx
      .updateTable('orders')
      .set({ paid_pence: payment.amount_pence, payment_method: 'card' })
      .where('id', '=', order.id)
      .execute()
    await oweRefund(tx, payment, 'paid too late', now)
    await announceRefund(tx, services, order.id, payment.amount_pence)
    return 'refundDue'
  }
  if (order.status === 'cancelled') await reseatOrder(tx, order, now)
  await markPaid(tx, order, { pence: payment.amount_pence, method: 'card' }, now)
  return 'confirmed'
}

async function settle(
  tx: Tx,
  payment: Payment,
  status: 'succeeded' | 'expired',
  paymentRef: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status, payment_ref: paymentRef, settled_at: now })
    .where('id', '=', payment.id)
    .execute()
}

/** Makes a locked order a paid one, its places confirmed ones, and has its customer told. */
export async function markPaid(
  tx: Tx,
  order: LockedOrder,
  paid: { pence: number; method: 'card' | 'free' },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      status: 'paid',
      paid_pence: paid.pence,
      payment_method: paid.method,
      paid_at: now,
      hold_expires_at: null,
      cancelled_at: null,
      cancel_reason: null,
    })
    .where('id', '=', order.id)
    .execute()
  await tx
    .updateTable('bookings')
    .set({ status: 'confirmed' })
    .where('order_id', '=', order.id)
    .where('status', '=', 'held')
    .execute()
  if (order.account_id) await reward(tx, order, order.account_id, paid.pence, now)
  // A cancelled order that was paid after all has been told of its cancelling; this is news of its own.
  await enqueue(tx, 'order-confirmed', { orderId: order.id }, now, `order-confirmed-${order.id}`)
}

/** The pack's credits and the points for what was paid by card (decisions E-03, E-27). */
async function reward(
  tx: Tx,
  order: LockedOrder,
  accountId: number,
  paidPence: number,
  now: Date,
): Promise<void> {
  const entry = { accountId, orderId: order.id, memo: `Order ${order.order_number}`, now }
  const pack = await tx
    .selectFrom('order_packs')
    .select(['credits', 'name'])
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (pack) await moveCredits(tx, { ...entry, delta: pack.credits, reason: 'pack', memo: pack.name })
  await movePoints(tx, { ...entry, delta: pointsFor(paidPence), reason: 'purchase' })
}

async function oweRefund(tx: Tx, payment: Payment, reason: string, now: Date): Promise<void> {
  const refund = await tx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      amount_pence: payment.amount_pence,
      reason,
      status: 'requested',
      requested_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'refund-payment', { refundId: refund.id }, now, `refund-payment-${refund.id}`)
}
