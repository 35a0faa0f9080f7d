import { sql } from 'kysely'
import { classRuleProblem } from '#domain/class-rules.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { canBeMoved, obstacleTo } from '#domain/rescheduling.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import {
  isOfferedTo,
  type OwnPlace,
  readBookedPlace,
  readTarget,
} from '#server/features/offerings/read-booked-place.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { lockOrder } from './lock-order.ts'

interface Move {
  kind: OfferingKind
  bookingId: number
  /** The session to move to. */
  sessionId: number
  /** Whether to ignore the class's ages and membership, because the business changed the date. */
  skipsClassRules?: boolean
  /**
   * Checks the caller's own conditions again, once the order is locked, and refuses if they no longer hold.
   */
  requireStill?: (tx: Tx) => Promise<unknown>
}

interface PlaceMove extends Move {
  /** Null for a guest's place. */
  accountId: number | null
  /** Whether the session may have another price, which staff settle. */
  takesAnyPrice?: boolean
  /** The member of staff who moves the place for the family. */
  staffId?: number
}

/**
 * Moves the account's own confirmed place to another session at the same price (decision E-15), if its class
 * takes the attendee (decision E-26). In one transaction it moves the place, records the move, and offers the
 * freed place to the waiting list. Locks account, order and both sessions by id, so that two opposite moves
 * cannot deadlock.
 */
export async function rescheduleBooking(
  services: Services,
  { accountId }: { accountId: number },
  request: Move,
): Promise<void> {
  const { db, clock, jobWaiting } = services
  const booking = await db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.id', 'bookings.order_id')
    .select('order_id')
    .where('bookings.id', '=', request.bookingId)
    .where('bookings.account_id', '=', accountId)
    .where('orders.kind', '=', request.kind)
    .executeTakeFirst()
  requireThat(booking, sentences.sessionNotFound)
  try {
    await transaction(db, tx => movePlace(tx, booking.order_id, { ...request, accountId }, clock()))
  } catch (error) {
    throw asMoveRefusal(error)
  }
  jobWaiting()
}

/** Returns the refusal of a move whose facts changed in the meantime; any other error unchanged. */
export function asMoveRefusal(error: unknown): unknown {
  const sentence = refusedBy[violatedConstraint(error) ?? '']
  return sentence ? new Refusal(sentence) : error
}

/** The constraints that fail if the facts changed in the meantime. */
const refusedBy: Record<string, string> = {
  sessions_capacity_not_exceeded: sentences.full,
  bookings_child_once: sentences.alreadyBooked,
  bookings_attendee_once: sentences.attendeeAlreadyBooked,
  bookings_attendee_phone_once: sentences.attendeeAlreadyBooked,
  bookings_trial_once: sentences.trialUsed,
  bookings_guest_trial_once: sentences.guestTrialUsed,
  bookings_guest_trial_phone_once: sentences.guestPhoneTrialUsed,
  bookings_trial_person_once: sentences.accountTrialUsed,
  bookings_within_account: sentences.tooManyPlaces,
}

/**
 * Moves a place of an order, for its family or for staff, inside the caller's transaction. Locks account, order and both
 * sessions by id.
 */
export async function movePlace(
  tx: Tx,
  orderId: number,
  {
    kind,
    bookingId,
    sessionId,
    accountId,
    requireStill,
    skipsClassRules = false,
    takesAnyPrice = false,
    staffId,
  }: PlaceMove,
  now: Date,
): Promise<void> {
  await lockOrder(tx, orderId)
  await requireStill?.(tx)
  const { session_id: fromId } = await tx
    .selectFrom('bookings')
    .select('session_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', [fromId, sessionId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

  const place = await readBookedPlace(tx, { kind, accountId, sessionId: fromId, bookingId, now })
  requireThat(place && canBeMoved(place), sentences.notReschedulable)
  const isOffered = await takeUpOffer(tx, { ...place, accountId, orderId, sessionId }, now)
  const target = await readTarget(tx, place, sessionId, now)
  requireThat(target, sentences.notChoosable)
  requireThat(target.placesLeft > 0, sentences.full)
  requireThat(!obstacleTo(place, target, { takesAnyPrice }), sentences.notChoosable)
  // An offered place may be taken whatever the class's rules (decision E-26).
  const refused = skipsClassRules || isOffered ? undefined : classRuleProblem(target, place)
  requireThat(!refused, refused ?? '')

  const moveId = await writeMove(tx, { bookingId, fromId, sessionId, ...(staffId && { staffId }) }, now)
  await offerFreedPlaces(tx, [fromId], now)
  await enqueue(tx, 'booking-moved', { moveId }, now)
}

/** Moves a place to another session. Both are locked, and the caller has decided that it may move. */
export async function writeMove(
  tx: Tx,
  {
    bookingId,
    fromId,
    sessionId,
    staffId,
  }: { bookingId: number; fromId: number; sessionId: number; staffId?: number },
  now: Date,
): Promise<number> {
  await tx
    .updateTable('bookings')
    .set(eb => ({
      session_id: sessionId,
      offering_type_id: eb.selectFrom('sessions').select('offering_type_id').where('id', '=', sessionId),
    }))
    .where('id', '=', bookingId)
    .execute()
  await tx
    .updateTable('sessions')
    .set({
      places_taken: sql<number>`places_taken + case when id = ${sessionId} then 1 else -1 end`,
    })
    .where('id', 'in', [fromId, sessionId])
    .execute()
  const { id: moveId } = await tx
    .insertInto('booking_moves')
    .values({
      ...{ booking_id: bookingId, from_session_id: fromId, to_session_id: sessionId, moved_at: now },
      staff_id: staffId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return moveId
}

/**
 * Marks the attendee's open offer in that session as used (decision E-14); returns whether there was one. The
 * caller has locked the session.
 */
const takeUpOffer = async (
  tx: Tx,
  of: Pick<OwnPlace, 'childId' | 'attendeeEmail'> & {
    accountId: number | null
    orderId: number
    sessionId: number
  },
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`with used as (
      update waiting_entries set status = 'booked', order_id = ${of.orderId}, offered_session_id = null,
        offered_at = null, offer_expires_at = null
      where offered_session_id = ${of.sessionId} and ${isOfferedTo(of, of.accountId, now)}
      returning 1
    )
    update sessions set places_offered = places_offered - used.places
    from (select count(*)::integer as places from used) used
    where id = ${of.sessionId} and used.places > 0`.execute(tx)
  return numAffectedRows > 0n
}
