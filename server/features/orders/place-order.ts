import { sql } from 'kysely'
import {
  type BookingPlan,
  type BookingRequest,
  type PlannedPlace,
  planBooking,
} from '#domain/booking-rules.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { contactKey, nameKey } from '#domain/compare-text.ts'
import { dialledNumber, isEmailAddress } from '#domain/email-address.ts'
import { maxFreeOrdersOfNetwork, maxUnpaidOrdersOfContact, maxUnpaidPlacesOfNetwork } from '#domain/limits.ts'
import { endOfHold } from '#domain/payment-times.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { isTransient, violatedConstraint } from '#server/database/transaction.ts'
import type { Actor } from '#server/request/actor.ts'
import { allowRate, hashNetwork, networkOf } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import { limitDiscountCodes } from './limit-code-guesses.ts'
import { requireFewUnpaid } from './limit-unpaid-orders.ts'
import { makeOrderNumber } from './order-number.ts'
import { type GuestHolds, readBookingFacts } from './read-booking-facts.ts'
import { takenMeanwhile } from './rebook-released-order.ts'
import { bytesInSql, hashOf, type NewOrder } from './write-order.ts'

const tries = 5
const guestOrders = { atMost: 10, perMinutes: 60 }

/**
 * Places an order and takes its places, credits and discount use, all or nothing. A total of 0 is confirmed
 * at once (decisions E-01, E-04); a guest's is confirmed when they open the link in a mail (record 025). The
 * rules decide from facts read without a lock. `place_order` writes under locks (account, order, discount,
 * sessions in id order) and fails if a fact has changed; then the decision is repeated.
 */
export async function placeOrder(
  services: Services,
  actor: Actor,
  request: BookingRequest,
): Promise<PlacedOrder> {
  const { db, clock } = services
  if (!actor.accountId)
    await allowRate(db, { key: `guest-order:${networkOf(actor.ip)}`, ...guestOrders }, clock())
  return placeRequest(services, actor, fingerprint(request), async () => request)
}

/** The content of a basket's order: its lines, or the order just created from them. */
export type BasketRequest = (BookingRequest & { basketLines: BasketLine[] }) | PlacedOrder

interface BasketLine {
  id: number
  childIds: number[]
}

/**
 * Places one order for lines of a basket and removes them under the same locks. `readRequest` is called again
 * whenever a line or another fact has changed. `requestHash` distinguishes a repeated submit from a new one.
 */
export async function placeRequest(
  services: Services,
  { accountId, ip }: Actor,
  requestHash: string,
  readRequest: () => Promise<BookingRequest | BasketRequest>,
): Promise<PlacedOrder> {
  const { db, clock, config, jobWaiting } = services
  const guestNetwork = accountId ? '' : hashNetwork(config, ip)
  for (let attempt = 1; ; attempt++) {
    const now = clock()
    const request = await readRequest()
    if ('orderNumber' in request) return request
    const contact = firstContact(request)
    const wanted = {
      ...request,
      accountId,
      guestContact: contactKey(contact),
      guestNetwork,
      requestHash,
      now,
    }
    const codeIsGood = await limitDiscountCodes(db, { accountId, ip }, request.discountCode, now)
    const facts = await readBookingFacts(db, wanted)
    if (facts.discount) await codeIsGood()
    if (facts.repeatOf) return facts.repeatOf
    const plan = planBooking(request, facts, now)
    if (plan.totalPence > 0) requireFewUnpaid(facts.accountHolds)
    if (!accountId) requireGuestMayHold(facts.guestHolds, contact, plan)
    try {
      const order: NewOrder = {
        order_number: makeOrderNumber(todayInLondon(now)),
        kind: request.kind,
        account_id: accountId ?? null,
        guest_name: contact.fullName,
        guest_email: contact.email,
        guest_phone: contact.phone,
        guest_network: guestNetwork,
        is_trial: request.isTrial,
        list_pence: plan.listPence,
        credit_value_pence: plan.creditValuePence,
        discount_pence: plan.discountPence,
        total_pence: plan.totalPence,
        credits_used: plan.creditsUsed,
        request_hash: bytesInSql(requestHash),
        placed_at: now,
        hold_expires_at: endOfHold(
          now,
          config.holdMinutes,
          facts.sessions.map(({ startsAt }) => startsAt),
        ),
      }
      const placed = await writePlan(db, order, {
        // A code that had nothing left to reduce is not used up (record 003).
        discountCodeId: plan.discountPence > 0 ? (facts.discount?.id ?? null) : null,
        usesOffers: facts.sessions.some(session => session.placesKept > 0),
        unpaidOfContactAtMost: maxUnpaidOrdersOfContact,
        unpaidOfNetworkAtMost: maxUnpaidPlacesOfNetwork,
        freeOfNetworkAtMost: maxFreeOrdersOfNetwork,
        basketLines: 'basketLines' in request ? request.basketLines : [],
        bookings: plan.bookings,
      })
      if (placed.totalPence === 0) jobWaiting()
      return placed
    } catch (error) {
      if (attempt === tries || !mayBeDecidedAnew(error)) throw asRefusal(error)
    }
  }
}

