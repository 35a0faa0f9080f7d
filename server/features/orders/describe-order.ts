import { sql } from 'kysely'
import type { DeskMoney } from '#domain/desk-payment.ts'
import { guestName, longDay, timeOfDay } from '#domain/format-dates.ts'
import type { CalendarBooking } from '#domain/icalendar.ts'
import type { PlaceRefund } from '#domain/refund-words.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import {
  classTitle,
  entrySequence,
  roomName,
  sessionsAndTheirs,
  wholeAddress,
} from '#server/features/offerings/session-sql.ts'
import { type PlaceFacts, placeRows, type RowsAndList, rowLine } from '#server/mail/mail-rows.ts'
import { deskPayment, isPlaceCancelled, placeRefund } from './place-state.ts'

/** A booked place, with where it is and what to bring. */
export interface DescribedPlace extends CalendarBooking {
  room: string
  /** The map link that the office entered; else empty. */
  mapUrl: string
  /** The venue's own directions. */
  directions: string
  toBring: string
  /** Whether it was cancelled after the order had been paid. */
  isCancelled: boolean
  /** The money and credits returned for it. */
  refund: PlaceRefund | null
}

/** The facts about an order that its customer is told. Children have first names only. */
export interface OrderDescription {
  orderId: number
  orderNumber: string
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  cancelReason: 'customer' | 'expired' | 'staff' | null
  accountId: number | null
  name: string
  /** Empty for a guest who left only a telephone number. */
  email: string
  kind: Schema['orders']['kind']
  /** The booked places; empty for products and packs. */
  places: DescribedPlace[]
  totalPence: number
  /**
   * The price of everything in the order. `discountPence` was taken off by a discount, and `creditPence` was paid with
   * credits.
   */
  listPence: number
  /** The part of the list price that sending products costs. */
  postagePence: number
  discountPence: number
  creditPence: number
  /** When the hold ends, while the order is neither paid nor confirmed. */
  holdExpiresAt: Date | null
  /** One line for each booked place, product or pack; cancelled places have none. */
  lines: string[]
  paidPence: number
  /** Whether its products are handed over at a class. */
  isCollected: boolean
  /** How it was paid at the desk, and how much is still expected; null for any other order. */
  desk: DeskMoney | null
  /** Whether the business gave points when it was paid. */
  earnsPoints: boolean
  refundedPence: number
  /** The sum of mismatched payments that were refunded while the order was unpaid. */
  refusedPence: number
  creditsUsed: number
  packCredits: number
}

/** Returns '1 class credit', '8 class credits'. */
export const classCredits = (credits: number): string =>
  `${credits} class ${credits === 1 ? 'credit' : 'credits'}`

/**
 * Whether it is a free order of a guest. Until it is confirmed, somebody other than the owner of the address may
 * have placed it (record 025).
 */
export const isFreeGuestOrder = ({ accountId, totalPence }: OrderDescription): boolean =>
  accountId === null && totalPence === 0

/** Reads the facts to tell a customer about an order of any kind. */
export async function describeOrder(db: Db, orderId: number): Promise<OrderDescription> {
  const [order] = await describeOrders(db, [orderId])
  return order as OrderDescription
}

/**
 * Describes several orders, in the given order. `offset 0` makes PostgreSQL look each up by its id, so that it never
 * reads the whole table.
 */
