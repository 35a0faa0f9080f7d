import { type RawBuilder, sql } from 'kysely'
import type { FamilyPlace, OrderLine } from '#contract/office/families.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { OfficeOrder, orders } from '#contract/office/orders.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import type { Config } from '#server/config.ts'
import { byName } from '#server/database/by-name.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/local-time.ts'
import { inOrderOf, readOfficePage, readWholeList } from '#server/database/office-page.ts'
import { paymentModeOf } from '#server/features/business/queries.ts'
import { classTitle, sessionsAndTheirs, staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import { dashboardOf } from './dashboard-of.ts'

type Filters = CallInput<typeof orders.export>

/** The state of an order as the office names it (spec 3 §2.9). */
const state = sql`case
  when exists (select from payments p where p.order_id = ord.id and p.status = 'mismatched') then 'differs'
  when ord.status = 'pending' then 'unpaid'
  when ord.status = 'cancelled' then 'cancelled'
  when ord.refunded_pence > 0 then 'partlyRefunded'
  when ord.status = 'completed' then 'completed'
  when exists (select from order_deliveries d where d.order_id = ord.id and d.dispatched_at is not null) then 'sent'
  else 'paid' end`

/** What an order of a state has for certain: an index finds those that are rare, and the state is worked out of these. */
const surely: Record<NonNullable<Filters['state']>, RawBuilder<unknown>> = {
  differs: sql`ord.id in (select order_id from payments where status = 'mismatched')`,
  unpaid: sql`ord.status = 'pending'`,
  cancelled: sql`ord.status = 'cancelled'`,
  partlyRefunded: sql`ord.refunded_pence > 0`,
  completed: sql`ord.status = 'completed'`,
  sent: sql`ord.id in (select order_id from order_deliveries where dispatched_at is not null)`,
  paid: sql`ord.status = 'paid'`,
}

const what = sql`coalesce(
  (select k.name from order_packs k where k.order_id = ord.id),
  (select string_agg(i.quantity || ' × ' || i.name, ', ' order by i.id) from order_items i where i.order_id = ord.id),
  (select string_agg(distinct ${classTitle}, ', ') || ', ' || count(*) || case count(*) when 1 then ' place' else ' places' end
    from bookings b join ${sessionsAndTheirs} on s.id = b.session_id where b.order_id = ord.id), '')`

const line = sql`ord.order_number as number, ord.account_id as "accountId",
  coalesce(nullif(btrim(acc.first_name || ' ' || acc.last_name), ''), acc.email, nullif(ord.guest_name, ''), ord.guest_email)
    as who,
  ord.kind, ${what} as what, ${state} as state, coalesce(ord.payment_method, 'none') as method,
  ${isoTime('ord.placed_at')} as "placedAt", ${isoTime('ord.hold_expires_at')} as "holdExpiresAt",
  ord.total_pence as "totalPence", ord.refunded_pence as "backPence"`

/** Whose an order without an account is: the address that was left, or the number where there is none. */
export const guestKey = (order: string) =>
  sql`contact_key(${sql.ref(`${order}.guest_email`)}, ${sql.ref(`${order}.guest_phone`)})`

/** The bookings of an account; where there is none, those of a guest with that key. */
export const bookingsOf = (accountId: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`(
  select theirs.* from bookings theirs where theirs.account_id = ${accountId}
  union all select theirs.* from orders of_guest join bookings theirs on theirs.order_id = of_guest.id
    where ${accountId} is null and of_guest.account_id is null and ${guestKey('of_guest')} = ${key})`

const given = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
  value === undefined ? sql`true` : condition(value)

/** Days are London's: what was placed from one to another, both included. */
const between = (column: RawBuilder<unknown>, from: string | undefined, to: string | undefined) =>
  sql`${given(from, day => sql`${column} >= ${day}::date::timestamp at time zone 'Europe/London'`)}
    and ${given(to, day => sql`${column} < (${day}::date + 1)::timestamp at time zone 'Europe/London'`)}`

/** Of places: those of sessions of these days, venue and type. */
const ofSessions = ({ sessionFrom, sessionTo, venueId, typeId }: Filters) =>
  (sessionFrom ?? sessionTo ?? venueId ?? typeId)
    ? sql`exists (select from bookings b join sessions s on s.id = b.session_id join offerings o on o.id = s.offering_id
        where b.order_id = ord.id and ${given(sessionFrom, day => sql`s.end_date >= ${day}`)}
          and ${given(sessionTo, day => sql`s.start_date <= ${day}`)}
          and ${given(venueId, id => sql`o.venue_id = ${id}`)}
          and ${given(typeId, id => sql`b.offering_type_id = ${id}`)})`
    : sql`true`

const fitting = (filters: Filters) => sql`
  ${filters.withRefund ? sql`ord.id in (select p.order_id from refunds r join payments p on p.id = r.payment_id)` : sql`true`}
  and ${given(filters.codeId, id => sql`ord.id in (select order_id from discount_uses where discount_code_id = ${id} and released_at is null)`)}
  and ${given(filters.accountId, id => sql`ord.account_id = ${id}`)}
  and ${given(filters.kind, kind => sql`ord.kind = ${kind}`)}
  and ${given(filters.method, method => sql`coalesce(ord.payment_method, 'none') = ${method}`)}
  and ${between(sql`ord.placed_at`, filters.placedFrom, filters.placedTo)}
  and ${between(sql`ord.paid_at`, filters.paidFrom, filters.paidTo)}
  and ${ofSessions(filters)}
  and ${given(filters.state, wanted => sql`${surely[wanted]} and ${state} = ${wanted}`)}`

type Sort = CallInput<typeof orders.list>['sort']

const ordersThatFit = (filters: Filters, sort: Sort = '-placed') => ({
  rows: (and: RawBuilder<unknown>) => sql`select ord.id as "rowId", ${line}
    from orders ord left join accounts acc on acc.id = ord.account_id where ${fitting(filters)} and ${and}`,
  ...inOrderOf(sort, {
    from: sql`orders ord`,
    id: sql`ord.id`,
    by: { placed: sql`ord.placed_at`, total: sql`ord.total_pence`, back: sql`ord.refunded_pence` },
  }),
})

/** A page of the orders that fit the filters, newest first unless they are sorted. */
export const listOfficeOrders = (
  db: Db,
  { after, limit, sort, ...filters }: CallInput<typeof orders.list>,
): Promise<OfficeList<OrderLine>> => readOfficePage(db, { after, limit }, ordersThatFit(filters, sort))

/** All of them, for a file. */
export const readOrdersForFile = (db: Db, filters: Filters): Promise<OrderLine[]> =>
  readWholeList(db, ordersThatFit(filters))

const place = sql`b.id as "bookingId", s.id as "sessionId", ord.order_number as "orderNumber", ${staffSessionTitle('t')} as title,
  v.name as venue, s.start_date as date, to_char(s.start_time, 'HH24:MI') as "startTime",
  to_char(s.end_time, 'HH24:MI') as "endTime", coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as who,
  b.is_trial as "isTrial", b.status as state`

/** Booked places, as `b` with their order `ord` and session `s`, where a condition holds. */
export const placesWhere = (condition: RawBuilder<unknown>): RawBuilder<FamilyPlace> => sql`
  select b.id as "rowId", ${place} from bookings b join orders ord on ord.id = b.order_id
    join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
  where ${condition}`

type Payment = Omit<OfficeOrder['payments'][number], 'dashboard'>

/** One order with its places, goods, payments and what happened to it; undefined where there is none. */
export async function readOfficeOrder(
  db: Db,
  { stripe }: Pick<Config, 'stripe'>,
  number: string,
): Promise<OfficeOrder | undefined> {
  const found = await sql<OrderLine & OrderRow>`
    select ord.id, ${line}, ord.guest_name as "guestName", ord.guest_email as "guestEmail", ord.guest_phone as "guestPhone",
      ord.list_pence as "listPence", ord.credit_value_pence as "creditPence", ord.discount_pence as "discountPence",
      ord.paid_pence as "paidPence", ord.credits_used as "creditsUsed",
      coalesce((select json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'pence', i.line_pence) order by i.id)
        from order_items i where i.order_id = ord.id),
        (select json_build_array(json_build_object('name', k.name, 'quantity', 1, 'pence', k.price_pence))
        from order_packs k where k.order_id = ord.id), '[]') as items,
      (select json_build_object('name', d.full_name, 'phone', d.phone, 'address', d.address, 'postcode', d.postcode)
        from order_deliveries d where d.order_id = ord.id) as delivery
    from orders ord left join accounts acc on acc.id = ord.account_id where ord.order_number = ${number}`.execute(
    db,
  )
  const [row] = found.rows
  if (!row) return undefined
  const { id, guestName, guestEmail, guestPhone, ...order } = row
  const { listPence, creditPence, discountPence, paidPence, creditsUsed, items, delivery, ...head } = order
  const places = await sql<FamilyPlace & { rowId: number }>`
    ${placesWhere(sql`b.order_id = ${id}`)} order by s.starts_at, b.id`.execute(db)
  const payments = await sql<Payment>`
    select coalesce(nullif(p.payment_ref, ''), p.provider_ref, '') as reference, p.amount_pence as pence, p.status as state,
      ${isoTime('p.created_at')} as "createdAt", ${isoTime('p.settled_at')} as "settledAt",
      coalesce((select json_agg(json_build_object('pence', r.amount_pence, 'state', r.status,
        'at', ${isoTime('r.requested_at')}, 'reason', r.reason) order by r.id) from refunds r where r.payment_id = p.id), '[]')
        as back
    from payments p where p.order_id = ${id} order by p.id`.execute(db)
  return {
    order: head,
    guest: head.accountId === null ? { name: guestName, email: guestEmail, phone: guestPhone } : null,
    places: places.rows.map(({ rowId, ...booked }) => booked),
    items,
    delivery,
    listPence,
    creditPence,
    discountPence,
    paidPence,
    creditsUsed,
    payments: payments.rows.map(payment => ({
      ...payment,
      dashboard: dashboardOf(paymentModeOf(stripe), payment.reference),
    })),
    events: await readEvents(db, id),
  }
}

interface OrderRow
  extends Pick<
    OfficeOrder,
    'listPence' | 'creditPence' | 'discountPence' | 'paidPence' | 'creditsUsed' | 'items' | 'delivery'
  > {
  id: number
  guestName: string
  guestEmail: string
  guestPhone: string
}

async function readEvents(db: Db, orderId: number): Promise<OfficeOrder['events']> {
  const { rows } = await sql<OfficeOrder['events'][number]>`
    select ${isoTime('happened.at')} as at, what, words, pence, by, "byName" from (
      select placed_at as at, 0 as rank, 'placed' as what, '' as words, total_pence as pence, 'family' as by, '' as "byName"
      from orders where id = ${orderId}
      union all
      select created_at, 1, 'pageOpened', '', amount_pence, 'family', '' from payments where order_id = ${orderId}
      union all
      select settled_at, 2, case status when 'succeeded' then 'paid' else 'differs' end, '', amount_pence, 'family', ''
      from payments where order_id = ${orderId} and status in ('succeeded', 'mismatched') and settled_at is not null
      union all
      select paid_at, 2, 'paid', payment_method, null, 'family', '' from orders
      where id = ${orderId} and paid_at is not null and payment_method <> 'card'
      union all
      select created_at, 3, 'points', case when delta > 0 then '+' else '' end || delta, null, 'site', ''
      from point_entries where order_id = ${orderId}
      union all
      select m.moved_at, 3, 'moved', to_char(f.start_date, 'DD/MM/YYYY') || ' ' || to_char(f.start_time, 'HH24:MI') || ' → '
        || to_char(t.start_date, 'DD/MM/YYYY') || ' ' || to_char(t.start_time, 'HH24:MI'), null, 'family', ''
      from booking_moves m join bookings b on b.id = m.booking_id join sessions f on f.id = m.from_session_id
        join sessions t on t.id = m.to_session_id where b.order_id = ${orderId}
      union all
      select c.changed_at, 3, 'newTime', to_char(c.was_starts_at at time zone 'Europe/London', 'DD/MM/YYYY HH24:MI') || ' → '
        || to_char(c.is_starts_at at time zone 'Europe/London', 'DD/MM/YYYY HH24:MI'), null, 'office', who.full_name
      from session_changes c join staff who on who.id = c.staff_id
      where c.changed_at >= (select placed_at from orders where id = ${orderId})
        and c.session_id in (select session_id from bookings where order_id = ${orderId})
      union all
      select published_at, 4, 'told', title, null, 'site', '' from messages where order_id = ${orderId}
      union all
      select r.requested_at, 5, 'refundAsked', r.reason, r.amount_pence, 'site', ''
      from refunds r join payments p on p.id = r.payment_id where p.order_id = ${orderId}
      union all
      select r.settled_at, 6, 'refunded', '', r.amount_pence, 'site', '' from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ${orderId} and r.settled_at is not null
      union all
      select dispatched_at, 7, 'sent', '', null, 'office', '' from order_deliveries
      where order_id = ${orderId} and dispatched_at is not null
      union all
      select completed_at, 8, 'completed', '', null, 'site', '' from orders where id = ${orderId} and completed_at is not null
      union all
      select cancelled_at, 9, 'cancelled', case cancel_reason when 'expired' then 'expired' else '' end, null,
        case cancel_reason when 'customer' then 'family' when 'staff' then 'office' else 'site' end, ''
      from orders where id = ${orderId} and cancelled_at is not null
    ) happened order by happened.at, rank`.execute(db)
  return rows
}

/** The places where there are classes, for a list to be narrowed to. */
export const readVenueChoices = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('venues').select(['id', 'name']).orderBy('sort').orderBy(byName('name')).execute()

/** What the list of orders can be narrowed to. */
export const readOrderChoices = async (db: Db): Promise<CallOutput<typeof orders.choices>> => ({
  venues: await readVenueChoices(db),
  types: await db
    .selectFrom('offering_types')
    .select(['id', 'name', 'kind'])
    .orderBy('kind')
    .orderBy(byName('name'))
    .execute(),
})
