import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { slashedMoment } from '#web/ui/british-dates.ts'
import type { BookingOrder } from './order-queries.ts'

/** What is ordered: sessions of a kind, or products of the shop. */
export type OrderKind = OfferingKind | 'product'

interface OrderScreen {
  address: string
  history: string
  book: string
}

/** Where each kind's order is shown and booked, and how its calendar and table are headed (A-26, C-22). */
export const orderScreens: Record<OfferingKind, OrderScreen & { calendar: string; add: string }> &
  Record<'product', OrderScreen> = {
  class: {
    address: '/home/userInfo/orderStatus',
    history: 'Classes Booking History',
    calendar: 'Your classes',
    book: '/home/classes',
    add: '+ Add a class',
  },
  event: {
    address: '/home/userInfo/eventOrderDetail',
    history: 'Events Booking History',
    calendar: 'Your events',
    book: '/home/event',
    add: '+ Add an event',
  },
  parentSession: {
    address: '/home/userInfo/parentsOrderDetail',
    history: 'Parents Booking History',
    calendar: 'Your parent sessions',
    book: '/home/parent',
    add: '+ Add a session',
  },
  product: {
    address: '/home/userInfo/orderDetail',
    history: 'Products Order History',
    book: '/home/mall',
  },
}

export const orderAddress = (kind: OrderKind, orderNumber: string): string =>
  `${orderScreens[kind].address}?order_sn=${encodeURIComponent(orderNumber)}`

/** The kind whose order is shown at this path. */
export function kindOfOrderPath(pathname: string): OfferingKind {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  const kind = everyOfferingKind.find(candidate => orderScreens[candidate].address.toLowerCase() === path)
  if (!kind) throw new Error(`${pathname} shows no kind's orders`)
  return kind
}

/** Any status other than unpaid and paid reads Cancelled (spec 2 §4). */
export function statusWord(status: BookingOrder['status']): string {
  if (status === 'pending') return 'Payment outstanding'
  return status === 'paid' ? 'Paid' : 'Cancelled'
}

/** When a hold ends: its time alone when that is today. */
export const holdEnd = (holdExpiresAt: string, today: string): string =>
  holdExpiresAt.startsWith(today) ? holdExpiresAt.slice(11, 16) : slashedMoment(holdExpiresAt)

const methods = { none: '–', card: 'Card', credits: 'Class credits', free: 'Free' } as const

/** How an order was paid (decision C-20). */
export const methodWord = (method: BookingOrder['paymentMethod']): string => methods[method]

/** The heading over who comes: a child, or the full name of the contact (decision C-19). */
export const attendeeHeading = (kind: OfferingKind): string =>
  offeringKinds[kind].attendees === 'children' ? 'Child' : 'Full Name'

export const attendeeOf = (session: { child: string; fullName: string }): string =>
  session.child || session.fullName
