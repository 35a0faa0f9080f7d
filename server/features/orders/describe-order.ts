import { sql } from 'kysely'
import type { CalendarBooking } from '#domain/icalendar.ts'
import { longDay, timeOfDay } from '#domain/wording.ts'
import { type Db, planKept } from '#server/database/connect.ts'
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
  const { rows } = await sql<Omit<OrderStory, 'lines'> & { items: string[]; pack: string | null }>`${planKept}
    select order_number as "orderNumber", o.status, cancel_reason as "cancelReason", o.account_id as "accountId",
      coalesce(a.first_name, guest_name) as name, coalesce(a.email, guest_email) as email, o.kind,
      (select coalesce(json_agg(json_build_object('startDate', s.start_date, 'endDate', s.end_date,
          'startTime', s.start_time, 'endTime', s.end_time, 'bookingId', b.id, 'typeName', t.name, 'ages', g.name,
          'isTrial', b.is_trial, 'venue', v.name, 'address', v.address, 'toBring', t.to_bring,
          'attendee', coalesce(c.first_name, attendee_name)) order by s.starts_at, b.id), '[]')
        from bookings b
        join sessions s on s.id = b.session_id
        join offerings f on f.id = s.offering_id
        join offering_types t on t.id = s.offering_type_id
        join age_groups g on g.id = f.age_group_id
        join venues v on v.id = f.venue_id
        left join children c on c.id = b.child_id
        where b.order_id = o.id) as places,
      (select coalesce(json_agg(quantity || ' × ' || i.name order by i.id), '[]')
        from order_items i where i.order_id = o.id) as items,
      total_pence as "totalPence", hold_expires_at as "holdExpiresAt", paid_pence as "paidPence",
      credits_used as "creditsUsed", p.name as pack, coalesce(p.credits, 0) as "packCredits"
    from orders o left join accounts a on a.id = o.account_id left join order_packs p on p.order_id = o.id
    where o.id = ${orderId}`.execute(db)
  const [order] = rows
  if (!order) throw new Error(`there is no order ${orderId}`)
  const { items, pack, ...story } = order
  const packs = pack ? [`${pack}: ${story.packCredits} class credits`] : []
  return { ...story, lines: [...story.places.map(placeLine), ...items, ...packs] }
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
