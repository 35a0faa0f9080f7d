import { sql } from 'kysely'
import type { orders as calls, MoveTarget } from '#contract/office/orders.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { classRuleProblem } from '#domain/class-rules.ts'
import { maxDatesOfClass } from '#domain/limits.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { moveSentences } from '#domain/office/order-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { creditsOfPlace } from '#domain/prices.ts'
import { requireThat } from '#domain/refusal.ts'
import { canBeMoved, obstacleTo } from '#domain/rescheduling.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isToCome } from '#server/features/offerings/queue.ts'
import {
  type OwnPlace,
  readBookedPlace,
  readTargets,
  type Target,
} from '#server/features/offerings/read-booked-place.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { wantsReference } from './cancel-in-office.ts'
import { findClashesOfMove } from './find-clashes.ts'
import { giveGoodwillCredits } from './give-goodwill-credits.ts'
import { ringOn } from './guests-to-ring.ts'
import { type LockedOrder, lockOrder } from './lock-order.ts'
import { noteToRing } from './note-to-ring.ts'
import { readOrderMoney } from './read-order-money.ts'
import { giveMoneyBack } from './refund-in-office.ts'
import { asMoveRefusal, movePlace } from './reschedule-booking.ts'

interface FoundPlace {
  orderId: number
  number: string
  accountId: number | null
  sessionId: number
  offeringId: number
  kind: OfferingKind
  creditsUsed: number
  /** The number of a guest without an email address; else ''. */
  ringOn: string
}

async function requirePlace(db: Db, bookingId: number): Promise<FoundPlace> {
  const { rows } = await sql<FoundPlace>`
    select b.order_id as "orderId", ord.order_number as number, b.account_id as "accountId", s.id as "sessionId",
      s.offering_id as "offeringId", s.kind, b.credits_used as "creditsUsed",
      ${ringOn} as "ringOn"
    from bookings b join sessions s on s.id = b.session_id join orders ord on ord.id = b.order_id
    where b.id = ${bookingId} and b.status = 'confirmed'`.execute(db)
  const [found] = rows
  requireThat(found, moveSentences.noPlace)
  return found
}

/**
 * Returns the coming dates of a class, each with what prevents moving the place there and the difference of the price.
 */
export async function previewMove(
  { bookingId, offeringId }: CallInput<typeof calls.previewMove>,
  { db, clock }: OfficeRequest,
): Promise<CallOutput<typeof calls.previewMove>> {
  const now = clock()
  const found = await requirePlace(db, bookingId)
  const { accountId, kind, sessionId, creditsUsed } = found
  const place = await readBookedPlace(db, { kind, accountId, sessionId, bookingId, now })
  requireThat(place && canBeMoved(place), sentences.notReschedulable)
  const money = await readOrderMoney(db, found.orderId)
  const own = money.places.find(one => one.bookingId === bookingId)
  const paidPence = own ? own.payablePence - own.backPence : 0
  const { rows } = await sql<{ title: string; venue: string; ids: number[] }>`
    select ${staffClassTitle('t')} as title, v.name as venue,
      array(select s.id from sessions s where s.offering_id = o.id and ${isToCome(now)}
        order by s.starts_at, s.id limit ${maxDatesOfClass}) as ids
    from offerings o join offering_types t on t.id = o.offering_type_id join venues v on v.id = o.venue_id
    where o.id = ${offeringId ?? found.offeringId} and o.is_active and o.kind = ${kind}`.execute(db)
  const [to] = rows
  requireThat(to, moveSentences.otherKind)
  const targets = await readTargets(db, place, to.ids, now)
  const clashesOf = await findClashesOfMove(db, place, targets.map(asWanted))
  return {
    number: found.number,
    kind,
    title: to.title,
    venue: to.venue,
    paidPence,
    leftPence: money.leftPence,
    isPaidAtDesk: money.isPaidAtDesk,
    ringOn: found.ringOn,
    dates: targets.map(target => ({
      ...asDate(place, target, { paidPence: Math.min(paidPence, money.leftPence), creditsUsed }),
      clashes: clashesOf(asWanted(target)),
    })),
  }
}

const asWanted = ({ day: date, ...target }: Target) => ({ ...target, date })

