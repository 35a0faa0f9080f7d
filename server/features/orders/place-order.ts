import { sql } from 'kysely'
import { type BookingPlan, type BookingWish, type PlannedPlace, planBooking } from '#domain/booking-rules.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { contactKey, nameKey } from '#domain/compare-text.ts'
import { dialledNumber, isEmailAddress } from '#domain/email-address.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { endOfHold } from '#domain/payment-times.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { isTransient, violatedConstraint } from '#server/database/transaction.ts'
import type { AccountId, Actor } from '#server/features/accounts/actor.ts'
import { allowRate, markOfNetwork, networkOf } from '#server/features/accounts/allow-rate.ts'
import type { Services } from '#server/services.ts'
import { countDiscountCode } from './count-discount-code.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import { requireMayOwe } from './may-owe.ts'
import { makeOrderNumber } from './order-number.ts'
import { type GuestHolds, readBookingFacts } from './read-booking-facts.ts'
import { takenMeanwhile } from './reseat-order.ts'
import { hashOf } from './write-order.ts'

const tries = 5
const guestOrders = { atMost: 10, perMinutes: 60 }
/**
 * A guest who never pays or confirms blocks no more: so many orders of a contact, so many unpaid places of a network, and
 * so many orders that cost nothing and were not confirmed within an hour (trust row 23).
 */
const heldAtMost = { ofContact: 3, ofNetwork: 3, freeOfNetwork: 3 }

/**
 * Places an order and takes its places, credits and discount use, all or nothing; a total of 0 is confirmed at once
 * (decisions E-01, E-04), a guest's when they have opened the link in a mail (record 025). The rules decide from facts
 * read without a lock; `place_order` writes under locks (account, order, discount, sessions in id order) and refuses when
 * a fact has changed, and then we decide anew.
 */
export async function placeOrder(services: Services, actor: Actor, wish: BookingWish): Promise<PlacedOrder> {
  const { db, clock } = services
  if (!actor.accountId)
    await allowRate(db, { key: `guest-order:${networkOf(actor.ip)}`, ...guestOrders }, clock())
  return placeWish(services, actor, fingerprint(wish), async () => wish)
}

/** What a basket's order is of: its lines as they stand, or the order that has just been made of them. */
export type BasketWish = (BookingWish & { basketLines: BasketLine[] }) | PlacedOrder

interface BasketLine {
  id: number
  childIds: number[]
}

/**
 * Places one order for lines of a basket, which it uses up under the same locks; `readWish` is asked again whenever
 * a line or another fact has changed meanwhile. `requestHash` tells a repeated submit from a new one.
 */
export async function placeWish(
  services: Services,
  { accountId, ip }: Actor,
  requestHash: string,
  readWish: () => Promise<BookingWish | BasketWish>,
): Promise<PlacedOrder> {
  const { db, clock, config, jobWaiting } = services
  const guestNetwork = accountId ? '' : markOfNetwork(config, ip)
  for (let attempt = 1; ; attempt++) {
    const now = clock()
    const wish = await readWish()
    if ('orderNumber' in wish) return wish
    const contact = firstContact(wish)
    const wanted = { ...wish, accountId, guestContact: contactKey(contact), guestNetwork, requestHash, now }
    const codeIsGood = await countDiscountCode(db, { accountId, ip }, wish.discountCode, now)
    const facts = await readBookingFacts(db, wanted)
    if (facts.discount) await codeIsGood()
    if (facts.repeatOf) return facts.repeatOf
    const plan = planBooking(wish, facts, now)
    if (plan.totalPence > 0) requireMayOwe(facts.accountHolds)
    if (!accountId) requireGuestMayHold(facts.guestHolds, contact, plan)
    try {
      const placed = await writePlan(db, {
        orderNumber: makeOrderNumber(todayInLondon(now)),
        kind: wish.kind,
        accountId: accountId ?? null,
        guestName: contact.fullName,
        guestEmail: contact.email,
        guestPhone: contact.phone,
        guestNetwork,
        isTrial: wish.isTrial,
        listPence: plan.listPence,
        creditValuePence: plan.creditValuePence,
        discountPence: plan.discountPence,
        totalPence: plan.totalPence,
        creditsUsed: plan.creditsUsed,
        // A code that had nothing left to take off is not used up (record 007).
        discountCodeId: plan.discountPence > 0 ? (facts.discount?.id ?? null) : null,
        usesOffers: facts.sessions.some(session => session.placesKept > 0),
        requestHash,
        placedAt: now,
        holdExpiresAt: endOfHold(
          now,
          config.holdMinutes,
          facts.sessions.map(({ startsAt }) => startsAt),
        ),
        unpaidOfContactAtMost: heldAtMost.ofContact,
        unpaidOfNetworkAtMost: heldAtMost.ofNetwork,
        freeOfNetworkAtMost: heldAtMost.freeOfNetwork,
        basketLines: 'basketLines' in wish ? wish.basketLines : [],
        bookings: plan.bookings,
      })
      if (placed.totalPence === 0) jobWaiting()
      return placed
    } catch (error) {
      if (attempt === tries || !mayBeDecidedAnew(error)) throw asRefusal(error)
    }
  }
}

