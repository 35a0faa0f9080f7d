import { sql } from 'kysely'
import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Settlement, settlePlaces, termsByPolicy } from '#domain/settlement.ts'
import type { Db } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { type CancelledPlaces, cancelPlaces } from './cancel-places.ts'
import { ringOn } from './guests-to-ring.ts'
import { noteToRing } from './note-to-ring.ts'
import { readOrderMoney } from './read-order-money.ts'
import { readPointsOfOrders } from './read-points.ts'
import { tellOfLargeRefund } from './tell-of-large-refund.ts'

/** Finds the id of an order by its number. */
export async function requireOrder(db: Db, number: string): Promise<number> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', number)
    .executeTakeFirst()
  requireThat(order, sentences.orderNotFound)
  return order.id
}

/** Whether a reference is missing: a refund by hand needs one for the books. */
export const wantsReference = ({ method, reference }: { method: string; reference: string }) =>
  method !== 'card' && reference.trim() === '' && cancelSentences.referenceRequired

/** Previews the policy's proposal for each place that can still be cancelled. */
export async function previewCancel(
  { number }: CallInput<typeof calls.previewCancel>,
  { db, clock }: OfficeRequest,
): Promise<CallOutput<typeof calls.previewCancel>> {
  const orderId = await requireOrder(db, number)
  const { places, policy, leftPence, live, isPaidAtDesk, hasOwnPolicy } = await readOrderMoney(db, orderId)
  const { rows } = await sql<{ ringOn: string }>`
    select ${ringOn} as "ringOn" from orders ord where ord.id = ${orderId}`.execute(db)
  const now = clock().getTime()
  const coming = places.filter(
    ({ status, startsAt }) => status === 'confirmed' && new Date(startsAt).getTime() > now,
  )
  return {
    places: coming.map(place => {
      const hours = (new Date(place.startsAt).getTime() - now) / 3_600_000
      const [proposed] = settlePlaces([{ ...place, terms: termsByPolicy(policy, hours) }], leftPence, live)
      return { ...place, proposed: proposed as Settlement }
    }),
    leftPence,
    live,
    isPaidAtDesk,
    hasOwnPolicy,
    ringOn: rows[0]?.ringOn ?? '',
    points: (await readPointsOfOrders(db, [orderId])).get(orderId) ?? null,
  }
}

/** Cancels the chosen places and settles them as the member of staff chose. */
export async function cancelInOffice(
  { number, places, method, reference, reason, expected, requestId }: CallInput<typeof calls.cancelPlaces>,
  request: OfficeRequest,
) {
  const { db, staff, jobWaiting } = request
  requireFields({
    reason: !saysWhy(reason.trim()) && officeSentences.sayWhy,
    reference: wantsReference({ method, reference }),
  })
  const orderId = await requireOrder(db, number)
  const recorded = await recordAction(request, { requestId }, async tx => {
    const done = await cancelPlaces(tx, request, {
      orderId,
      places: places.map(({ bookingId, refundPence, rest, returnCredits }) => ({
        bookingId,
        terms: { money: { pence: refundPence }, rest, returnCredits },
      })),
      by: { who: 'office', staffId: staff.staffId },
      reason: reason.trim(),
      way: { method, reference: reference.trim() },
      expected,
      isTold: true,
    })
    await tellOfLargeRefund(tx, { number, pence: done.totals.refundedPence }, request)
    await noteToRing(tx, request, [orderId], 'placesCancelled')
    const { totals, isOrderOver } = done
    return {
      answer: { totals, isOrderOver },
      action: cancelAction(done, { orderId, reason: reason.trim(), method }),
    }
  })
  jobWaiting()
  return recorded
}

/** Returns the log's row of cancelled places. */
export const cancelAction = (
  { totals, places, refundId, accountId }: CancelledPlaces,
  { orderId, reason, method }: { orderId: number; reason: string; method: string },
): Action => ({
  action: 'booking.cancel',
  subjectKind: 'order',
  subjectId: orderId,
  ...(accountId && { accountId }),
  reason,
  facts: {
    ...{ ...totals, method, bookings: places.map(({ bookingId }) => bookingId) },
    ...(refundId !== null && { refund: refundId }),
  },
})
