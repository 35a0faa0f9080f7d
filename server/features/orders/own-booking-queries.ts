import { sql } from 'kysely'
import type { ownBookings, receipt } from '#contract/own-bookings.ts'
import type { CallOutput, Value } from '#contract/wire.ts'
import { maxUpNext } from '#domain/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import {
  businessAddress,
  classTitle,
  entrySequence,
  roomName,
  sessionsAndTheirs,
  wholeAddress,
} from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'
import { movedCredits, refundsOfOrder } from './order-refunds.ts'
import {
  deskPayment,
  expectedRest,
  isPlaceCancelled,
  isToldAbsent,
  laterDueOn,
  mayCancelPlace,
  placeRefund,
  placeState,
} from './place-state.ts'
import { vatOfOrder } from './vat-of-order.ts'

type Receipt = Value<typeof receipt>
type UpNext = CallOutput<typeof ownBookings.upNext>

/**
 * Selects a booked place as JSON. The query must have `orders`, the booking `b`, its child `c`, and
 * `sessionsAndTheirs`.
 */
const placeAsJson = sql`json_strip_nulls(json_build_object(
  'bookingId', b.id, 'sequence', ${entrySequence}, 'sessionId', s.id, 'orderNumber', orders.order_number, 'kind', orders.kind,
  'typeId', t.id, 'venueId', v.id, 'offeringId', o.id, 'typeName', t.name, 'title', ${classTitle}, 'name', coalesce(nullif(s.name, ''), o.name),
  'startDate', s.start_date, 'endDate', s.end_date,
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
  'venue', v.name, 'address', ${wholeAddress}, 'mapUrl', v.map_url, 'room', ${roomName}, 'toBring', t.to_bring, 'ages', a.name,
  'attendee', coalesce(c.first_name || ' ' || c.last_name, b.attendee_name),
  'isTrial', b.is_trial, 'pricePence', b.list_pence, 'state', ${placeState}, 'refund', ${placeRefund},
  'isPaidAtDesk', orders.payment_method is not distinct from 'desk', 'mayCancel', ${mayCancelPlace}, 'isAbsent', ${isToldAbsent}))`

/** Selects the names of what was ordered in an order of `orders`: classes, products or a pack. */
export const whatIsOrdered = sql<string>`(select string_agg(distinct name, ', ') from (
  select ${classTitle} as name from bookings b join ${sessionsAndTheirs} on s.id = b.session_id
    where b.order_id = orders.id
  union all select name from order_items where order_id = orders.id
  union all select name from order_packs where order_id = orders.id) ordered)`

/** Selects when an order was paid in full; null while money is still expected. `order` is its alias in the query. */
export const paidInFullAt = (order: 'orders' | 'ord') => sql`(select ${localTime('at')} from (select case
  when exists (select from payments p where p.order_id = ${sql.ref(order)}.id and p.provider = 'desk' and p.status <> 'succeeded') then null
  else coalesce((select p.settled_at from payments p where p.order_id = ${sql.ref(order)}.id and p.provider = 'desk'
    and p.status = 'succeeded'), ${sql.ref(order)}.paid_at) end as at) paid)`

