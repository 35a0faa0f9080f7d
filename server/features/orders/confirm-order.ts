import { sql } from 'kysely'
import { pointsFor } from '#domain/reward-points.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { announceReceived, announceRefund, announceSecondPayment } from './announce-order.ts'
import { readExpected, writeReceipt } from './desk-receipts.ts'
import { lockOrder } from './lock-order.ts'
import { isNoLongerThere, rebookReleasedOrder } from './rebook-released-order.ts'

/** A page that the provider says was paid. */
interface PaidPage {
  ref: string
  paymentRef: string
}

/**
 * Settles a payment whose order no longer waits for one (decision E-06). An order that was cancelled unpaid is
 * restored if everything is still available; otherwise its money is refunded. If the order is confirmed but its money
 * is still expected (record 242), a payment up to what is missing is a receipt of that money. Any other is a second
 * payment, and refunded. Returns what was done, or undefined if somebody else has done it. Locks the account, the
 * order and what is restored. It may take several statements, because it is rare; `settle_payment` alone settles the
 * usual payment.
 */
export async function settleLatePayment(
  services: Services,
  page: PaidPage,
): Promise<'confirmed' | 'refundDue' | undefined> {
  const settle = (mayRestore: boolean) =>
    transaction(services.db, tx => settleUnderLock(tx, services, page, mayRestore))
  return await settle(true).catch(error => {
    if (isNoLongerThere(error)) return settle(false)
    throw error
  })
}

async function settleUnderLock(
  tx: Tx,
  services: Services,
  page: PaidPage,
  mayRestore: boolean,
): Promise<'confirmed' | 'refundDue' | undefined> {
  const now = services.clock()
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'order_id', 'amount_pence'])
    .where('provider_ref', '=', page.ref)
    .executeTakeFirstOrThrow()
  const order = await lockOrder(tx, payment.order_id)
  if (order.status === 'pending') return undefined
  // An order that was cancelled after it was paid has received its money already.
  const isSecond = order.status !== 'cancelled' || order.paid_at !== null
  const expected = isSecond ? await readExpected(tx, order.id) : undefined
  const rest = expected && payment.amount_pence <= expected.restPence ? expected : undefined
  const settled = await tx
    .updateTable('payments')
    .set({
      status: rest ? 'received' : isSecond ? 'expired' : 'succeeded',
      payment_ref: page.paymentRef,
      settled_at: now,
      differs: null,
    })
    .where('id', '=', payment.id)
    .where('payment_ref', '=', '')
    .returning('id')
    .executeTakeFirst()
  if (!settled) return undefined
  if (isSecond) {
    if (rest) {
      await writeReceipt(tx, rest, { pence: payment.amount_pence, cardPaymentId: payment.id }, now)
      await announceReceived(tx, services, order.id)
      return 'confirmed'
    }
    await sql`select owe_refund(${payment.id}, 'paid twice', ${now}, kind => 'double')`.execute(tx)
    await announceSecondPayment(tx, services, order.id, payment)
    return 'refundDue'
  }
  if (mayRestore) {
    await rebookReleasedOrder(tx, order, now)
    await markPaid(tx, order.id, { pence: payment.amount_pence, method: 'card' }, now)
    return 'confirmed'
  }
  await tx
    .updateTable('orders')
    .set({ paid_pence: payment.amount_pence, payment_method: 'card' })
    .where('id', '=', order.id)
    .execute()
  await sql`select owe_refund(${payment.id}, 'paid too late', ${now})`.execute(tx)
  await announceRefund(tx, services, order.id, payment.amount_pence)
  return 'refundDue'
}

/** Marks a locked order as paid: confirms its places, grants credits and points, and has its customer told. */
export async function markPaid(
  tx: Tx,
  orderId: number,
  { pence, method }: { pence: number; method: 'card' | 'free' | 'desk' },
  now: Date,
): Promise<void> {
  await sql`select mark_paid(${orderId}, ${pence}, ${method}, ${pointsFor(pence)}, ${now})`.execute(tx)
}
