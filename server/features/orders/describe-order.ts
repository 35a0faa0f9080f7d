import { sql } from 'kysely'
import type { CalendarBooking } from '#domain/icalendar.ts'
import { guestName, longDay, timeOfDay } from '#domain/wording.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  classTitle,
  entrySequence,
  roomName,
  sessionsAndTheirs,
  wholeAddress,
} from '#server/features/offerings/session-sql.ts'

/** A booked place, where it is and what to bring there. */
export interface StoryPlace extends CalendarBooking {
  room: string
  /** A map that the office named; else empty. */
  mapUrl: string
  /** The way in, in the venue's own words. */
  directions: string
  toBring: string
}

/** What a customer is told about an order; nothing about a child but the first name. */
export interface OrderStory {
  orderId: number
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
  /** The prices of all that is in it; what of them was not charged: by a discount, and what credits were given for. */
  listPence: number
  discountPence: number
  creditPence: number
  /** Until when it is kept while it is neither paid nor confirmed. */
  holdExpiresAt: Date | null
  /** One line for each booking, product or pack. */
  lines: string[]
  paidPence: number
  /** Whether the business gave points when it was paid. */
  earnsPoints: boolean
  refundedPence: number
  creditsUsed: number
  packCredits: number
}

/** '1 class credit', '8 class credits'. */
export const classCredits = (credits: number): string =>
  `${credits} class ${credits === 1 ? 'credit' : 'credits'}`

/** A guest's that costs nothing: until it is confirmed, who has the address may never have asked (record 025). */
export const isGuestsOfNothing = ({ accountId, totalPence }: OrderStory): boolean =>
  accountId === null && totalPence === 0

/** Reads what there is to tell about an order of any kind. */
export async function describeOrder(db: Db, orderId: number): Promise<OrderStory> {
  const [order] = await describeOrders(db, [orderId])
  return order as OrderStory
}

/** The same of several, in the order in which they are asked for; each looked up by its id, and the table never read whole. */
export async function describeOrders(db: Db, orderIds: number[]): Promise<OrderStory[]> {
  const { rows } = await sql<Omit<OrderStory, 'lines'> & { items: string[]; pack: string | null }>`${planKept}
    select orders.id as "orderId", order_number as "orderNumber", orders.status, cancel_reason as "cancelReason",
      orders.account_id as "accountId",
      coalesce(accounts.first_name, guest_name) as name, coalesce(accounts.email, guest_email) as email, orders.kind,
      (select coalesce(json_agg(json_build_object('startDate', s.start_date, 'endDate', s.end_date,
          'startTime', s.start_time, 'endTime', s.end_time, 'bookingId', b.id,
          'sequence', ${entrySequence}, 'title', ${classTitle}, 'ages', a.name,
          'isTrial', b.is_trial, 'venue', v.name, 'room', ${roomName}, 'address', ${wholeAddress},
          'mapUrl', v.map_url, 'directions', v.directions, 'toBring', t.to_bring, 'attendee', coalesce(c.first_name, nullif(attendee_name, 'Erased'), '')) order by s.starts_at, b.id), '[]')
        from bookings b
        join ${sessionsAndTheirs} on s.id = b.session_id
        left join children c on c.id = b.child_id
        where b.order_id = orders.id) as places,
      (select coalesce(json_agg(quantity || ' × ' || i.name order by i.id), '[]')
        from order_items i where i.order_id = orders.id) as items,
      total_pence as "totalPence", discount_pence as "discountPence", list_pence as "listPence",
      credit_value_pence as "creditPence",
      hold_expires_at as "holdExpiresAt", paid_pence as "paidPence", earns_points as "earnsPoints", refunded_pence as "refundedPence",
      credits_used as "creditsUsed", p.name as pack, coalesce(p.credits, 0) as "packCredits"
    from unnest(${orderIds}::bigint[]) as asked (id)
      cross join lateral (select * from orders where id = asked.id offset 0) orders
      left join accounts on accounts.id = orders.account_id
      left join order_packs p on p.order_id = orders.id`.execute(db)
  const found = new Map(rows.map(row => [row.orderId, row]))
  return orderIds.map(orderId => {
    const order = found.get(orderId)
    if (!order) throw new Error(`there is no order ${orderId}`)
    const { items, pack, ...story } = order
    const packs = pack ? [`${pack}: ${classCredits(story.packCredits)}`] : []
    const places = story.accountId === null ? story.places.map(ofGuest) : story.places
    return { ...story, places, lines: [...places.map(placeLine), ...items, ...packs] }
  })
}

const ofGuest = (place: StoryPlace): StoryPlace => ({ ...place, attendee: guestName(place.attendee) })

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

/** A booked place in one line: days, times, class, venue with its address, and for whom. */
export function placeLine(place: StoryPlace): string {
  const { when, what, where } = placeWords(place)
  return [`${when}: ${what} at ${where}`, place.attendee && `for ${place.attendee}`]
    .filter(Boolean)
    .join(', ')
}

/** The same apart, for a page that shows one under the other. */
export function placeWords(place: StoryPlace): Record<'when' | 'what' | 'where', string> {
  const days =
    place.startDate === place.endDate
      ? longDay(place.startDate)
      : `${longDay(place.startDate)} to ${longDay(place.endDate)}`
  return {
    when: `${days}, ${timeOfDay(place.startTime)}–${timeOfDay(place.endTime)}`,
    what: place.isTrial ? `${place.title} (trial)` : place.title,
    where: [place.room, place.venue, place.address].filter(Boolean).join(', '),
  }
}