/** Reads one order of the account, or one whose id a signed address has proved; else undefined. */
export async function readReceipt(
  db: Db,
  asked: { accountId: AccountId; orderNumber: string } | { orderId: number },
): Promise<Receipt | undefined> {
  const { rows } = await sql<Receipt>`
    select order_number as "orderNumber", orders.kind, orders.status, total_pence as "totalPence",
      paid_pence as "paidPence", refunded_pence as "refundedPence", list_pence as "listPence", orders.postage_pence as "postagePence",
      credit_value_pence as "creditPence", discount_pence as "discountPence", credits_used as "creditsUsed",
      coalesce(payment_method, 'none') as "paymentMethod", ${deskPayment} as desk, ${localTime('placed_at')} as "placedAt",
      ${paidInFullAt('orders')} as "paidAt", ${localTime('hold_expires_at')} as "holdExpiresAt",
      coalesce(nullif(business.legal_name, ''), business.name) as provider,
      ${businessAddress} as "providerAddress",
      business.childcare_registration as "childcareRegistration",
      business.vat_number as "vatNumber", ${vatOfOrder} as vat,
      coalesce(accounts.first_name || ' ' || accounts.last_name, guest_name) as buyer,
      coalesce(accounts.email, guest_email) as email,
      coalesce((select json_agg(${placeAsJson} order by s.starts_at, b.id)
        from bookings b join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
        where b.order_id = orders.id), '[]') as places,
      coalesce((select json_agg(json_build_object('name', name, 'quantity', quantity, 'pence', pence, 'returned', returned)) from (
        select name, quantity, line_pence as pence, returned_quantity as returned
        from order_items where order_id = orders.id
        union all select name, 1, price_pence, 0 from order_packs where order_id = orders.id) bought), '[]') as items,
      ${refundsOfOrder} as refunds, ${movedCredits('packReturned')} as "creditsTaken",
      ${movedCredits('orderGoodwill')} as "creditsGiven"
    from business cross join orders left join accounts on accounts.id = orders.account_id
    where ${
      'orderId' in asked
        ? sql`orders.id = ${asked.orderId}`
        : sql`order_number = ${asked.orderNumber} and account_id = ${asked.accountId}`
    }`.execute(db)
  return rows[0]
}

/** Selects when the places of an order of `orders` take place, as JSON, without those cancelled after it was paid. */
const timesOfOrder = sql`(select coalesce(json_agg(json_build_object(
    'startDate', s.start_date, 'endDate', s.end_date,
    'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI')) order by s.starts_at), '[]')
  from bookings b join sessions s on s.id = b.session_id where b.order_id = orders.id and not ${isPlaceCancelled})`

/** Returns the account's current bookings, what it owes, and its last place that is over. */
export async function readUpNext(db: Db, accountId: AccountId, now: Date): Promise<UpNext> {
  const { rows: places } = await sql<{ place: UpNext['places'][number]; coming: number }>`
    select place, coming from (
      select ${placeAsJson} as place, row_number() over (order by s.starts_at, b.id) as nth,
        row_number() over (partition by s.kind order by s.starts_at, b.id) as nth_of_kind, (count(*) over ())::int as coming
      from bookings b join orders on orders.id = b.order_id
      join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
      where b.account_id = ${accountId} and b.status = 'confirmed' and s.ends_at > ${now}
    ) coming where nth <= ${maxUpNext} or nth_of_kind = 1 order by nth`.execute(db)
  const { rows: over } = await sql<{ place: UpNext['places'][number] }>`select ${placeAsJson} as place
    from bookings b join orders on orders.id = b.order_id
    join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
    where b.account_id = ${accountId} and b.status = 'confirmed' and s.ends_at <= ${now}
    order by s.starts_at desc, b.id limit 1`.execute(db)
  const { rows: unpaid } = await sql<UpNext['unpaid'][number]>`
    select order_number as "orderNumber", kind, total_pence as "totalPence",
      ${localTime('hold_expires_at')} as "holdExpiresAt",
      ${whatIsOrdered} as name,
      ${timesOfOrder} as sessions
    from orders where account_id = ${accountId} and status = 'pending' and hold_expires_at > ${now}
    order by hold_expires_at, id`.execute(db)
  const { rows: expected } = await sql<UpNext['expected'][number]>`
    select order_number as "orderNumber", orders.kind, p.method, ${expectedRest} as "expectedPence",
      ${laterDueOn} as "dueOn", ${whatIsOrdered} as name, ${timesOfOrder} as sessions
    from orders join payments p on p.order_id = orders.id and p.status = 'expected'
    where account_id = ${accountId} and orders.status = 'paid' and payment_method = 'desk'
    order by p.created_at, p.id`.execute(db)
  const coming = places[0]?.coming ?? 0
  return { places: places.map(({ place }) => place), coming, unpaid, expected, last: over[0]?.place ?? null }
}
