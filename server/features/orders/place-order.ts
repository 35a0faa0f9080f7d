import { type BookingPlan, type BookingRequest, planBooking } from '#domain/booking-rules.ts'
import { contactKey, nameKey } from '#domain/compare-text.ts'
import type { LaterMethod } from '#domain/desk-payment.ts'
import { dialledNumber, isEmailAddress } from '#domain/email-address.ts'
import { maxFreeOrdersOfNetwork, maxUnpaidOrdersOfContact, maxUnpaidPlacesOfNetwork } from '#domain/limits.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { requireNotPaused } from '#server/features/business/pause-bookings.ts'
import type { Actor } from '#server/request/actor.ts'
import { allowRate, hashNetwork, networkOf } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import { limitDiscountCodes } from './limit-code-guesses.ts'
import { requireFewUnpaid } from './limit-unpaid-orders.ts'
import { type GuestHolds, readBookingFacts } from './read-booking-facts.ts'
import { hashOf } from './write-order.ts'
import {
  asRefusal,
  type BasketLine,
  firstContact,
  maxTries,
  mayBeDecidedAgain,
  writePlan,
} from './write-plan.ts'

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

/** The content of a basket's order: the lines to order, or the order that was just placed from them. */
export type BasketRequest = (BookingRequest & { basketLines: BasketLine[] }) | PlacedOrder

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
  const { db, clock, config, business, jobWaiting } = services
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
    const payLater = plan.totalPence > 0 ? request.payLater : undefined
    if (payLater) requireThat(accountId && business.mayPayLater, sentences.payLaterNotOffered)
    if (plan.totalPence > 0) requireFewUnpaid(facts.accountHolds)
    if (!accountId) requireGuestMayHold(facts.guestHolds, contact, plan)
    requireNotPaused(services)
    try {
      const placed = await writePlan(
        db,
        { request, facts, plan },
        {
          ...{ accountId, guestNetwork, requestHash, payLater },
          basketLines: 'basketLines' in request ? request.basketLines : [],
        },
        { now, holdMinutes: config.holdMinutes },
      )
      if (placed.status === 'paid') jobWaiting()
      return placed
    } catch (error) {
      if (attempt === maxTries || !mayBeDecidedAgain(error)) throw asRefusal(error)
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

/** Adds to the hashed order how it is paid later. An order paid by card keeps the hash that older servers know. */
export const inHash = (payLater: LaterMethod | undefined): LaterMethod[] => (payLater ? [payLater] : [])

/**
 * Hashes a request, so that the same booking has the same hash in any order of fields and ids, and any spelling
 * of name and number (decision E-38).
 */
function fingerprint(request: BookingRequest): string {
  const { kind, isTrial, creditsWanted = null, discountCode, payLater } = request
  const lines = request.lines
    .toSorted((one, other) => one.sessionId - other.sessionId)
    .map(({ sessionId, attendees }) => [
      sessionId,
      attendees.who === 'contact'
        ? [nameKey(attendees.fullName), attendees.email, dialledNumber(attendees.phone)]
        : attendees,
    ])
  return hashOf([kind, isTrial, creditsWanted, discountCode, lines, ...inHash(payLater)])
}
