import { type CardSession, isLiveKey } from '#server/cards/card-provider.ts'
import type { Services } from '#server/services.ts'
import { confirmOrder } from './confirm-order.ts'

/**
 * What the provider's word about a card page came to: `open` and `unsettled` leave things as they are, `unknown` is
 * not ours, `mismatch` was paid but is not what we asked for: its payment is set aside for people to look at.
 */
export type Settlement = 'paid' | 'ended' | 'open' | 'unsettled' | 'unknown' | 'mismatch'

/**
 * Applies what the provider itself just said about a card page to our payment and its order (decision E-07).
 * Amount, currency, order and live mode must be those we asked for. Forward only, and the same said twice does
 * nothing the second time.
 */
export async function settlePayment(services: Services, session: CardSession): Promise<Settlement> {
  const { db, clock, log } = services
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id', 'payments.order_id', 'payments.amount_pence', 'payments.currency', 'payment_ref'])
    .select(['orders.order_number', 'orders.total_pence'])
    .where('payments.provider_ref', '=', session.ref)
    .executeTakeFirst()
  if (!payment) {
    log.info('card page of no payment')
    return 'unknown'
  }
  if (session.state === 'ended') {
    await db
      .updateTable('payments')
      .set({ status: 'expired', settled_at: clock() })
      .where('id', '=', payment.id)
      .where('status', '=', 'created')
      .execute()
  }
  if (session.state !== 'paid') return session.state
  // Hooks, returns and the reconciler all tell of one payment: what is done is seen without waiting for a lock.
  if (payment.payment_ref !== '') return 'paid'
  const isWhatWeAsked =
    session.amountPence === payment.amount_pence &&
    session.amountPence === payment.total_pence &&
    session.currency === payment.currency &&
    session.orderNumber === payment.order_number &&
    session.isLive === isLiveKey(services)
  if (!isWhatWeAsked) {
    await setAside(services, payment.id)
    return 'mismatch'
  }
  await confirmOrder(services, {
    paymentId: payment.id,
    orderId: payment.order_id,
    paymentRef: session.paymentRef,
  })
  return 'paid'
}

/** Told again, in the end, of what we asked for, a payment that was set aside is confirmed like any other. */
async function setAside({ db, clock, log }: Services, paymentId: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ status: 'mismatched', settled_at: clock() })
    .where('id', '=', paymentId)
    .where('status', '=', 'created')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0) log.error('card payment does not match its order')
}