export async function describeOrders(db: Db, orderIds: number[]): Promise<OrderDescription[]> {
  const { rows } = await sql<
    Omit<OrderDescription, 'lines'> & { items: string[]; pack: string | null }
  >`${planKept}
    select orders.id as "orderId", order_number as "orderNumber", orders.status, cancel_reason as "cancelReason",
      orders.account_id as "accountId",
      coalesce(accounts.first_name, guest_name) as name, coalesce(accounts.email, guest_email) as email, orders.kind,
      (select coalesce(json_agg(json_build_object('startDate', s.start_date, 'endDate', s.end_date,
          'startTime', s.start_time, 'endTime', s.end_time, 'bookingId', b.id,
          'sequence', ${entrySequence}, 'title', ${classTitle}, 'ages', a.name,
          'isTrial', b.is_trial, 'venue', v.name, 'room', ${roomName}, 'address', ${wholeAddress},
          'mapUrl', v.map_url, 'directions', v.directions, 'toBring', t.to_bring, 'isCancelled', ${isPlaceCancelled},
          'refund', ${placeRefund}, 'attendee', coalesce(c.first_name, nullif(attendee_name, 'Erased'), '')) order by s.starts_at, b.id), '[]')
        from bookings b
        join ${sessionsAndTheirs} on s.id = b.session_id
        left join children c on c.id = b.child_id
        where b.order_id = orders.id) as places,
      (select coalesce(json_agg(quantity - returned_quantity || ' × ' || i.name order by i.id), '[]')
        from order_items i where i.order_id = orders.id and returned_quantity < quantity) as items,
      total_pence as "totalPence", discount_pence as "discountPence", list_pence as "listPence", postage_pence as "postagePence",
      credit_value_pence as "creditPence",
      hold_expires_at as "holdExpiresAt", paid_pence as "paidPence", earns_points as "earnsPoints", refunded_pence as "refundedPence",
      (select coalesce(sum(amount_pence), 0)::int from payments
        where order_id = orders.id and payments.status = 'refused') as "refusedPence",
      ${deskPayment} as desk,
      exists (select from order_deliveries d where d.order_id = orders.id and d.is_collected) as "isCollected",
      credits_used as "creditsUsed", p.name as pack, coalesce(p.credits, 0) as "packCredits"
    from unnest(${orderIds}::bigint[]) as asked (id)
      cross join lateral (select * from orders where id = asked.id offset 0) orders
      left join accounts on accounts.id = orders.account_id
      left join order_packs p on p.order_id = orders.id`.execute(db)
  const found = new Map(rows.map(row => [row.orderId, row]))
  return orderIds.map(orderId => {
    const order = found.get(orderId)
    if (!order) throw new Error(`there is no order ${orderId}`)
    const { items, pack, ...description } = order
    const packs = pack ? [`${pack}: ${classCredits(description.packCredits)}`] : []
    const places = description.accountId === null ? description.places.map(withGuestName) : description.places
    return { ...description, places, lines: [...withoutCancelled(places).map(placeLine), ...items, ...packs] }
  })
}

const withGuestName = (place: DescribedPlace): DescribedPlace => ({
  ...place,
  attendee: guestName(place.attendee),
})

/** Finds the id of an order that was placed without an account. */
export async function findGuestOrder(db: Db, orderNumber: string): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .where('account_id', 'is', null)
    .executeTakeFirst()
  return order?.id
}

/** Returns the places that have not been cancelled. */
export const withoutCancelled = (places: DescribedPlace[]): DescribedPlace[] =>
  places.filter(({ isCancelled }) => !isCancelled)

/** Describes a booked place in one line: days, times, class, venue with its address, and attendee. */
export function placeLine(place: DescribedPlace): string {
  const { when, what, where } = placeWords(place)
  return [`${when}: ${what} at ${where}`, place.attendee && `for ${place.attendee}`]
    .filter(Boolean)
    .join(', ')
}

/** Describes a booked place in three parts, for a page that shows them below each other. */
export function placeWords(place: DescribedPlace): Record<'when' | 'what' | 'where', string> {
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

/** Describes a booked place as the rows of a mail; without a name if it is passed on to others. */
export function placeFacts(place: DescribedPlace): PlaceFacts {
  return { ...placeWords(place), who: place.attendee }
}

/** Returns booked places as the rows of a mail, and as the list of a message. */
export const rowsOfPlaces = (places: DescribedPlace[]): RowsAndList => ({
  rows: placeRows(places.map(placeFacts)),
  list: places.map(placeLine),
})

/** Returns everything in an order that has not been cancelled, as the rows of a mail and as the list of a message. */
export const rowsOfOrder = ({ places, lines }: OrderDescription): RowsAndList => ({
  rows:
    places.length > 0
      ? placeRows(withoutCancelled(places).map(placeFacts))
      : lines.length > 0
        ? rowLine('What', lines)
        : '',
  list: lines,
})

/** Returns the dates of places, each once with how many places it has, for texts that name nobody. */
export function datesWithoutNames(
  places: DescribedPlace[],
): (ReturnType<typeof placeWords> & { count: number })[] {
  const dates = new Map<string, ReturnType<typeof placeWords> & { count: number }>()
  for (const words of places.map(placeWords)) {
    const key = JSON.stringify(words)
    dates.set(key, { ...words, count: (dates.get(key)?.count ?? 0) + 1 })
  }
  return [...dates.values()]
}
