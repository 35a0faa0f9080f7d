import { settleGoodwill } from '#domain/settlement.ts'
import type { Tx } from '#server/database/connect.ts'
import { isDisputed } from '#server/features/orders/is-disputed.ts'
import type { LockedOrder } from '#server/features/orders/lock-order.ts'
import { oweRefund } from '#server/features/orders/owe-refund.ts'
import { lockPayment } from '#server/features/orders/payment-of-order.ts'
import { type OrderPlace, readOrderMoney } from '#server/features/orders/read-order-money.ts'
import { moveCredits } from '#server/features/orders/write-ledger.ts'

interface OfOrder {
  cancellationId: number
  staffId: number
  settle: 'card' | 'credits'
  reason: string
}

/**
 * Gives the requested goodwill to places of an order that are still booked, with one refund, as far as the
 * order's money suffices. Returns the obstacle that kept it from giving everything; '' if none. The caller
 * has locked the account and the order; locks the payment.
 */
export async function settleGoodwillOfOrder(
  tx: Tx,
  order: LockedOrder,
  { cancellationId, staffId, settle, reason }: OfOrder,
  now: Date,
): Promise<'' | 'disputed' | 'lessLeft'> {
  await lockPayment(tx, order.id)
  const asked = await tx
    .selectFrom('goodwill_places')
    .selectAll()
    .where('cancellation_id', '=', cancellationId)
    .where('order_id', '=', order.id)
    .orderBy('booking_id')
    .execute()
  const { paymentId, leftPence, places } = await readOrderMoney(tx, order.id)
  if (paymentId && (await isDisputed(tx, paymentId))) return 'disputed'
  const standing = asked.flatMap(one => {
    const place = places.find(
      ({ bookingId, status }) => bookingId === one.booking_id && status === 'confirmed',
    )
    return place ? [{ ...place, asked: { pence: one.asked_pence, credits: one.asked_credits } }] : []
  })
  const given = settleGoodwill(standing, leftPence, settle).map((goodwill, at) => ({
    ...goodwill,
    place: standing[at] as OrderPlace,
  }))
  const pence = given.reduce((sum, { refundedPence }) => sum + refundedPence, 0)
  const refundId =
    pence > 0 && paymentId
      ? await oweRefund(tx, { paymentId, pence, kind: 'goodwill', reason, staffId }, undefined, now)
      : null
  for (const { place, refundedPence, asCreditsPence, creditsReturned, creditsGranted } of given) {
    await tx
      .updateTable('goodwill_places')
      .set({
        ...{ refund_id: refundedPence > 0 ? refundId : null, refunded_pence: refundedPence },
        ...{
          as_credits_pence: asCreditsPence,
          credits_returned: creditsReturned,
          credits_granted: creditsGranted,
        },
      })
      .where('cancellation_id', '=', cancellationId)
      .where('booking_id', '=', place.bookingId)
      .execute()
    if (!order.account_id) continue
    await moveCredits(tx, {
      ...{ accountId: order.account_id, orderId: order.id, bookingId: place.bookingId, now },
      ...{ delta: creditsReturned + creditsGranted, reason: 'goodwill' },
      memo: `Order ${order.order_number}, goodwill for ${place.title}`,
    })
  }
  const isAll = asked.every(one => {
    const got = given.find(({ place }) => place.bookingId === one.booking_id)
    return (
      got &&
      got.refundedPence + got.asCreditsPence === one.asked_pence &&
      got.creditsReturned === one.asked_credits
    )
  })
  return isAll ? '' : 'lessLeft'
}
