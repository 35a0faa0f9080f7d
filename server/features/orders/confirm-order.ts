import { sql } from 'kysely'
import { pointsFor } from '#domain/reward-points.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { announceRefund } from './announce-order.ts'
import { lockOrder } from './lock-order.ts'
import { isNoLongerThere, reseatOrder } from './reseat-order.ts'

/** A page that the provider says was paid. */
interface PaidPage {
  ref: string
  paymentRef: string
}

/**
 * A payment that came after its order was cancelled (decision E-06): the order is taken up again if all of it is still
 * there, else its money goes back; nothing, where somebody else has done so meanwhile. Locks account, order and what it
 * takes again. In several statements, because what it takes again decides what is done, and because it is rare; the
 * usual payment is `settle_payment` alone.
 */
export async function confirmLateOrder(services: Services, page: PaidPage): Promise<void> {
  const confirm = (mayReseat: boolean) =>
    transaction(services.db, tx => confirmUnderLock(tx, services, page, mayReseat))
  await confirm(true).catch(error => {
    if (isNoLongerThere(error)) return confirm(false)
    throw error
  })
  services.jobWaiting()
}

async function confirmUnderLock(tx: Tx, services: Services, page: PaidPage, mayReseat: boolean) {
  const now = services.clock()
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'order_id', 'amount_pence'])
    .where('provider_ref', '=', page.ref)
    .executeTakeFirstOrThrow()
  const order = await lockOrder(tx, payment.order_id)
  if (order.status !== 'cancelled') return
  const settled = await tx
    .updateTable('payments')
    .set({ status: 'succeeded', payment_ref: page.paymentRef, settled_at: now })
    .where('id', '=', payment.id)
    .where('payment_ref', '=', '')
    .returning('id')
    .executeTakeFirst()
  if (!settled) return
  if (mayReseat) {
    await reseatOrder(tx, order, now)
    await markPaid(tx, order.id, { pence: payment.amount_pence, method: 'card' }, now)
    return
  }
  await tx
    .updateTable('orders')
    .set({ paid_pence: payment.amount_pence, payment_method: 'card' })
    .where('id', '=', order.id)
    .execute()
  await sql`select owe_refund(${payment.id}, 'paid too late', ${now})`.execute(tx)
  await announceRefund(tx, services, order.id, payment.amount_pence)
}

/** Makes a locked order a paid one, its places confirmed ones, grants what it earns and has its customer told. */
export async function markPaid(
  tx: Tx,
  orderId: number,
  { pence, method }: { pence: number; method: 'card' | 'free' },
  now: Date,
): Promise<void> {
  await sql`select mark_paid(${orderId}, ${pence}, ${method}, ${pointsFor(pence)}, ${now})`.execute(tx)
}
