import { sql } from 'kysely'
import { momentInLondon } from '#domain/calendar.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { type CancelTotals, cancelledBefore, cancelSentences } from '#domain/office/refund-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Settlement, type SettlementTerms, settlePlaces, termsByPolicy } from '#domain/settlement.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import type { Services } from '#server/services.ts'
import { announceCancelledPlaces } from './announce-cancelled-places.ts'
import { lockOrder } from './lock-order.ts'
import { type GivenWay, oweRefund, wayBack } from './owe-refund.ts'
import { lockPayment } from './payment-of-order.ts'
import { type OrderMoney, type OrderPlace, readOrderMoney } from './read-order-money.ts'
import { countEach, releaseDiscount } from './release-order.ts'
import { moveCredits } from './write-ledger.ts'

export interface Cancelling {
  orderId: number
  /** The places; without terms a place is settled as the policy proposes. */
  places: { bookingId: number; terms?: SettlementTerms }[]
  by: { who: 'office' | 'date'; staffId: number } | { who: 'customer' }
  reason: string
  /** The method of the refund. */
  way?: GivenWay
  /** The totals that were shown. The call is refused if they have changed. */
  expected?: CancelTotals
  /**
   * Whether the whole order ends because expected money was not received, including places that have begun.
   */
  endsUnpaid?: boolean
  /**
   * Whether the family is told here. For a cancelled date it is told elsewhere, once about all its places.
   */
  isTold: boolean
}

export interface PlannedPlace extends OrderPlace {
  settlement: Settlement
}

/** The effect of cancelling places now. */
export interface CancelPlan {
  places: PlannedPlace[]
  totals: CancelTotals
}

export interface CancelledPlaces extends CancelPlan {
  refundId: number | null
  isOrderOver: boolean
  accountId: number | null
}

/** Plans the cancelling of places in a paid order; refuses places that cannot be cancelled. */
function planOf(
  money: OrderMoney,
  { places: wanted, by, endsUnpaid }: Pick<Cancelling, 'places'> & Partial<Cancelling>,
  now: Date,
): CancelPlan {
  requireThat(money.status === 'paid' || money.status === 'cancelled', cancelSentences.notPaid)
  requireThat(wanted.length > 0, cancelSentences.choosePlaces)
  requireThat(new Set(wanted.map(each => each.bookingId)).size === wanted.length, sentences.sessionNotFound)
  const places = wanted.map(({ bookingId, terms }) => {
    const place = money.places.find(one => one.bookingId === bookingId)
    requireThat(place, sentences.sessionNotFound)
    const { cancelled, startsAt } = place
    if (cancelled) {
      throw new OfficeRefusal(cancelledBefore(cancelled.by, momentInLondon(new Date(cancelled.at)).slice(11)))
    }
    requireThat(place.status !== 'cancelled', cancelSentences.notPaid)
    const milliseconds = new Date(startsAt).getTime() - now.getTime()
    // A cancelled date may be settled after it would have begun.
    requireThat(by?.who === 'date' || endsUnpaid || milliseconds > 0, cancelSentences.hasBegun)
    return { ...place, terms: terms ?? termsByPolicy(money.policy, milliseconds / 3_600_000) }
  })
  const settlements = settlePlaces(places, money.leftPence, money.live)
  const sum = (of: (settlement: Settlement) => number) =>
    settlements.reduce((total, each) => total + of(each), 0)
  return {
    places: places.map((place, at) => ({ ...place, settlement: settlements[at] as Settlement })),
    totals: {
      refundedPence: sum(each => each.refundedPence),
      keptPence: sum(each => each.keptPence),
      credits: sum(each => each.creditsReturned + each.creditsGranted),
    },
  }
}

/** Previews what cancelling would do now; refuses places that cannot be cancelled. */
export const previewCancelling = async (
  db: Db,
  { orderId, ...cancelling }: Pick<Cancelling, 'orderId' | 'places' | 'endsUnpaid'>,
  now: Date,
): Promise<CancelPlan> => planOf(await readOrderMoney(db, orderId), cancelling, now)

/**
 * Cancels places of a paid order, in the caller's transaction: frees them for the waiting list, settles their
 * money and credits, tells the family, and ends the order with its last place. Locks account, order, payment,
 * discount code and sessions by id. The caller checks the permission, and starts the jobs after the commit.
 */
