import type { deskBookings } from '#contract/office/desk-bookings.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { whyNotTaken } from '#domain/booking-rules.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { expectedMethods } from '#domain/desk-payment.ts'
import { countAttendees } from '#domain/offering-kinds.ts'
import { deskSentences, priceIsNow } from '#domain/office/desk-sentences.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { placesChanged } from '#domain/office/waiting-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { lockFamily } from '#server/features/families/lock-family.ts'
import { mailPaymentLink } from '#server/features/orders/mail-payment-link.ts'
import { type MoneyOfDesk, receiveAtDesk } from '#server/features/orders/receive-at-desk.ts'
import { hashOf } from '#server/features/orders/write-order.ts'
import { asRefusal, maxTries, mayBeDecidedAgain, writePlan } from '#server/features/orders/write-plan.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import { planChanges, writeChanges } from '#server/features/planning/save-sessions.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { type AskedPlaces, planForFamily, readClassForFamily, readFactsForFamily } from './plan-for-family.ts'

type Asked = CallInput<typeof deskBookings.place>
type AskedFree = CallInput<typeof deskBookings.placeFree>
type Placed = CallOutput<typeof deskBookings.place>

type Pay = AskedPlaces['pay']

/** How the places of an order with a price are paid: at the desk, or later by a mailed link that keeps them. */
type Payment = MoneyOfDesk | { keepUntil: Date | undefined }

/**
 * Books for a family that pays with credits, at the desk, later, or by a mailed link (spec 4 §4). A trial or class
 * without a price is free.
 */
export function bookForFamily(request: OfficeRequest, asked: Asked): Promise<Recorded<Placed>> {
  const { pay, method, reference, keepUntil, skipsClassRules } = asked
  const reason = skipsClassRules ? (asked.reason ?? '').trim() : ''
  const isExpected = pay === 'expected'
  const isPaid = (pay === 'desk' || isExpected) && asked.expected.totalPence > 0
  if (isPaid && !may(request.staff.role, 'payment.desk'))
    throw new OfficeRefusal(officeSentences.notYours, 403)
  const isFromNowhere = isExpected && method && !(method in expectedMethods)
  requireFields({
    method: isPaid && (method ? isFromNowhere && deskSentences.chooseExpected : deskSentences.choosePayment),
    reason: skipsClassRules && !saysWhy(reason) && officeSentences.sayWhy,
  })
  const atDesk = isPaid && method ? { method, reference: reference.trim(), isExpected } : undefined
  const byLink = pay === 'link' ? { keepUntil: keepUntil ? new Date(keepUntil) : undefined } : undefined
  return book(request, { ...asked, reason }, pay, atDesk ?? byLink)
}

/** Books for a family without payment. The log keeps the reason. */
export function bookWithoutPayment(request: OfficeRequest, asked: AskedFree): Promise<Recorded<Placed>> {
  const reason = asked.reason.trim()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  return book(request, { ...asked, reason }, 'nothing', undefined)
}

async function book(
  request: OfficeRequest,
  asked: AskedFree,
  pay: Pay,
  payment: Payment | undefined,
): Promise<Recorded<Placed>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const recorded = await recordAction(request, asked, tx =>
        bookUnderLock(tx, request, { ...asked, pay }, payment),
      )
      request.jobWaiting()
      return recorded
    } catch (error) {
      if (attempt === maxTries || !mayBeDecidedAgain(error)) throw asRefusal(error)
    }
  }
}

/**
 * Books inside one transaction: locks the account and, if some dates are raised, the chosen dates by id. Then
 * plans by the family's own rules from what is stored now. Refuses with 409 if the price differs from the one
 * shown. `place_order` locks the rest.
 */