function asDate(
  place: OwnPlace,
  target: Target,
  { paidPence, creditsUsed }: { paidPence: number; creditsUsed: number },
): Omit<MoveTarget, 'clashes'> {
  const isOtherPrice = obstacleTo(place, target) === 'otherPrice'
  const obstacle = obstacleTo(place, target, { takesAnyPrice: true })
  const isByCredits = creditsUsed > 0
  return {
    sessionId: target.id,
    date: target.day,
    startTime: target.startTime,
    endTime: target.endTime,
    free: target.placesLeft,
    pricePence: target.pricePence,
    credits: target.credits,
    problem: obstacle ? moveSentences[obstacle] : '',
    refused: classRuleProblem(target, place) ?? '',
    isOtherPrice,
    backPence: isOtherPrice && !isByCredits ? Math.max(0, paidPence - target.pricePence) : 0,
    backCredits: isOtherPrice && isByCredits ? Math.max(0, creditsUsed - creditsOfPlace(target)) : 0,
  }
}

/** Moves a place to a date of the same price. */
export const moveInOffice = (asked: CallInput<typeof calls.move>, request: OfficeRequest) =>
  move(asked, request, undefined)

/** Moves a place to a date of another price, and gives the asked money or credits back; it may be none. */
export function moveAtOtherPrice(asked: CallInput<typeof calls.moveAtOtherPrice>, request: OfficeRequest) {
  const { pence, credits, method, reference, leftPence } = asked
  requireFields({
    reason: !saysWhy(asked.reason.trim()) && officeSentences.sayWhy,
    reference: pence > 0 && wantsReference({ method, reference }),
  })
  return move(asked, request, { pence, credits, method, reference, leftPence })
}

type Difference = Pick<
  CallInput<typeof calls.moveAtOtherPrice>,
  'pence' | 'credits' | 'method' | 'reference' | 'leftPence'
>

/**
 * Moves a place with the command that parents use. Locks account, order, payment, and then both dates by id.
 */
async function move(
  { bookingId, sessionId, reason: typed, requestId }: CallInput<typeof calls.move>,
  request: OfficeRequest,
  difference: Difference | undefined,
) {
  const { db, staff, clock, jobWaiting } = request
  const reason = typed.trim()
  const { orderId, kind, accountId, sessionId: from } = await requirePlace(db, bookingId)
  const recorded = await recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, orderId)
    const back = difference && (await giveBack(tx, order, { ...difference, bookingId, reason }, request))
    await movePlace(
      tx,
      orderId,
      {
        ...{ kind, accountId, bookingId, sessionId, staffId: staff.staffId },
        // Staff may ignore the ages of a class and "members only", for a reason (decision O-96).
        skipsClassRules: saysWhy(reason),
        takesAnyPrice: difference !== undefined,
      },
      clock(),
    )
    await noteToRing(tx, request, [orderId], 'moved')
    const ofOrder = { subjectKind: 'order', subjectId: orderId, reason, ...(accountId && { accountId }) }
    return {
      answer: {},
      action: [
        {
          ...{ action: 'booking.move' as const, ...ofOrder },
          facts: { booking: bookingId, from, to: sessionId, ...(difference && { isOtherPrice: true }) },
        },
        ...(back ? [{ action: 'order.refund' as const, ...ofOrder, facts: back }] : []),
      ],
    }
  }).catch((error: unknown) => {
    throw asMoveRefusal(error)
  })
  jobWaiting()
  return recorded
}

/** Gives back a difference of the price: as credits, or as money that was paid for the place. */
async function giveBack(
  tx: Tx,
  order: LockedOrder,
  { bookingId, reason, ...difference }: Difference & { bookingId: number; reason: string },
  request: OfficeRequest,
): Promise<Action['facts'] | undefined> {
  const { pence, credits } = difference
  const asked = { ...difference, number: order.order_number, reason }
  if (credits > 0) {
    const { creditsUsed } = await requirePlace(tx, bookingId)
    requireFields({ credits: credits > creditsUsed && moveSentences.moreCredits })
    return giveGoodwillCredits(tx, order, { ...asked, pence: 0 }, request)
  }
  return pence > 0 ? giveMoneyBack(tx, order, { ...asked, bookingId, credits: 0 }, request) : undefined
}
