import { longDay, timeOfDay } from '#domain/wording.ts'
import type { Db } from '#server/database/connect.ts'

/** What a customer is told about an order; nothing about a child but the first name. */
export interface OrderStory {
  orderNumber: string
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  cancelReason: 'customer' | 'expired' | 'staff' | null
  accountId: number | null
  name: string
  /** Empty for a guest who left a telephone number only. */
  email: string
  isBooking: boolean
  totalPence: number
  /** Until when it is kept while it is neither paid nor confirmed. */
  holdExpiresAt: Date | null
  /** One line for each booking, product or pack. */
  lines: string[]
  paidPence: number
  creditsUsed: number
  packCredits: number
}

/** Reads what there is to tell about an order of any kind. */
export async function describeOrder(db: Db, orderId: number): Promise<OrderStory> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('accounts', 'accounts.id', 'orders.account_id')
    .leftJoin('order_packs', 'order_packs.order_id', 'orders.id')
    .select([
      'order_number',
      'orders.status',
      'cancel_reason',
      'orders.account_id',
      'guest_name',
      'guest_email',
    ])
    .select([
      'total_pence',
      'hold_expires_at',
      'paid_pence',
      'credits_used',
      'accounts.first_name',
      'accounts.email',
    ])
    .select(['order_packs.name as pack_name', 'order_packs.credits as pack_credits'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const bookings = await bookingLines(db, orderId)
  const pack = order.pack_name ? [`${order.pack_name}: ${order.pack_credits} class credits`] : []
  return {
    orderNumber: order.order_number,
    status: order.status,
    cancelReason: order.cancel_reason,
    accountId: order.account_id,
    name: order.first_name ?? order.guest_name,
    email: order.email ?? order.guest_email,
    isBooking: bookings.length > 0,
    totalPence: order.total_pence,
    holdExpiresAt: order.hold_expires_at,
    lines: [...bookings, ...(await itemLines(db, orderId)), ...pack],
    paidPence: order.paid_pence,
    creditsUsed: order.credits_used,
    packCredits: order.pack_credits ?? 0,
  }
}

/** The id of an order that was placed without an account. */
export async function findGuestOrder(db: Db, orderNumber: string): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .where('account_id', 'is', null)
    .executeTakeFirst()
  return order?.id
}

async function bookingLines(db: Db, orderId: number): Promise<string[]> {
  const bookings = await db
    .selectFrom('bookings')
    .innerJoin('sessions', 'sessions.id', 'bookings.session_id')
    .innerJoin('offerings', 'offerings.id', 'sessions.offering_id')
    .innerJoin('offering_types', 'offering_types.id', 'sessions.offering_type_id')
    .innerJoin('venues', 'venues.id', 'offerings.venue_id')
    .leftJoin('children', 'children.id', 'bookings.child_id')
    .select(['sessions.start_date', 'sessions.end_date', 'sessions.start_time', 'sessions.end_time'])
    .select(['offering_types.name as type', 'venues.name as venue', 'bookings.is_trial'])
    .select(['children.first_name as child', 'bookings.attendee_name'])
    .where('bookings.order_id', '=', orderId)
    .orderBy('sessions.starts_at')
    .orderBy('bookings.id')
    .execute()
  return bookings.map(booking => {
    const days =
      booking.start_date === booking.end_date
        ? longDay(booking.start_date)
        : `${longDay(booking.start_date)} to ${longDay(booking.end_date)}`
    const times = `${timeOfDay(booking.start_time)}–${timeOfDay(booking.end_time)}`
    const what = booking.is_trial ? `${booking.type} (trial)` : booking.type
    return `${days}, ${times}: ${what} at ${booking.venue}, for ${booking.child ?? booking.attendee_name}`
  })
}

async function itemLines(db: Db, orderId: number): Promise<string[]> {
  const items = await db
    .selectFrom('order_items')
    .select(['name', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return items.map(item => `${item.quantity} × ${item.name}`)
}
