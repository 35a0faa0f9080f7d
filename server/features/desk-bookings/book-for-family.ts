import type { deskBookings } from '#contract/office/desk-bookings.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { whyNotTaken } from '#domain/booking-rules.ts'
import { momentInLondon } from '#domain/calendar.ts'
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
import {
  type DeskSettlement,
  type Paid,
  readSettlement,
  settleAtDesk,
} from '#server/features/orders/settle-at-desk.ts'
import { hashOf } from '#server/features/orders/write-order.ts'
import { asRefusal, maxTries, mayBeDecidedAgain, writePlan } from '#server/features/orders/write-plan.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import { planChanges, writeChanges } from '#server/features/planning/save-sessions.ts'
import { settleWalkIn } from '#server/features/walk-ins/settle-walk-in.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { type AskedPlaces, planForFamily, readClassForFamily, readFactsForFamily } from './plan-for-family.ts'

type Asked = CallInput<typeof deskBookings.place>
type AskedFree = CallInput<typeof deskBookings.placeFree>
type Placed = CallOutput<typeof deskBookings.place>

type Pay = AskedPlaces['pay']

/**
 * Books for a family that pays with credits, at the desk, later, or by a mailed link (spec 4 §4). A trial or class
 * without a price is free.
 */
export function bookForFamily(request: OfficeRequest, asked: Asked): Promise<Recorded<Placed>> {
  const { pay, skipsClassRules } = asked
  const reason = skipsClassRules ? (asked.reason ?? '').trim() : ''
  const { settlement, problem } = readSettlement(request, asked)
  requireFields({
    method: problem,
    pay: asked.walkInId !== undefined && pay === 'link' && deskSentences.begunByLink,
    reason: skipsClassRules && !saysWhy(reason) && officeSentences.sayWhy,
  })
  return book(request, { ...asked, reason }, pay, settlement)
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
  settlement: DeskSettlement | undefined,
): Promise<Recorded<Placed>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const recorded = await recordAction(request, asked, tx =>
        bookUnderLock(tx, request, { ...asked, pay }, settlement),
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
export async function bookUnderLock(
  tx: Tx,
  request: OfficeRequest,
  asked: AskedFree & { pay: Pay },
  settlement: DeskSettlement | undefined,
): Promise<{ answer: Placed; action: Action[] }> {
  const { staff, config, clock } = request
  const { accountId, sessionIds, expected, pay, reason, walkInId } = asked
  const now = clock()
  await lockFamily(tx, accountId)
  const found = await readClassForFamily(tx, asked, now)
  const isOne = sessionIds.length === 1 && asked.childIds.length <= 1
  const isItsDate = sessionIds.every(id => found.dates.some(date => date.id === id))
  requireThat(!walkInId || (isOne && isItsDate), deskSentences.walkInAlone)
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
  const paid =
    totalPence > 0 ? await settleAtDesk(tx, request, { orderId, totalPence }, settlement) : freely(pay)
  if (walkInId) await settleWalkIn(tx, request, walkInId, orderId)
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

/** Says how an order without a price was paid. */
const freely = (pay: Pay): Paid => ({
  how: pay === 'credits' ? pay : 'nothing',
})

/**
 * Raises the capacity of full dates as the page showed, if the member may edit the planner. Refuses with the
 * current capacity if it has changed. Locks all chosen dates by id.
 */
async function raisePlaces(
  tx: Tx,
  { staff, clock }: OfficeRequest,
  { raises, sessionIds, offeringId, places, reason, walkInId }: AskedFree & { places: number },
): Promise<AskedFree['raises']> {
  if (raises.length === 0) return []
  // A child who walked in is in the room already, so anybody at the desk may raise the capacity.
  if (!walkInId && !may(staff.role, 'planner.edit')) throw new OfficeRefusal(officeSentences.notYours, 403)
  requireThat(
    raises.every(({ sessionId }) => sessionIds.includes(sessionId)),
    sentences.sessionNotFound,
  )
  const sessions = await lockSessions(tx, [...new Set(sessionIds)])
  for (const { sessionId, to } of raises) {
    const session = sessions.find(({ id, offering_id }) => id === sessionId && offering_id === offeringId)
    requireThat(session, sentences.sessionNotFound)
    const { id, capacity, version } = session
    // If a colleague has raised it, or a place has become free, a smaller raise would be enough.
    requireThat(to > capacity && to <= capacity + places, placesChanged(capacity))
    if (walkInId) {
      await raiseBegun(tx, { id, to, staffId: staff.staffId, now: clock() })
      continue
    }
    const requested = { sessions: [{ id, version }], changes: { capacity: to }, reason }
    const { changed, left } = await planChanges(tx, requested, clock())
    if (left[0]) throw new Refusal(left[0].sentence)
    await writeChanges(tx, changed, { now: clock(), staffId: staff.staffId })
  }
  return raises
}

/** Raises the capacity of a date that may have begun. The planner cannot change such a date. */
const raiseBegun = (
  tx: Tx,
  { id, to, staffId, now }: { id: number; to: number; staffId: number; now: Date },
) =>
  tx
    .updateTable('sessions')
    .set(eb => ({ capacity: to, version: eb('version', '+', 1), updated_at: now, updated_by: staffId }))
    .where('id', '=', id)
    .execute()
