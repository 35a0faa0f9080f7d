import * as addresses from '#contract/addresses.ts'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { spokenDays } from '#web/ui/british-dates.ts'
import { pounds } from '#web/ui/money.tsx'
import type { BookingOrder } from './order-queries.ts'
import type { Receipt, UnpaidOrder } from './own-booking-queries.ts'

/** How the history of each kind's orders is headed, and its calendar (A-26, C-22). */
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

/** The kind whose order is shown at this path. */
export function kindOfOrderPath(pathname: string): OfferingKind {
  const kind = everyOfferingKind.find(candidate => addresses.isPathOf(pathname, addresses.orderOf[candidate]))
  if (!kind) throw new Error(`${pathname} shows no kind's orders`)
  return kind
}

/** The kinds that My Bookings lists. */
export type ListedKind = keyof typeof orderHeadings

/** Where each kind is booked or bought. */
export const bookingAddress = (kind: ListedKind): string =>
  kind === 'product' ? addresses.shop() : addresses.ofKind[kind].timetable()

/** Where whoever has paid goes on, by what they bought. */
export function nextAfter(kind?: addresses.OrderKind): { label: string; address: string } {
  if (kind === 'product') return { label: 'Back to the shop', address: addresses.shop() }
  const label = kind === 'pack' ? 'Book a class' : 'Book another class'
  return { label, address: addresses.ofKind.class.timetable() }
}

/** Any status other than unpaid and paid reads Cancelled (spec 2 §4). */
export function statusWord(status: BookingOrder['status']): string {
  if (status === 'pending') return 'Payment outstanding'
  return status === 'paid' ? 'Paid' : 'Cancelled'
}

/** How an order was paid, as one says it: '£7.50 paid by card and 1 credit used', '£25.20 paid by card (discount: £2.80)'. */
export function paidHow({ paymentMethod, paidPence, creditsUsed, discountPence }: Paid): string {
  const credits = creditsUsed > 0 && creditsSpent(creditsUsed)
  const card = paymentMethod === 'card' && `${pounds(paidPence)} paid by card`
  const paid = [card, credits].filter(Boolean).join(' and ') || 'Free of charge'
  return discountPence > 0 ? `${paid} (discount: ${pounds(discountPence)})` : paid
}
type Paid = Pick<Receipt, 'paymentMethod' | 'paidPence' | 'creditsUsed' | 'discountPence'>

/** '1 credit used', '3 credits used'. */
export const creditsSpent = (credits: number): string =>
  credits === 1 ? '1 credit used' : `${credits} credits used`

/** The days that an order is of: 'Sat 28 Nov, Sat 5 Dec and 3 more'. */
export function daysBooked({ sessions }: Pick<UnpaidOrder, 'sessions'>, today: string): string {
  const days = [...new Set(sessions.map(({ startDate, endDate }) => spokenDays(startDate, endDate, today)))]
  return days.length > 3 ? `${days.slice(0, 2).join(', ')} and ${days.length - 2} more` : days.join(', ')
}

const methods = { none: '–', card: 'Card', credits: 'Class credits', free: 'Free' } as const

/** How an order was paid (decision C-20). */
export const methodWord = (method: BookingOrder['paymentMethod']): string => methods[method]

/** The heading over who comes: a child, or the full name of the contact (decision C-19). */
export const attendeeHeading = (kind: OfferingKind): string =>
  offeringKinds[kind].attendees === 'children' ? 'Child' : 'Full Name'

export const attendeeOf = (session: { child: string; fullName: string }): string =>
  session.child || session.fullName