/** What costs nothing is confirmed by a mail, so that there must be somewhere to send it. */
function requireGuestMayHold(
  holds: GuestHolds,
  { email }: { email: string },
  { totalPence }: BookingPlan,
): void {
  requireThat(totalPence > 0 || isEmailAddress(email), sentences.emailRequired)
  requireThat(holds.ofContact < heldAtMost.ofContact, sentences.tooManyUnpaid)
  if (totalPence > 0) requireThat(holds.ofNetwork < heldAtMost.ofNetwork, sentences.tooManyUnpaidNearby)
  else requireThat(holds.freeOfNetwork < heldAtMost.freeOfNetwork, sentences.tooManyFreeNearby)
}

/** What `place_order` (database/functions) writes; it refuses a plan with any other key or type. */
interface OrderPlan {
  orderNumber: string
  kind: OfferingKind
  accountId: AccountId | null
  guestName: string
  guestEmail: string
  guestPhone: string
  guestNetwork: string
  isTrial: boolean
  listPence: number
  creditValuePence: number
  discountPence: number
  totalPence: number
  creditsUsed: number
  discountCodeId: number | null
  /** Whether a place that is kept through the waiting list may be among those booked. */
  usesOffers: boolean
  requestHash: string
  placedAt: Date
  /** Until when its places are kept while it is unpaid; an order of nothing has no hold. */
  holdExpiresAt: Date
  unpaidOfContactAtMost: number
  unpaidOfNetworkAtMost: number
  freeOfNetworkAtMost: number
  /** What is bought out of the basket. */
  basketLines: BasketLine[]
  bookings: PlannedPlace[]
}

/** Answers the order that was placed, or the one of which this is a repeat. */
async function writePlan(db: Db, plan: OrderPlan): Promise<PlacedOrder> {
  const { rows } = await sql<{ number: string; pence: number; status: PlacedOrder['status'] }>`${planKept}
    select placed_number as number, placed_pence as pence, placed_status as status
    from place_order(${JSON.stringify(plan)})`.execute(db)
  const [placed] = rows
  if (!placed) throw new Error('place_order always answers')
  return { orderNumber: placed.number, totalPence: placed.pence, status: placed.status }
}

/** The contact on the order itself; each place keeps its own. */
function firstContact({ lines }: BookingWish): { fullName: string; phone: string; email: string } {
  const attendees = lines[0]?.attendees
  return attendees?.who === 'contact' ? attendees : { fullName: '', phone: '', email: '' }
}

/** The same wish, however its fields were ordered and its ids, name and number written, has the same fingerprint (decision E-38). */
function fingerprint(wish: BookingWish): string {
  const { kind, isTrial, creditsWanted = null, discountCode } = wish
  const lines = wish.lines
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
  // The office has taken the child off, or made the class one of another type.
  'bookings_own_child',
  'bookings_session_id_offering_type_id_fkey',
  ...takenMeanwhile,
])

const mayBeDecidedAnew = (error: unknown) =>
  isTransient(error) || factsMayHaveChanged.has(violatedConstraint(error) ?? '')

/** After several tries in a rush the facts still moved: say so instead of failing. */
function asRefusal(error: unknown): unknown {
  if (violatedConstraint(error) === 'bookings_within_account') return new Refusal(sentences.tooManyPlaces)
  return mayBeDecidedAnew(error) ? new Refusal(sentences.changedMeanwhile) : error
}
