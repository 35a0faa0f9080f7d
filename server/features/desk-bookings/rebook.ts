import { sql } from 'kysely'
import type { deskBookings } from '#contract/office/desk-bookings.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { moveSentences } from '#domain/office/order-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { cancelAction } from '#server/features/orders/cancel-in-office.ts'
import { cancelPlaces, lockRest, previewCancelling } from '#server/features/orders/cancel-places.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { readSettlement } from '#server/features/orders/settle-at-desk.ts'
import { tellOfLargeRefund } from '#server/features/orders/tell-of-large-refund.ts'
import { asRefusal } from '#server/features/orders/write-plan.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { bookUnderLock } from './book-for-family.ts'
import { previewForFamily } from './preview-for-family.ts'

interface ChildsPlace {
  orderId: number
  number: string
  accountId: number
  childId: number
  /** The class of the date to which the child goes. */
  offeringId: number
  /** The answer to the question of the old class, if the new one asks the same; else ''. */
  answer: string
}

async function requireChildsPlace(
  db: Db,
  { bookingId, sessionId }: { bookingId: number; sessionId: number },
): Promise<ChildsPlace> {
  const { rows } = await sql<ChildsPlace>`
    select b.order_id as "orderId", ord.order_number as number, b.account_id as "accountId", b.child_id as "childId",
      o.id as "offeringId", case when o.question = b.question then b.answer else '' end as answer
    from bookings b join sessions s on s.id = b.session_id join orders ord on ord.id = b.order_id
      join sessions t on t.id = ${sessionId} and t.kind = s.kind join offerings o on o.id = t.offering_id
    where b.id = ${bookingId} and b.status = 'confirmed'`.execute(db)
  const [found] = rows
  requireThat(found, moveSentences.noPlace)
  requireThat(found.accountId && found.childId, moveSentences.childrenRebooked)
  return found
}

const ofChild = (
  { accountId, childId, offeringId, answer }: ChildsPlace,
  { sessionId }: { sessionId: number },
) => ({
  accountId,
  offeringId,
  childIds: [childId],
  sessionIds: [sessionId],
  isTrial: false,
  answers: [{ childId, text: answer }],
})

/** Previews what a place gives back by its policy, and what the other date costs. Writes nothing. */
export async function previewRebook(
  asked: CallInput<typeof deskBookings.previewRebook>,
  request: OfficeRequest,
): Promise<CallOutput<typeof deskBookings.previewRebook>> {
  const { db, clock } = request
  const place = await requireChildsPlace(db, asked)
  const wanted = { orderId: place.orderId, places: [{ bookingId: asked.bookingId }] }
  const { totals: back } = await previewCancelling(db, wanted, clock())
  const booking = await previewForFamily({ ...ofChild(place, asked), pay: asked.pay }, request)
  const { price, creditBalance, usuallyKept, latestKept, refused } = booking
  const problem =
    booking.problem ||
    refused[0] ||
    booking.dates.find(date => date.sessionId === asked.sessionId)?.problem ||
    ''
  return { back, price, creditBalance, usuallyKept, latestKept, problem }
}

/**
 * Cancels a child's place by its policy and books another date at today's price, in one transaction. Locks account,
 * order, payment and both dates by id, so that neither a move nor an offer comes between. Money that was paid at the
 * desk waits to be given back by hand.
 */
export async function rebook(
  asked: CallInput<typeof deskBookings.rebook>,
  request: OfficeRequest,
): Promise<Recorded<CallOutput<typeof deskBookings.rebook>>> {
  const { db, staff, jobWaiting } = request
  const reason = asked.reason.trim()
  const { settlement, problem } = readSettlement(request, asked)
  requireFields({ method: problem, reason: !saysWhy(reason) && officeSentences.sayWhy })
  const place = await requireChildsPlace(db, asked)
  const { orderId, number } = place
  const way = { method: 'card' as const, reference: '' }
  const recorded = await recordAction(request, asked, async tx => {
    await lockOrder(tx, orderId)
    await lockRest(tx, orderId, [asked.bookingId], [asked.sessionId])
    const done = await cancelPlaces(tx, request, {
      ...{ orderId, places: [{ bookingId: asked.bookingId }], reason, way, expected: asked.back },
      ...{ by: { who: 'office', staffId: staff.staffId }, isTold: true },
    })
    await tellOfLargeRefund(tx, { number, pence: done.totals.refundedPence }, request)
    const { answer, action } = await bookUnderLock(
      tx,
      request,
      { ...asked, ...ofChild(place, asked), raises: [], reason },
      settlement,
    )
    return { answer, action: [cancelAction(done, { orderId, reason, method: way.method }), ...action] }
  }).catch((error: unknown) => {
    throw asRefusal(error)
  })
  jobWaiting()
  return recorded
}