async function bookUnderLock(
  tx: Tx,
  request: OfficeRequest,
  asked: AskedFree & { pay: Pay },
  payment: Payment | undefined,
): Promise<{ answer: Placed; action: Action[] }> {
  const { staff, config, clock } = request
  const { accountId, sessionIds, expected, pay, reason } = asked
  const now = clock()
  await lockFamily(tx, accountId)
  const found = await readClassForFamily(tx, asked, now)
  const places = countAttendees(found.attendees)
  const raised = await raisePlaces(tx, request, { ...asked, places })
  const facts = await readFactsForFamily(tx, asked, found, sessionIds, now)
  const planned = { ...planForFamily(asked, found, facts, now), facts }
  const { totalPence, creditsUsed, bookings } = planned.plan
  if (totalPence !== expected.totalPence || creditsUsed !== expected.creditsUsed)
    throw new OfficeRefusal(priceIsNow(planned.plan), 409)
  const { orderNumber } = await writePlan(
    tx,
    planned,
    {
      ...{ accountId, guestNetwork: '', placedBy: staff.staffId },
      // The submission's own id recognises a repetition, so no other order has this hash.
      requestHash: hashOf(['desk', staff.staffId, asked.requestId]),
    },
    { now, holdMinutes: config.holdMinutes },
  )
  const { id: orderId } = await tx
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow()
  const paid = totalPence > 0 ? await settle(tx, request, { orderId, totalPence }, payment) : freely(pay)
  return {
    answer: { number: orderNumber, totalPence },
    action: [
      ...raised.map(({ sessionId, to }) => ({
        ...{ action: 'session.capacity' as const, subjectKind: 'session', subjectId: sessionId, reason },
        facts: { sessions: [sessionId], fields: ['capacity'], offered: 0, capacity: to },
      })),
      {
        ...{ action: 'booking.place' as const, subjectKind: 'order', subjectId: orderId, accountId, reason },
        childIds: [...new Set(bookings.flatMap(({ childId }) => childId ?? []))],
        facts: {
          ...{ order: orderNumber, sessions: sessionIds, places: bookings.length, pence: totalPence },
          ...(creditsUsed > 0 && { credits: creditsUsed }),
          paid: paid.how,
          ...(planned.request.skipsClassRules && {
            refused: whyNotTaken(planned.request.lines, facts) !== undefined,
          }),
          ...(paid.isExpected && { isExpected: true }),
        },
      },
      ...(paid.keptUntil
        ? [
            {
              ...{
                action: 'order.paymentLink' as const,
                subjectKind: 'order',
                subjectId: orderId,
                accountId,
              },
              facts: { keptUntil: momentInLondon(paid.keptUntil) },
            },
          ]
        : []),
    ],
  }
}

/** How an order was paid, as the log records it. */
interface Paid {
  how: string
  isExpected?: boolean
  keptUntil?: Date
}

/** Says how an order without a price was paid. */
const freely = (pay: Pay): Paid => ({
  how: pay === 'credits' ? pay : 'nothing',
})

/** Receives the money of a new order, or mails the link to pay it. Returns what the log says of it. */
async function settle(
  tx: Tx,
  request: OfficeRequest,
  { orderId, totalPence }: { orderId: number; totalPence: number },
  payment: Payment | undefined,
): Promise<Paid> {
  requireThat(payment, deskSentences.choosePayment)
  if ('method' in payment) {
    await receiveAtDesk(tx, orderId, totalPence, payment, request.clock())
    return { how: payment.method, isExpected: payment.isExpected }
  }
  const { keepUntil } = payment
  const { keptUntil } = await mailPaymentLink(tx, request, { orderId, ...(keepUntil && { keepUntil }) })
  return { how: 'link', keptUntil }
}

/**
 * Raises the capacity of full dates as the page showed, if the member may edit the planner. Refuses with the
 * current capacity if it has changed. Locks all chosen dates by id.
 */
async function raisePlaces(
  tx: Tx,
  { staff, clock }: OfficeRequest,
  { raises, sessionIds, offeringId, places, reason }: AskedFree & { places: number },
): Promise<AskedFree['raises']> {
  if (raises.length === 0) return []
  if (!may(staff.role, 'planner.edit')) throw new OfficeRefusal(officeSentences.notYours, 403)
  requireThat(
    raises.every(({ sessionId }) => sessionIds.includes(sessionId)),
    sentences.sessionNotFound,
  )
  const sessions = await lockSessions(tx, [...new Set(sessionIds)])
  for (const { sessionId, to } of raises) {
    const session = sessions.find(({ id, offering_id }) => id === sessionId && offering_id === offeringId)
    requireThat(session, sentences.sessionNotFound)
    const { id, capacity, version } = session
    // A colleague has raised it, or a place has become free: then less would do.
    requireThat(to > capacity && to <= capacity + places, placesChanged(capacity))
    const requested = { sessions: [{ id, version }], changes: { capacity: to }, reason }
    const { changed, left } = await planChanges(tx, requested, clock())
    if (left[0]) throw new Refusal(left[0].sentence)
    await writeChanges(tx, changed, { now: clock(), staffId: staff.staffId })
  }
  return raises
}