/** Requires an email address for a free order, which is confirmed by mail. */
function requireGuestMayHold(
  holds: GuestHolds,
  { email }: { email: string },
  { totalPence }: BookingPlan,
): void {
  requireThat(totalPence > 0 || isEmailAddress(email), sentences.emailRequired)
  requireThat(holds.ofContact < maxUnpaidOrdersOfContact, sentences.tooManyUnpaid)
  if (totalPence > 0) requireThat(holds.ofNetwork < maxUnpaidPlacesOfNetwork, sentences.tooManyUnpaidNearby)
  else requireThat(holds.freeOfNetwork < maxFreeOrdersOfNetwork, sentences.tooManyFreeNearby)
}

/** The second argument of `place_order` (database/functions), which refuses any other key or type. */
interface OrderPlan {
  discountCodeId: number | null
  /** Whether one of the booked places may be an offer of the waiting list. */
  usesOffers: boolean
  unpaidOfContactAtMost: number
  unpaidOfNetworkAtMost: number
  freeOfNetworkAtMost: number
  /** The basket lines that are bought. */
  basketLines: BasketLine[]
  bookings: PlannedPlace[]
}

/** Returns the placed order, or the one that this repeats. */
async function writePlan(db: Db, order: NewOrder, plan: OrderPlan): Promise<PlacedOrder> {
  const { rows } = await sql<{ number: string; pence: number; status: PlacedOrder['status'] }>`${planKept}
    select placed_number as number, placed_pence as pence, placed_status as status
    from place_order(new_order(${JSON.stringify(order)}), ${JSON.stringify(plan)})`.execute(db)
  const [placed] = rows
  if (!placed) throw new Error('place_order always answers')
  return { orderNumber: placed.number, totalPence: placed.pence, status: placed.status }
}

/** Returns the contact for the order itself; each place keeps its own. */
function firstContact({ lines }: BookingRequest): { fullName: string; phone: string; email: string } {
  const attendees = lines[0]?.attendees
  return attendees?.who === 'contact' ? attendees : { fullName: '', phone: '', email: '' }
}

/**
 * Hashes a request, so that the same booking has the same hash in any order of fields and ids, and any spelling
 * of name and number (decision E-38).
 */
function fingerprint(request: BookingRequest): string {
  const { kind, isTrial, creditsWanted = null, discountCode } = request
  const lines = request.lines
    .toSorted((one, other) => one.sessionId - other.sessionId)
    .map(({ sessionId, attendees }) => [
      sessionId,
      attendees.who === 'contact'
        ? [nameKey(attendees.fullName), attendees.email, dialledNumber(attendees.phone)]
        : attendees,
    ])
  return hashOf([kind, isTrial, creditsWanted, discountCode, lines])
}

const factsMayHaveChanged = new Set([
  'order_facts_changed',
  // The office has removed the child, or changed the class's type.
  'bookings_own_child',
  'bookings_session_id_offering_type_id_fkey',
  ...takenMeanwhile,
])

const mayBeDecidedAnew = (error: unknown) =>
  isTransient(error) || factsMayHaveChanged.has(violatedConstraint(error) ?? '')

/** Returns a refusal if the facts still changed after several tries in a rush, instead of failing. */
function asRefusal(error: unknown): unknown {
  if (violatedConstraint(error) === 'bookings_within_account') return new Refusal(sentences.tooManyPlaces)
  return mayBeDecidedAnew(error) ? new Refusal(sentences.changedMeanwhile) : error
}
