import type { CalendarBooking } from '#domain/icalendar.ts'
import { longDay, timeOfDay } from '#domain/wording.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

/** A booked place, where its venue is and what to bring there. */
export interface StoryPlace extends CalendarBooking {
  address: string
  toBring: string
}

/** What a customer is told about an order; nothing about a child but the first name. */
export interface OrderStory {
  orderNumber: string
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  cancelReason: 'customer' | 'expired' | 'staff' | null
  accountId: number | null
  name: string
  /** Empty for a guest who left a telephone number only. */
  email: string
  kind: Schema['orders']['kind']
  /** The booked places; none of products and packs. */
  places: StoryPlace[]
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
      'orders.kind',
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
  const places = await readPlaces(db, orderId)
  const pack = order.pack_name ? [`${order.pack_name}: ${order.pack_credits} class credits`] : []
  return {
    orderNumber: order.order_number,
    status: order.status,
    cancelReason: order.cancel_reason,
    accountId: order.account_id,
    name: order.first_name ?? order.guest_name,
    email: order.email ?? order.guest_email,
    kind: order.kind,
    places,
    totalPence: order.total_pence,
    holdExpiresAt: order.hold_expires_at,
    lines: [...places.map(placeLine), ...(await itemLines(db, orderId)), ...pack],
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

const readPlaces = (db: Db, orderId: number): Promise<StoryPlace[]> =>
  db
    .selectFrom('bookings')
    .innerJoin('sessions', 'sessions.id', 'bookings.session_id')
    .innerJoin('offerings', 'offerings.id', 'sessions.offering_id')
    .innerJoin('offering_types', 'offering_types.id', 'sessions.offering_type_id')
    .innerJoin('age_groups', 'age_groups.id', 'offerings.age_group_id')
    .innerJoin('venues', 'venues.id', 'offerings.venue_id')
    .leftJoin('children', 'children.id', 'bookings.child_id')
    .select(['sessions.start_date as startDate', 'sessions.end_date as endDate'])
    .select(['sessions.start_time as startTime', 'sessions.end_time as endTime', 'bookings.id as bookingId'])
    .select(['offering_types.name as typeName', 'age_groups.name as ages', 'bookings.is_trial as isTrial'])
    .select(['venues.name as venue', 'venues.address', 'offering_types.to_bring as toBring'])
    .select(({ fn, ref }) => fn.coalesce(ref('children.first_name'), ref('attendee_name')).as('attendee'))
    .where('bookings.order_id', '=', orderId)
    .orderBy('sessions.starts_at')
    .orderBy('bookings.id')
    .execute()

/** A booked place in one line: days, times, class, venue with its address, and for whom. */
export function placeLine(place: StoryPlace): string {
  const days =
    place.startDate === place.endDate
      ? longDay(place.startDate)
      : `${longDay(place.startDate)} to ${longDay(place.endDate)}`
  const times = `${timeOfDay(place.startTime)}–${timeOfDay(place.endTime)}`
  const what = place.isTrial ? `${place.typeName} (trial)` : place.typeName
  const where = place.address ? `${place.venue}, ${place.address}` : place.venue
  return `${days}, ${times}: ${what} at ${where}, for ${place.attendee}`
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
