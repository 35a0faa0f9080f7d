import { sql } from 'kysely'
import type { BookingPlan, BookingRequest, PlannedPlace } from '#domain/booking-rules.ts'
import { todayInLondon } from '#domain/calendar.ts'
import type { LaterMethod } from '#domain/desk-payment.ts'
import { maxFreeOrdersOfNetwork, maxUnpaidOrdersOfContact, maxUnpaidPlacesOfNetwork } from '#domain/limits.ts'
import { endOfHold } from '#domain/payment-times.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { isTransient, violatedConstraint } from '#server/database/transaction.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import { makeOrderNumber } from './order-number.ts'
import type { readBookingFacts } from './read-booking-facts.ts'
import { takenMeanwhile } from './rebook-released-order.ts'
import { bytesInSql, type NewOrder } from './write-order.ts'

/** How often an order is decided again, because a fact has changed. */
export const maxTries = 5

export interface BasketLine {
  id: number
  childIds: number[]
}

/** The second argument of `place_order` (database/functions), which refuses any other key or type. */
interface OrderPlan {
  discountCodeId: number | null
  /** Whether one of the booked places may be an offer of the waiting list. */
  usesOffers: boolean
  /** Whether staff book a date that has begun. */
  takesBegun: boolean
  unpaidOfContactAtMost: number
  unpaidOfNetworkAtMost: number
  freeOfNetworkAtMost: number
  /** How the family pays later; null if it does not. */
  payLater: LaterMethod | null
  /** The basket lines that are bought. */
  basketLines: BasketLine[]
  bookings: PlannedPlace[]
}

interface Planned {
  request: BookingRequest
  facts: Awaited<ReturnType<typeof readBookingFacts>>
  plan: BookingPlan
}

interface Buyer {
  accountId: number | undefined
  guestNetwork: string
  requestHash: string
  /** The member of staff who books for the account. */
  placedBy?: number
  basketLines?: BasketLine[]
  /** How the family pays later. The order is then paid in state, and its money expected. */
  payLater?: LaterMethod | undefined
}

/**
 * Writes a planned order and takes its places, credits and discount use, all or nothing. Returns it, or the one that it
 * repeats. Throws what `mayBeDecidedAgain` recognises when a fact has changed.
 */
export async function writePlan(
  db: Db,
  { request, facts, plan }: Planned,
  { accountId, guestNetwork, requestHash, placedBy, basketLines = [], payLater }: Buyer,
  { now, holdMinutes }: { now: Date; holdMinutes: number },
): Promise<PlacedOrder> {
  const contact = firstContact(request)
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
    placed_by: placedBy ?? null,
    postage_pence: 0,
    hold_expires_at: endOfHold(
      now,
      holdMinutes,
      // The order of a date that has begun is paid in the same transaction.
      request.takesBegun ? [] : facts.sessions.map(({ startsAt }) => startsAt),
    ),
  }
  const given: OrderPlan = {
    // A code that had nothing left to reduce is not used up (record 003).
    discountCodeId: plan.discountPence > 0 ? (facts.discount?.id ?? null) : null,
    takesBegun: request.takesBegun ?? false,
    usesOffers: facts.sessions.some(session => session.placesKept > 0),
    unpaidOfContactAtMost: maxUnpaidOrdersOfContact,
    unpaidOfNetworkAtMost: maxUnpaidPlacesOfNetwork,
    freeOfNetworkAtMost: maxFreeOrdersOfNetwork,
    payLater: payLater ?? null,
    basketLines,
    bookings: plan.bookings,
  }
  const { rows } = await sql<{ number: string; pence: number; status: PlacedOrder['status'] }>`${planKept}
    select placed_number as number, placed_pence as pence, placed_status as status
    from place_order(new_order(${JSON.stringify(order)}), ${JSON.stringify(given)})`.execute(db)
  const [placed] = rows
  if (!placed) throw new Error('place_order always answers')
  return { orderNumber: placed.number, totalPence: placed.pence, status: placed.status }
}

/** Returns the contact for the order itself; each place keeps its own. */
export function firstContact({ lines }: BookingRequest): { fullName: string; phone: string; email: string } {
  const attendees = lines[0]?.attendees
  return attendees?.who === 'contact' ? attendees : { fullName: '', phone: '', email: '' }
}

const factsMayHaveChanged = new Set([
  'order_facts_changed',
  // The office has removed the child, or changed the class's type.
  'bookings_own_child',
  'bookings_session_id_offering_type_id_fkey',
  ...takenMeanwhile,
])

export const mayBeDecidedAgain = (error: unknown): boolean =>
  isTransient(error) || factsMayHaveChanged.has(violatedConstraint(error) ?? '')

/** Returns a refusal if the facts still changed after several tries in a rush, instead of failing. */
export function asRefusal(error: unknown): unknown {
  if (violatedConstraint(error) === 'bookings_within_account') return new Refusal(sentences.tooManyPlaces)
  return mayBeDecidedAgain(error) ? new Refusal(sentences.changedMeanwhile) : error
}
