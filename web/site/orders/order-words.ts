import * as addresses from '#contract/addresses.ts'
import { paidAtDesk, paymentExpected } from '#domain/desk-payment.ts'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { spokenDays } from '#web/ui/british-dates.ts'
import { pounds } from '#web/ui/money.tsx'
import type { BookingOrder } from './order-queries.ts'
import type { Receipt, UnpaidOrder } from './own-booking-queries.ts'

/** The headings of each kind's order history and calendar (A-26, C-22). */
export const orderHeadings = {
  class: {
    history: 'Classes Booking History',
    calendar: 'Your classes',
    add: '+ Add a class',
  },
  event: {
    history: 'Events Booking History',
    calendar: 'Your events',
    add: '+ Add an event',
  },
  parentSession: {
    history: 'Parents Booking History',
    calendar: 'Your parental support',
    add: '+ Add a session',
  },
  product: {
    history: 'Products Order History',
  },
} as const

/** Returns the kind of the order page with this path. */
export function kindOfOrderPath(pathname: string): OfferingKind {
  const kind = everyOfferingKind.find(candidate => addresses.isPathOf(pathname, addresses.orderOf[candidate]))
  if (!kind) throw new Error(`${pathname} shows no kind's orders`)
  return kind
}

/** The kinds that My Bookings lists. */
export type ListedKind = keyof typeof orderHeadings

/** Returns where each kind is booked or bought. */
export const bookingAddress = (kind: ListedKind): string =>
  kind === 'product' ? addresses.shop() : addresses.ofKind[kind].timetable()

/** Returns the next step after paying, depending on what was bought. */
export function nextAfter(kind?: addresses.OrderKind): { label: string; address: string } {
  if (kind === 'product') return { label: 'Back to the shop', address: addresses.shop() }
  const label = kind === 'pack' ? 'Book a class' : 'Book another class'
  return { label, address: addresses.ofKind.class.timetable() }
}

/** Returns the word for a status: any but unpaid and paid reads Cancelled (spec 2 §4). */
export function statusWord(status: BookingOrder['status']): string {
  if (status === 'pending') return 'Payment outstanding'
  return status === 'paid' ? 'Paid' : 'Cancelled'
}

/** Returns the state of a booking for its badge: money that is expected is never “Paid” (spec 4 §4). */
export const statusOf = ({ status, expectedPence }: BookingOrder) =>
  expectedPence
    ? { status: 'pending' as const, word: 'Payment expected' }
    : { status, word: statusWord(status) }

/** Describes the payment: '£7.50 paid by card and 1 credit used', '£25.20 paid by card (discount: £2.80)'. */
export function paidHow({ paymentMethod, paidPence, creditsUsed, discountPence, desk }: Paid): string {
  const credits = creditsUsed > 0 && creditsSpent(creditsUsed)
  if (desk && desk.expectedPence > 0) return paymentExpected(desk)
  const money = paymentMethod === 'card' ? 'by card' : desk && paidAtDesk(desk)
  const paidBy = money && `${pounds(paidPence)} paid ${money}`
  const paid = [paidBy, credits].filter(Boolean).join(' and ') || 'Free of charge'
  return discountPence > 0 ? `${paid} (discount: ${pounds(discountPence)})` : paid
}
type Paid = Pick<Receipt, 'paymentMethod' | 'paidPence' | 'creditsUsed' | 'discountPence' | 'desk'>

/** Formats '1 credit used', '3 credits used'. */
export const creditsSpent = (credits: number): string =>
  credits === 1 ? '1 credit used' : `${credits} credits used`

/** Returns the places of an order that are not cancelled, or all places if all are cancelled. */
export function standing<Place extends { state?: 'cancelled' | undefined }>(
  places: readonly Place[],
): readonly Place[] {
  const left = places.filter(({ state }) => state !== 'cancelled')
  return left.length > 0 ? left : places
}

/** Whether every place of an order was cancelled after it had been paid. */
export const isWhollyCancelled = (places: readonly { state?: 'cancelled' | undefined }[]): boolean =>
  places.length > 0 && places.every(({ state }) => state === 'cancelled')

/** Lists the days of an order: 'Sat 28 Nov, Sat 5 Dec and 3 more'. */
export function daysBooked({ sessions }: Pick<UnpaidOrder, 'sessions'>, today: string): string {
  const days = [...new Set(sessions.map(({ startDate, endDate }) => spokenDays(startDate, endDate, today)))]
  return days.length > 3 ? `${days.slice(0, 2).join(', ')} and ${days.length - 2} more` : days.join(', ')
}

const methods = {
  none: '–',
  card: 'Card',
  credits: 'Class credits',
  free: 'Free',
  desk: 'Paid to us',
} as const

/** Returns the word for a payment method (decision C-20). */
export const methodWord = (method: BookingOrder['paymentMethod']): string => methods[method]

/** Returns the word for how a booking is paid. */
export const methodOf = ({ paymentMethod, paidPence, expectedPence }: BookingOrder): string =>
  expectedPence
    ? 'Expected'
    : methodWord(paymentMethod === 'desk' && paidPence === 0 ? 'none' : paymentMethod)

/** Returns the heading of the attendee column: a child, or the full name of the contact (decision C-19). */
export const attendeeHeading = (kind: OfferingKind): string =>
  offeringKinds[kind].attendees === 'children' ? 'Child' : 'Full Name'

export const attendeeOf = (session: { child: string; fullName: string }): string =>
  session.child || session.fullName