export async function cancelPlaces(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  cancelling: Cancelling,
): Promise<CancelledPlaces> {
  const now = services.clock()
  const { orderId, by, reason, expected } = cancelling
  const order = await lockOrder(tx, orderId)
  const ids = cancelling.places.map(({ bookingId }) => bookingId)
  await lockRest(tx, orderId, ids)
  const money = await readOrderMoney(tx, orderId)
  const plan = planOf(money, cancelling, now)
  const { totals } = plan
  const way = wayBack(money, cancelling.way)
  const isAsExpected =
    !expected ||
    (expected.refundedPence === totals.refundedPence &&
      expected.keptPence === totals.keptPence &&
      expected.credits === totals.credits)
  if (!isAsExpected) throw new OfficeRefusal(cancelSentences.figuresChanged, 409)

  const staffId = by.who === 'customer' ? null : by.staffId
  await tx.updateTable('bookings').set({ status: 'cancelled' }).where('id', 'in', ids).execute()
  const refundId =
    totals.refundedPence > 0 && money.paymentId
      ? await oweRefund(
          tx,
          { paymentId: money.paymentId, pence: totals.refundedPence, kind: 'cancelled', reason, staffId },
          way,
          now,
        )
      : null
  for (const { bookingId, settlement } of plan.places) {
    await tx
      .insertInto('booking_cancellations')
      .values({
        booking_id: bookingId,
        order_id: orderId,
        cancelled_at: now,
        cancelled_by: by.who,
        staff_id: staffId,
        reason,
        refund_id: settlement.refundedPence > 0 ? refundId : null,
        refunded_pence: settlement.refundedPence,
        as_credits_pence: settlement.asCreditsPence,
        kept_pence: settlement.keptPence,
        back_before_pence: settlement.backBeforePence,
        not_received_pence: settlement.notReceivedPence,
        credits_returned: settlement.creditsReturned,
        credits_granted: settlement.creditsGranted,
      })
      .execute()
  }
  await giveCredits(tx, order.account_id, order.order_number, plan.places, { orderId, now })
  await expectLess(tx, money, plan.places, now)
  const isOrderOver = money.places.every(
    ({ bookingId, status }) => status === 'cancelled' || ids.includes(bookingId),
  )
  if (isOrderOver) await endPaidOrder(tx, orderId, by.who === 'customer' ? 'customer' : 'staff', now)
  await freePlaces(
    tx,
    plan.places.map(({ sessionId }) => sessionId),
    now,
  )
  const done = { ...plan, refundId, isOrderOver, accountId: order.account_id }
  if (cancelling.isTold) {
    const { endsUnpaid = false } = cancelling
    await announceCancelledPlaces(tx, services, orderId, { ...done, by: by.who, endsUnpaid }, way)
  }
  return done
}

/**
 * Locks, after account and order: the payment, the discount code, and by id the sessions of these places and any
 * others that the caller names.
 */
export async function lockRest(
  tx: Tx,
  orderId: number,
  bookingIds: number[],
  otherSessions: number[] = [],
): Promise<void> {
  await lockPayment(tx, orderId)
  await sql`select id from discount_codes where id in (
    select discount_code_id from discount_uses where order_id = ${orderId} and released_at is null) for update`.execute(
    tx,
  )
  await sql`select id from sessions where id in (
    select session_id from bookings where order_id = ${orderId} and id = any(${bookingIds}::bigint[]))
    or id = any(${otherSessions}::bigint[])
    order by id for no key update`.execute(tx)
}

async function giveCredits(
  tx: Tx,
  accountId: number | null,
  orderNumber: string,
  places: PlannedPlace[],
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  if (!accountId) return
  for (const { bookingId, title, settlement } of places) {
    const entry = { accountId, orderId, bookingId, now, memo: `Order ${orderNumber}, ${title} cancelled` }
    await moveCredits(tx, { ...entry, delta: settlement.creditsReturned, reason: 'returned' })
    await moveCredits(tx, { ...entry, delta: settlement.creditsGranted, reason: 'exchanged' })
  }
}

/**
 * Lowers an order's expected money by what cancelled places no longer owe. The payment succeeds if all the
 * rest was received, and expires if nothing was received and nothing is expected any more. The payment is
 * locked.
 */
async function expectLess(
  tx: Tx,
  { paymentId, expectedPence, books }: OrderMoney,
  places: PlannedPlace[],
  now: Date,
): Promise<void> {
  const gonePence = places.reduce((sum, { settlement }) => sum + settlement.notReceivedPence, 0)
  if (paymentId === null || expectedPence === null || gonePence === 0) return
  const leftPence = expectedPence - gonePence
  const isOver = leftPence === books.cameInPence
  await tx
    .updateTable('payments')
    .set({
      ...(leftPence > 0 && { amount_pence: leftPence }),
      ...(isOver && { status: leftPence > 0 ? 'succeeded' : 'expired', settled_at: now }),
    })
    .where('id', '=', paymentId)
    .execute()
}

async function endPaidOrder(
  tx: Tx,
  orderId: number,
  reason: NonNullable<Schema['orders']['cancel_reason']>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled', cancel_reason: reason, cancelled_at: now })
    .where('id', '=', orderId)
    .execute()
  await releaseDiscount(tx, orderId, now)
}

async function freePlaces(tx: Tx, sessionIds: number[], now: Date): Promise<void> {
  const sessions = countEach(sessionIds)
  for (const [sessionId, places] of sessions) {
    await tx
      .updateTable('sessions')
      .set({ places_taken: sql<number>`places_taken - ${places}` })
      .where('id', '=', sessionId)
      .execute()
  }
  await offerFreedPlaces(
    tx,
    sessions.map(([sessionId]) => sessionId),
    now,
  )
}
