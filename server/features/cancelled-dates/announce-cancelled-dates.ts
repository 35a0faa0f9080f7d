import { sql } from 'kysely'
import * as addresses from '#contract/addresses.ts'
import { longDay, timeOfDay } from '#domain/format-dates.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { notifyCustomer } from '#server/features/notifications/notify-customer.ts'
import { classTitle, sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import { refundSentences } from '#server/features/orders/announce-cancelled-places.ts'
import { placesCalendar } from '#server/features/orders/arrival-details.ts'
import {
  type DescribedPlace,
  describeOrders,
  isFreeGuestOrder,
  type OrderDescription,
  placeWords,
  rowsOfPlaces,
} from '#server/features/orders/describe-order.ts'
import { guestOrderAddress } from '#server/features/orders/order-link.ts'
import { type PlaceFacts, placeRows, type RowsAndList } from '#server/mail/mail-rows.ts'
import { senderName } from '#server/mail/sender-name.ts'
import type { Services } from '#server/services.ts'

interface Cancellation {
  id: number
  note: string
  sessionIds: number[]
  isGoodwill: boolean
}

/**
 * Notifies the families of all settled orders that were not told yet. Each gets one mail about all its
 * orders: its dates are cancelled, or it gets goodwill for a date that has begun. Running it again notifies
 * nobody twice.
 */
export async function announceCancelledDates(services: Services, cancellation: Cancellation): Promise<void> {
  const { db } = services
  const { rows: families } = await sql<{ orderIds: number[] }>`
    select to_json(array_agg(c.order_id order by c.order_id)) as "orderIds"
    from cancelled_date_orders c join orders o on o.id = c.order_id
    where c.cancellation_id = ${cancellation.id} and c.settled_at is not null and c.told_at is null
    group by coalesce('account ' || o.account_id, nullif(contact_key(o.guest_email, o.guest_phone), ''), 'order ' || o.id)
    order by min(c.order_id)`.execute(db)
  for (const { orderIds } of families) {
    await transaction(db, tx => tellFamily(tx, services, cancellation, orderIds))
  }
}

async function tellFamily(
  tx: Tx,
  services: Services,
  cancellation: Cancellation,
  orderIds: number[],
): Promise<void> {
  const now = services.clock()
  const untold = await tx
    .updateTable('cancelled_date_orders')
    .set({ told_at: now })
    .where('cancellation_id', '=', cancellation.id)
    .where('order_id', 'in', orderIds)
    .where('told_at', 'is', null)
    .returning('order_id')
    .execute()
  const ids = untold.map(row => row.order_id).sort((one, other) => one - other)
  if (ids.length === 0) return
  // A guest who has not confirmed their order is not told.
  const orders = (await describeOrders(tx, ids)).filter(
    order => !isFreeGuestOrder(order) || order.places.some(({ isCancelled }) => isCancelled),
  )
  const [first] = orders
  if (!first) return
  const { title, body, calendar } = cancellation.isGoodwill
    ? await wordsOfGoodwill(tx, cancellation, orders)
    : wordsOf(services, cancellation, orders, await readWhatHappened(tx, cancellation, ids))
  if (!title) return
  const { config } = services
  const whereToLook = first.accountId
    ? `My bookings: ${config.publicUrl}${addresses.bookings()}`
    : orders.map(order => `Your order: ${guestOrderAddress(config, order.orderNumber, now)}`).join('\n')
  const sender = senderName(services)
  await notifyCustomer(
    tx,
    first,
    {
      ...{ title, body, calendar },
      mailEnding: [whereToLook, sender && `With best wishes\n${sender}`].filter(Boolean),
      topic: 'order',
      orderId: first.orderId,
      onceKey: `dates-${cancellation.isGoodwill ? 'goodwill' : 'cancelled'}-${cancellation.id}-${first.orderId}`,
    },
    now,
  )
}

interface Happened {
  /** The cancelled dates, with their times before the cancelling. */
  dates: LostDate[]
  /** Places whose money or credits were returned. */
  cancelled: { bookingId: number; refundedPence: number; byHandPence: number; credits: number }[]
  /** Places that were moved to another date. */
  moved: { bookingId: number }[]
  /** Places on dates that can still be booked, whose unpaid order ended with a cancelled date. */
  stillThere: { bookingId: number }[]
}
interface LostDate {
  title: string
  venue: string
  date: string
  startTime: string
  endTime: string
  /** The places that the family had on this date. */
  bookingIds: number[]
}

const dateFields = sql`'title', ${classTitle}, 'venue', v.name, 'date', s.start_date,
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI')`

async function readWhatHappened(
  db: Db,
  { id, sessionIds }: Cancellation,
  orderIds: number[],
): Promise<Happened> {
  const isOfThese = sql`b.order_id = any(${orderIds}::bigint[])`
  const cancelled = sql`booking_cancellations x join bookings b on b.id = x.booking_id join orders o on o.id = b.order_id
    where x.cancelled_by = 'date' and ${isOfThese} and b.session_id = any(${sessionIds}::bigint[])`
  const moved = sql`booking_moves m join bookings b on b.id = m.booking_id join date_cancellations d on d.id = ${id}
    where ${isOfThese} and m.from_session_id = any(${sessionIds}::bigint[]) and m.to_session_id = d.to_session_id
      and b.session_id = d.to_session_id and m.moved_at >= d.settling_at`
  const unpaid = sql`bookings b join orders o on o.id = b.order_id
    where ${isOfThese} and o.status = 'cancelled' and o.paid_at is null`
  const { rows } = await sql<Happened>`select
    (select coalesce(json_agg(json_build_object(${dateFields}, 'bookingIds', lost.ids) order by s.starts_at, s.id), '[]')
      from ${sessionsAndTheirs} join (select session_id, json_agg(booking_id order by booking_id) as ids from (
          select b.session_id, b.id as booking_id from ${cancelled}
          union select m.from_session_id, b.id from ${moved} union select b.session_id, b.id from ${unpaid}) places
        group by session_id) lost on lost.session_id = s.id
      where s.id = any(${sessionIds}::bigint[])) as dates,
    (select coalesce(json_agg(json_build_object('bookingId', b.id, 'refundedPence', x.refunded_pence,
        'byHandPence', case when o.payment_method = 'desk' then x.refunded_pence else 0 end,
        'credits', x.credits_returned + x.credits_granted) order by b.id), '[]') from ${cancelled}) as cancelled,
    (select coalesce(json_agg(json_build_object('bookingId', b.id) order by b.id), '[]') from ${moved}) as moved,
    (select coalesce(json_agg(json_build_object('bookingId', b.id) order by b.id), '[]') from ${unpaid}
      and exists (select from sessions s where s.id = b.session_id and s.status = 'scheduled')) as "stillThere"`.execute(
    db,
  )
  return rows[0] as Happened
}

function wordsOf(
  services: Services,
  { note }: Cancellation,
  orders: OrderDescription[],
  { dates, cancelled, moved, stillThere }: Happened,
) {
  const places = orders.flatMap(order => order.places)
  const those = (ids: { bookingId: number }[]) =>
    places.filter(({ bookingId }) => ids.some(id => id.bookingId === bookingId))
  const [off, gone, still] = [those(cancelled), those(moved), those(stillThere)]
  const ended = orders.filter(({ status, paidPence }) => status === 'cancelled' && paidPence === 0)
  const unpaid = ended.filter(order => !order.places.some(({ isCancelled }) => isCancelled))
  const unpaidCredits = unpaid.reduce((sum, order) => sum + order.creditsUsed, 0)
  const refundedPence = cancelled.reduce((sum, each) => sum + each.refundedPence, 0)
  const byHandPence = cancelled.reduce((sum, each) => sum + each.byHandPence, 0)
  const credits = cancelled.reduce((sum, each) => sum + each.credits, 0) + unpaidCredits
  const now = services.clock()
  return {
    title: titleOf(dates),
    body: [
      `We are sorry: ${dates.length === 1 ? 'this class' : 'these classes'} will not take place.`,
      rowsOfDates(dates, places),
      gone.map(movedLine).join('\n'),
      unpaid.length > 0 ? 'Your order was not paid yet, so it has ended. You have not been charged.' : '',
      backSentences({ refundedPence, byHandPence, credits }),
      still.length > 0 ? 'These dates of it can still be booked:' : '',
      still.length > 0 ? rowsOfPlaces(still) : '',
      note,
    ],
    calendar:
      (gone.length > 0 ? placesCalendar(gone, services, now) : '') +
      (off.length > 0 ? placesCalendar(off, services, now, 'CANCEL') : ''),
  }
}

/**
 * Describes the money that goes back to cards, the money paid at the desk that is given back by hand, and the
 * credits that were returned.
 */
function backSentences({
  refundedPence,
  byHandPence,
  credits,
}: {
  refundedPence: number
  byHandPence: number
  credits: number
}): string {
  return [
    ...refundSentences({ refundedPence: refundedPence - byHandPence, credits: 0 }),
    ...refundSentences({ refundedPence: byHandPence, credits }, 'hand'),
  ].join('\n')
}

/** Writes the title and body about goodwill; both empty if these orders got none. */
async function wordsOfGoodwill(db: Db, { id, note, sessionIds }: Cancellation, orders: OrderDescription[]) {
  const orderIds = orders.map(order => order.orderId)
  const { rows } = await sql<{ date: LostDate; refundedPence: number; byHandPence: number; credits: number }>`
    select json_build_object(${dateFields}, 'bookingIds', g.ids) as date, g.pence as "refundedPence",
      g.by_hand as "byHandPence", g.credits
    from ${sessionsAndTheirs}, (
      select coalesce(sum(refunded_pence), 0)::integer as pence,
        coalesce(sum(refunded_pence) filter (where order_id in (
          select id from orders where payment_method = 'desk')), 0)::integer as by_hand, json_agg(booking_id order by booking_id) as ids,
        coalesce(sum(credits_returned + credits_granted), 0)::integer as credits
      from goodwill_places where cancellation_id = ${id} and order_id = any(${orderIds}::bigint[])
        and refunded_pence + credits_returned + credits_granted > 0) g
    where s.id = any(${sessionIds}::bigint[]) and g.pence + g.credits > 0`.execute(db)
  const [given] = rows
  if (!given) return { title: '', body: [], calendar: '' }
  const { date } = given
  return {
    title: `${given.refundedPence > 0 ? 'Money' : 'Credits'} back for your class on ${longDay(date.date)}`,
    body: [
      'We are sorry about this class:',
      rowsOfDates(
        [date],
        orders.flatMap(order => order.places),
      ),
      backSentences(given),
      'Nothing else about your booking changes.',
      note,
    ],
    calendar: '',
  }
}

/** Returns dates as the rows of a mail, and as the list of a message, each with who had a place. */
function rowsOfDates(dates: LostDate[], places: DescribedPlace[]): RowsAndList {
  const facts = dates.map(({ title, venue, date, startTime, endTime, bookingIds }) => {
    const names = places
      .filter(({ bookingId }) => bookingIds.includes(bookingId))
      .map(place => place.attendee)
    return {
      what: title,
      when: `${longDay(date)}, ${timeOfDay(startTime)}–${timeOfDay(endTime)}`,
      where: venue,
      who: [...new Set(names)].filter(Boolean).join(', '),
    }
  })
  return { rows: placeRows(facts), list: facts.map(dateLine) }
}

/** Returns “Monday 30 November, 10:00–10:45: Kick About at Sunny Hall, for Ada, Ben”. */
const dateLine = ({ what, when, where, who }: PlaceFacts) =>
  `${when}: ${what} at ${where}${who && `, for ${who}`}`

function movedLine(place: DescribedPlace): string {
  const { when, what, where } = placeWords(place)
  return `We have moved ${place.attendee || 'your place'} to ${when}: ${what} at ${where}.`
}

/** Returns “Your class on Tuesday 3 March is cancelled”; '' without a date. */
function titleOf(dates: LostDate[]): string {
  const [first, ...others] = dates
  if (!first) return ''
  if (others.length === 0) return `Your class on ${longDay(first.date)} is cancelled`
  return others.every(({ date }) => date === first.date)
    ? `Your classes on ${longDay(first.date)} are cancelled`
    : 'Your classes are cancelled'
}
