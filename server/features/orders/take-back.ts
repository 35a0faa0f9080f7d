import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireOrder } from './cancel-in-office.ts'
import { type Cancelling, type CancelPlan, cancelPlaces, previewCancelling } from './cancel-places.ts'
import { lockOrder } from './lock-order.ts'
import { noteToRing } from './note-to-ring.ts'
import { readOrderMoney } from './read-order-money.ts'
import { findGoodsToTakeBack, takeBackGoods } from './take-back-goods.ts'
import { tellOfLargeRefund } from './tell-of-large-refund.ts'

type EndingTotals = CallOutput<typeof calls.previewTakeBack>

/** Previews ending an order whose money is still expected. */
export async function previewTakeBack(
  { number }: CallInput<typeof calls.previewTakeBack>,
  { db, clock }: OfficeRequest,
): Promise<EndingTotals> {
  const orderId = await requireOrder(db, number)
  const goodsPence = await findGoodsToTakeBack(db, orderId)
  if (goodsPence !== undefined) return { ...nothingBack, notReceivedPence: goodsPence }
  const places = await placesToTakeBack(db, orderId)
  return totalsOfEnding(await previewCancelling(db, { orderId, places, endsUnpaid: true }, clock()), clock())
}

/**
 * Ends an order whose money is still expected: cancels all its places and gives back by hand what was
 * received (spec 4 §4).
 */
export async function takeBack(
  { number, reason, expected, requestId }: CallInput<typeof calls.takeBack>,
  request: OfficeRequest,
) {
  const why = reason.trim()
  requireFields({ reason: !saysWhy(why) && officeSentences.sayWhy })
  const { db, staff, clock, jobWaiting } = request
  const orderId = await requireOrder(db, number)
  const recorded = await recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, orderId)
    const goodsPence = await findGoodsToTakeBack(tx, orderId)
    if (goodsPence !== undefined) {
      const taken = { ...nothingBack, notReceivedPence: goodsPence }
      requireExpected(taken, expected)
      await takeBackGoods(tx, order, clock())
      return {
        answer: {},
        action: {
          ...{ action: 'order.takeBack' as const, subjectKind: 'order', subjectId: orderId, reason: why },
          ...(order.account_id && { accountId: order.account_id }),
          facts: taken,
        },
      }
    }
    const done = await cancelPlaces(tx, request, {
      ...{
        orderId,
        places: await placesToTakeBack(tx, orderId),
        by: { who: 'office', staffId: staff.staffId },
      },
      ...{ reason: why, endsUnpaid: true, isTold: true },
    })
    await noteToRing(tx, request, [orderId], 'placesCancelled')
    const taken = totalsOfEnding(done, clock())
    requireExpected(taken, expected)
    await tellOfLargeRefund(tx, { number, pence: taken.refundedPence }, request)
    return {
      answer: {},
      action: {
        ...{ action: 'order.takeBack' as const, subjectKind: 'order', subjectId: orderId, reason: why },
        ...(done.accountId && { accountId: done.accountId }),
        facts: {
          ...{ ...taken, bookings: done.places.map(({ bookingId }) => bookingId) },
          ...(done.refundId !== null && { refund: done.refundId }),
        },
      },
    }
  })
  jobWaiting()
  return recorded
}

/** An order of a pack or of products ends only while nothing of its money has come. */
const nothingBack = { places: 0, begun: 0, refundedPence: 0, notReceivedPence: 0, credits: 0 }

function requireExpected(taken: EndingTotals, expected: EndingTotals): void {
  if (JSON.stringify(taken) !== JSON.stringify(expected))
    throw new OfficeRefusal(cancelSentences.figuresChanged, 409)
}

/**
 * Returns the places that the order still has, with terms that give back everything received for them, and
 * their credits.
 */
async function placesToTakeBack(db: Db, orderId: number): Promise<Cancelling['places']> {
  const { expectedPence, places } = await readOrderMoney(db, orderId)
  requireThat(expectedPence !== null, deskSentences.nothingExpected)
  const terms = { money: { percent: 100 }, rest: 'kept' as const, returnCredits: true }
  return places.filter(({ status }) => status === 'confirmed').map(({ bookingId }) => ({ bookingId, terms }))
}

function totalsOfEnding({ places, totals }: CancelPlan, now: Date): EndingTotals {
  return {
    places: places.length,
    begun: places.filter(({ startsAt }) => new Date(startsAt) <= now).length,
    refundedPence: totals.refundedPence,
    notReceivedPence: places.reduce((sum, { settlement }) => sum + settlement.notReceivedPence, 0),
    credits: totals.credits,
  }
}
