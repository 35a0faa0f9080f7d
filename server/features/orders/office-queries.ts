import { type RawBuilder, sql } from 'kysely'
import type { FamilyPlace, OrderLine } from '#contract/office/families.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { OfficeOrder, orders } from '#contract/office/orders.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { requirePeriod } from '#domain/office/takings.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { inOrderOf, readListInParts, readOfficePage } from '#server/database/office-page.ts'
import { openMovements } from '#server/database/open-vat-movements.ts'
import { byName } from '#server/database/order-by-name.ts'
import { paymentModeOf } from '#server/features/business/queries.ts'
import { classTitle, sessionsAndTheirs, staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import { nextClassOf } from './collect-at-class.ts'
import { dashboardAddress } from './dashboard-address.ts'
import { readToRingOfOrder } from './guests-to-ring.ts'
import { isOfFormerAccountSql } from './is-of-former-account.ts'
import { isToSend } from './is-to-send.ts'
import { readUnpaid } from './mail-payment-link.ts'
import { isOfOrder } from './payment-of-order.ts'
import { readOrderMoney } from './read-order-money.ts'

type Filters = CallInput<typeof orders.export>

/** The state of an order as the office names it (spec 3 §2.9). */
const state = sql`case
  when exists (select from payments p where p.order_id = ord.id and p.status = 'mismatched') then 'differs'
  when ord.status = 'pending' then 'unpaid'
  when ord.status = 'cancelled' then 'cancelled'
  when exists (select from payments p where p.order_id = ord.id and p.status = 'expected') then 'expected'
  when ord.refunded_pence > 0 and ord.refunded_pence = ord.paid_pence then 'refunded'
  when ord.refunded_pence > 0 then 'partlyRefunded'
  when ord.status = 'completed' then 'completed'
  when exists (select from order_deliveries d where d.order_id = ord.id and d.dispatched_at is not null) then 'sent'
  else 'paid' end`

/**
 * For each state, a condition that all its orders meet and an index can find. The exact state is then
 * computed from these orders only.
 */
const impliedBy: Record<NonNullable<Filters['state']>, RawBuilder<unknown>> = {
  differs: sql`ord.id in (select order_id from payments where status = 'mismatched')`,
  unpaid: sql`ord.status = 'pending'`,
  expected: sql`ord.id in (select order_id from payments where status = 'expected')`,
  cancelled: sql`ord.status = 'cancelled'`,
  partlyRefunded: sql`ord.refunded_pence > 0`,
  refunded: sql`ord.refunded_pence > 0`,
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
  ord.total_pence as "totalPence", ord.postage_pence as "postagePence", ord.refunded_pence as "backPence",
  (select coalesce(sum(r.amount_pence), 0)::integer from payments p join refunds r on r.payment_id = p.id
    where p.order_id = ord.id and ${isOfOrder()} and r.status in ('requested', 'waiting')) as "goingPence",
  (select json_build_object('openPence', p.amount_pence - ord.paid_pence, 'method', p.method, 'reference', p.reference)
    from payments p where p.order_id = ord.id and p.status = 'expected') as expected`

/** Returns the key of a guest's orders: the email address, or the number if there is none. */
export const guestKey = (order: string) =>
  sql`contact_key(${sql.ref(`${order}.guest_email`)}, ${sql.ref(`${order}.guest_phone`)})`

/** Selects the bookings of an account, or without an account those of guests with that key. */
export const bookingsOf = (accountId: RawBuilder<unknown>, key: RawBuilder<unknown>) => sql`(
  select theirs.* from bookings theirs where theirs.account_id = ${accountId}
  union all select theirs.* from orders of_guest join bookings theirs on theirs.order_id = of_guest.id
    where ${accountId} is null and of_guest.account_id is null and ${guestKey('of_guest')} = ${key})`

const whenGiven = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
  value === undefined ? sql`true` : condition(value)

/** Whether a column is between two days in London, both included. */
const between = (column: RawBuilder<unknown>, from: string | undefined, to: string | undefined) =>
  sql`${whenGiven(from, day => sql`${column} >= ${day}::date::timestamp at time zone 'Europe/London'`)}
    and ${whenGiven(to, day => sql`${column} < (${day}::date + 1)::timestamp at time zone 'Europe/London'`)}`

/** Filters by the sessions' days, venue and type. */
const bySessions = ({ sessionFrom, sessionTo, venueId, typeId }: Filters) =>
  (sessionFrom ?? sessionTo ?? venueId ?? typeId)
    ? sql`exists (select from bookings b join sessions s on s.id = b.session_id join offerings o on o.id = s.offering_id
        where b.order_id = ord.id and ${whenGiven(sessionFrom, day => sql`s.end_date >= ${day}`)}
          and ${whenGiven(sessionTo, day => sql`s.start_date <= ${day}`)}
          and ${whenGiven(venueId, id => sql`o.venue_id = ${id}`)}
          and ${whenGiven(typeId, id => sql`b.offering_type_id = ${id}`)})`
    : sql`true`

/** Filters by the days on which money came in or went back, and by its VAT code. */
function byMoney({ moneyFrom: from, moneyTo: to, vatCode: code }: Filters) {
  if (!from && !to) return sql`true`
  if (!code || !from || !to) {
    return sql`ord.id in (with moved as materialized (
      select order_id from takings where ${between(sql`at`, from, to)}) select order_id from moved)`
  }
  requirePeriod({ from, to })
  return sql`ord.id in (with taxed as materialized (
    select order_id from ${openMovements({ from, to })} m where code = ${code}
    union all
    select order_id from vat_lines where tax_point between ${from} and ${to} and vat_code = ${code}) select order_id from taxed)`
}

/** The state of a refund that each filter looks for: it failed, or it waits for the provider's balance. */
const refundStateOf = { refundFailed: 'failed', refundWaiting: 'waiting' } as const

/** Whether a payment `p` has been expected for longer than the business allows (spec 4 §4). */
export const isExpectedLate = (now: Date) => sql<boolean>`(p.status = 'expected'
  and p.created_at < ${now}::timestamptz - make_interval(days => (select expected_days from business)))`

const byNeed = (needs: Filters['needs'], now: Date) => {
  if (needs === 'asked') return sql`ord.id in (select order_id from asked_refunds where status = 'open')`
  if (needs === 'disputed') {
    return sql`ord.id in (select p.order_id from disputes d join payments p on p.id = d.payment_id where d.status = 'open')`
  }
  if (needs === 'expected') return sql`ord.id in (select order_id from payments where status = 'expected')`
  if (needs === 'expectedLate')
    return sql`ord.id in (select p.order_id from payments p where ${isExpectedLate(now)})`
  if (needs === 'toRing')
    return sql`ord.id in (select order_id from guests_to_ring where rung_at is null) and ord.account_id is null`
  return needs
    ? sql`ord.id in (select p.order_id from refunds r join payments p on p.id = r.payment_id
        where r.status = ${refundStateOf[needs]})`
    : sql`true`
}

const matching = (filters: Filters, now: Date) => sql`
  ${byNeed(filters.needs, now)} and
  ${filters.withRefund ? sql`ord.id in (select p.order_id from refunds r join payments p on p.id = r.payment_id)` : sql`true`}
  and ${whenGiven(filters.codeId, id => sql`ord.id in (select order_id from discount_uses where discount_code_id = ${id} and released_at is null)`)}
  and ${whenGiven(filters.accountId, id => sql`ord.account_id = ${id}`)}
  and ${whenGiven(filters.kind, kind => sql`ord.kind = ${kind}`)}
  and ${whenGiven(filters.method, method => sql`coalesce(ord.payment_method, 'none') = ${method}`)}
  and ${between(sql`ord.placed_at`, filters.placedFrom, filters.placedTo)}
  and ${between(sql`ord.paid_at`, filters.paidFrom, filters.paidTo)}
  and ${byMoney(filters)}
  and ${bySessions(filters)}
  and ${whenGiven(filters.state, wanted => sql`${impliedBy[wanted]} and ${state} = ${wanted}`)}`

type Sort = CallInput<typeof orders.list>['sort']

const matchingOrders = (filters: Filters, now: Date, sort: Sort = '-placed') => ({
  rows: (and: RawBuilder<unknown>) => sql`select ord.id as "rowId", ${line}
    from orders ord left join accounts acc on acc.id = ord.account_id where ${matching(filters, now)} and ${and}`,
  ...inOrderOf(sort, {
    from: sql`orders ord`,
    id: sql`ord.id`,
    by: { placed: sql`ord.placed_at`, total: sql`ord.total_pence`, back: sql`ord.refunded_pence` },
  }),
})

/** Lists a page of the orders that match the filters, newest first unless sorted. */
export const listOfficeOrders = (
  db: Db,
  { after, limit, sort, ...filters }: CallInput<typeof orders.list>,
  now: Date,
): Promise<OfficeList<OrderLine>> => readOfficePage(db, { after, limit }, matchingOrders(filters, now, sort))

/** Sums what is still expected of the orders that match the filters, the largest source first. */
export async function sumExpected(
  db: Db,
  filters: Filters,
  now: Date,
): Promise<CallOutput<typeof orders.expected>> {
  type Source = CallOutput<typeof orders.expected>['sources'][number]
  const { rows } = await sql<Source & { orders: number; latePence: number }>`
    select p.method, count(*)::integer as orders, sum(p.amount_pence - ord.paid_pence)::integer as "openPence",
      coalesce(sum(p.amount_pence - ord.paid_pence) filter (where ${isExpectedLate(now)}), 0)::integer as "latePence"
    from payments p join orders ord on ord.id = p.order_id
    where p.status = 'expected' and ${matching(filters, now)}
    group by p.method order by "openPence" desc, p.method`.execute(db)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    orders: sum(row => row.orders),
    openPence: sum(row => row.openPence),
    latePence: sum(row => row.latePence),
    sources: rows.map(({ method, openPence }) => ({ method, openPence })),
  }
}

/** Reads all matching orders in parts, for a file. */
export const readOrdersForFile = (db: Db, filters: Filters, now: Date): AsyncGenerator<OrderLine[]> =>
  readListInParts(db, matchingOrders(filters, now))

const place = sql`b.id as "bookingId", s.id as "sessionId", ord.order_number as "orderNumber", ${staffSessionTitle('t')} as title,
  v.name as venue, s.start_date as date, to_char(s.start_time, 'HH24:MI') as "startTime",
  to_char(s.end_time, 'HH24:MI') as "endTime", coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as who,
  b.is_trial as "isTrial", b.status as state, b.question, b.answer,
  (select coalesce(json_agg(json_build_object('day', k.on_day, 'state', k.state) order by k.on_day), '[]') from held_marks k
    where k.booking_id = b.id and k.session_id = s.id and k.state <> 'none') as marks`

/** Selects booked places that meet a condition, as `b` with their order `ord` and session `s`. */
export const placesWhere = (condition: RawBuilder<unknown>): RawBuilder<FamilyPlace> => sql`
  select b.id as "rowId", ${place} from bookings b join orders ord on ord.id = b.order_id
    join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
  where ${condition}`

type Payment = Omit<OfficeOrder['payments'][number], 'dashboard'> & { cardPage: string }

/** Lists the booked places of a date that has not begun, by name. */
export async function listPlacesOfDate(db: Db, sessionId: number, now: Date): Promise<FamilyPlace[]> {
  const { rows } = await sql<FamilyPlace & { rowId: number }>`select * from (${placesWhere(
    sql`b.session_id = ${sessionId} and b.status <> 'cancelled' and s.starts_at > ${now}`,
  )}) booked order by who collate "und-x-icu", "rowId"`.execute(db)
  return rows.map(({ rowId, ...place }) => place)
}

/** Reads one order with its places, products, payments and events; undefined if there is none. */
export async function readOfficeOrder(
  db: Db,
  { stripe }: Pick<Config, 'stripe'>,
  number: string,
  now: Date,
): Promise<OfficeOrder | undefined> {
  const found = await sql<OrderLine & OrderRow>`
    select ord.id, ${line}, ord.guest_name as "guestName", ord.guest_email as "guestEmail", ord.guest_phone as "guestPhone",
      ord.list_pence as "listPence", ord.credit_value_pence as "creditPence", ord.discount_pence as "discountPence",
      ord.paid_pence as "paidPence", ord.credits_used as "creditsUsed",
      coalesce((select c.code from discount_uses u join discount_codes c on c.id = u.discount_code_id
        where u.order_id = ord.id), '') as "discountCode",
      coalesce((select m.full_name from staff m where m.id = ord.placed_by), '') as "placedBy",
      (select coalesce(json_agg(json_build_object('id', n.id, 'text', n.body, 'at', ${isoTime('n.created_at')},
          'by', who.full_name) order by n.id desc), '[]')
        from order_notes n join staff who on who.id = n.staff_id where n.order_id = ord.id) as notes,
      coalesce((select json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'pence', i.line_pence,
          'returned', i.returned_quantity) order by i.id)
        from order_items i where i.order_id = ord.id),
        (select json_build_array(json_build_object('name', k.name, 'quantity', 1, 'pence', k.price_pence, 'returned', 0))
        from order_packs k where k.order_id = ord.id), '[]') as items,
      (select coalesce(-sum(e.delta) filter (where e.reason = 'packReturned'), 0)::integer from credit_entries e
        where e.order_id = ord.id) as "packCreditsBack",
      (select coalesce(sum(e.delta) filter (where e.reason = 'orderGoodwill'), 0)::integer from credit_entries e
        where e.order_id = ord.id) as "goodwillCredits",
      (select json_build_object('name', d.full_name, 'phone', d.phone, 'address', d.address, 'postcode', d.postcode,
        'isCollected', d.is_collected, 'collectAt', case when d.is_collected then ${nextClassOf(sql`ord.account_id`, now)} end,
        'isToSend', ${isToSend}, 'sentAt', coalesce(${isoTime('d.dispatched_at')}, ${isoTime('d.handed_over_at')}), 'sentBy', coalesce(who.full_name, ''), 'isGiven', d.is_given)
        from order_deliveries d left join staff who on who.id = coalesce(d.dispatched_by, d.handed_over_by) where d.order_id = ord.id) as delivery
    from orders ord left join accounts acc on acc.id = ord.account_id where ord.order_number = ${number}`.execute(
    db,
  )
  const [row] = found.rows
  if (!row) return undefined
  const { id, guestName, guestEmail, guestPhone, ...order } = row
  const { listPence, creditPence, discountPence, discountCode, paidPence, creditsUsed, ...rest } = order
  const { items, delivery, notes, packCreditsBack, goodwillCredits, placedBy, ...head } = rest
  const places = await sql<FamilyPlace & { rowId: number }>`
    ${placesWhere(sql`b.order_id = ${id}`)} order by s.starts_at, b.id`.execute(db)
  const payments = await sql<Payment>`
    select p.method, case p.provider when 'desk' then p.reference
        else coalesce(nullif(p.payment_ref, ''), p.provider_ref, '') end as reference, p.amount_pence as pence, p.status as state, p.differs, p.checkout_url as "cardPage",
      ${isOfFormerAccountSql('p')} as "isOfFormerAccount",
      ${isoTime('p.created_at')} as "createdAt", ${isoTime('p.settled_at')} as "settledAt",
      coalesce((select json_agg(json_build_object('id', r.id, 'pence', r.amount_pence + r.beyond_pence,
        'beyondPence', r.beyond_pence, 'state', r.status,
        'at', ${isoTime('r.requested_at')}, 'reason', r.reason, 'kind', r.kind, 'method', r.method,
        'reference', r.reference, 'why', r.failed_why, 'by', coalesce(m.full_name, '')) order by r.id)
        from refunds r left join staff m on m.id = r.staff_id where r.payment_id = p.id), '[]')
        as back,
      coalesce((select json_agg(json_build_object('id', d.id, 'pence', d.amount_pence, 'reason', d.reason,
        'state', d.status, 'openedAt', ${isoTime('d.opened_at')}, 'closedAt', ${isoTime('d.closed_at')}) order by d.id)
        from disputes d where d.payment_id = p.id), '[]') as disputes
    from payments p where p.order_id = ${id} order by p.id`.execute(db)
  const { places: moneyOfPlaces, books, leftPence } = await readOrderMoney(db, id)
  return {
    order: head,
    guest: head.accountId === null ? { name: guestName, email: guestEmail, phone: guestPhone } : null,
    places: places.rows.map(({ rowId, ...booked }) => booked),
    placeMoney: moneyOfPlaces.map(({ cancelled, ...place }) => ({
      ...{ bookingId: place.bookingId, listPence: place.listPence, payablePence: place.payablePence },
      ...{ creditsUsed: place.creditsUsed, backPence: place.backPence, days: place.days },
      settlement: cancelled?.settlement ?? null,
    })),
    money: { ...books, leftPence },
    items,
    packCreditsBack,
    goodwillCredits,
    delivery,
    listPence,
    creditPence,
    discountPence,
    discountCode,
    paidPence,
    creditsUsed,
    placedBy,
    payments: payments.rows.map(({ cardPage, ...payment }) => ({
      ...payment,
      dashboard:
        payment.method === 'card'
          ? dashboardAddress(paymentModeOf(stripe), { reference: payment.reference, cardPage })
          : '',
    })),
    expected: await readExpectedMoney(db, id),
    toRing: await readToRingOfOrder(db, number),
    asked: await readAsked(db, id),
    unpaid: await readUnpaid(db, number, now),
    events: await readEvents(db, id),
    notes,
  }
}

/** Reads expected money with its receipts; null if the order was paid at once. */
async function readExpectedMoney(db: Db, orderId: number): Promise<OfficeOrder['expected']> {
  const { rows } = await sql<NonNullable<OfficeOrder['expected']>>`
    select p.status = 'expected' as "isOpen", p.method, p.reference, p.amount_pence as pence,
      coalesce(sum(r.amount_pence), 0)::integer as "receivedPence",
      coalesce(json_agg(json_build_object('id', r.id, 'pence', r.amount_pence, 'receivedOn', r.received_on,
        'reference', coalesce(nullif(r.reference, ''), card.payment_ref, back.provider_ref, ''), 'recordedAt', ${isoTime('r.recorded_at')}, 'by', coalesce(m.full_name, ''),
        'mayBeCorrected', r.staff_id is not null and r.corrects_id is null
          and not exists (select from desk_receipts c where c.corrects_id = r.id)) order by r.id)
        filter (where r.id is not null), '[]') as receipts
    from payments p left join desk_receipts r on r.payment_id = p.id left join staff m on m.id = r.staff_id
      left join payments card on card.id = r.card_payment_id left join refunds back on back.id = r.refund_id
    where p.order_id = ${orderId} and p.provider = 'desk'
    group by p.id having p.status = 'expected' or count(r.id) > 0`.execute(db)
  return rows[0] ?? null
}

async function readAsked(db: Db, orderId: number): Promise<OfficeOrder['asked']> {
  const { rows } = await sql<OfficeOrder['asked'][number]>`
    select a.id, a.amount_pence as pence, a.reason, m.full_name as by, ${isoTime('a.asked_at')} as "askedAt",
      a.status as state, coalesce(d.full_name, '') as "decidedBy", a.booking_id as "bookingId"
    from asked_refunds a join staff m on m.id = a.asked_by left join staff d on d.id = a.decided_by
    where a.order_id = ${orderId} order by a.id`.execute(db)
  return rows
}

interface OrderRow
  extends Pick<
    OfficeOrder,
    | 'listPence'
    | 'creditPence'
    | 'discountPence'
    | 'discountCode'
    | 'paidPence'
    | 'creditsUsed'
    | 'items'
    | 'packCreditsBack'
    | 'goodwillCredits'
    | 'delivery'
    | 'notes'
    | 'placedBy'
  > {
  id: number
  guestName: string
  guestEmail: string
  guestPhone: string
}

async function readEvents(db: Db, orderId: number): Promise<OfficeOrder['events']> {
  const { rows } = await sql<OfficeOrder['events'][number]>`
    select ${isoTime('happened.at')} as at, what, words, pence, by, "byName" from (
      select placed_at as at, 0 as rank, 'placed' as what, '' as words, total_pence as pence,
        case when placed_by is null then 'family' else 'office' end as by, coalesce(m.full_name, '') as "byName"
      from orders left join staff m on m.id = placed_by where orders.id = ${orderId}
      union all
      select created_at, 1, 'pageOpened', '', case when status <> 'refused' then amount_pence end, 'family', '' from payments
      where order_id = ${orderId} and provider <> 'desk'
      union all
      select created_at, 1, 'expected', method, null, case when by_family then 'family' else 'office' end, '' from payments
      where order_id = ${orderId} and provider = 'desk'
        and (status <> 'succeeded' or exists (select from desk_receipts r where r.payment_id = payments.id))
      union all
      select r.recorded_at, 2, case when r.amount_pence > 0 then 'received' else 'receiptCorrected' end, r.reference,
        abs(r.amount_pence), case when r.refund_id is not null then 'site' when r.staff_id is null then 'family' else 'office' end,
        coalesce(m.full_name, '')
      from desk_receipts r join payments p on p.id = r.payment_id left join staff m on m.id = r.staff_id
      where p.order_id = ${orderId}
      union all
      select settled_at, 3, case status when 'succeeded' then 'paid' else 'differs' end,
        case provider when 'desk' then method else '' end,
        case when status = 'succeeded' then amount_pence else coalesce((differs->>'pence')::integer, amount_pence) end,
        case provider when 'desk' then 'office' else 'family' end, ''
      from payments where order_id = ${orderId} and status in ('succeeded', 'mismatched', 'refused') and settled_at is not null
      union all
      select paid_at, 2, 'paid', payment_method, null, 'family', '' from orders
      where id = ${orderId} and paid_at is not null and payment_method not in ('card', 'desk')
      union all
      select created_at, 3, 'points', case when delta > 0 then '+' else '' end || delta, null, 'site', ''
      from point_entries where order_id = ${orderId}
      union all
      select m.moved_at, 3, 'moved', to_char(f.start_date, 'DD/MM/YYYY') || ' ' || to_char(f.start_time, 'HH24:MI') || ' → '
        || to_char(t.start_date, 'DD/MM/YYYY') || ' ' || to_char(t.start_time, 'HH24:MI'), null,
        case when m.staff_id is null then 'family' else 'office' end, coalesce(who.full_name, '')
      from booking_moves m left join staff who on who.id = m.staff_id join bookings b on b.id = m.booking_id join sessions f on f.id = m.from_session_id
        join sessions t on t.id = m.to_session_id where b.order_id = ${orderId}
      union all
      select c.changed_at, 3, 'newTime', to_char(c.was_starts_at at time zone 'Europe/London', 'DD/MM/YYYY HH24:MI') || ' → '
        || to_char(c.is_starts_at at time zone 'Europe/London', 'DD/MM/YYYY HH24:MI'), null, 'office', who.full_name
      from session_changes c join staff who on who.id = c.staff_id
      where c.changed_at >= (select placed_at from orders where id = ${orderId})
        and c.session_id in (select session_id from bookings where order_id = ${orderId})
      union all
      select g.published_at, 4, 'told', g.title || coalesce(', mailed to ' || m.to_email, ', in their account alone'), null, 'site', ''
      from messages g left join mails m on m.once_key = g.once_key where g.order_id = ${orderId}
      union all
      select m.created_at, 4, 'told', m.subject || ', mailed to ' || m.to_email, null, 'site', ''
      from orders o join mails m on m.created_at >= o.placed_at and m.to_email = o.guest_email
        and strpos(m.body_text, o.order_number) > 0
      where o.id = ${orderId} and o.account_id is null and o.guest_email <> ''
      union all
      select l.mailed_at, 3, case when l.is_reminder then 'reminded' else 'linkMailed' end,
        'kept until ' || to_char(l.kept_until at time zone 'Europe/London', 'DD/MM/YYYY HH24:MI'), null, 'office', m.full_name
      from payment_links l join staff m on m.id = l.staff_id where l.order_id = ${orderId}
      union all
      select claimed_at, 3, 'claimed', '', null, 'family', '' from claimed_orders where order_id = ${orderId}
      union all
      select c.cancelled_at, 4, 'placeCancelled', to_char(s.start_date, 'DD/MM/YYYY') || ' ' || to_char(s.start_time, 'HH24:MI')
        || case c.reason when '' then '' else ', ' || c.reason end, null,
        case c.cancelled_by when 'customer' then 'family' else 'office' end, coalesce(m.full_name, '')
      from booking_cancellations c join bookings b on b.id = c.booking_id join sessions s on s.id = b.session_id
        left join staff m on m.id = c.staff_id where c.order_id = ${orderId}
      union all
      select r.requested_at, 5, 'refundAsked', r.reason, r.amount_pence + r.beyond_pence,
        case when r.staff_id is null then 'site' else 'office' end, coalesce(m.full_name, '')
      from refunds r join payments p on p.id = r.payment_id left join staff m on m.id = r.staff_id
      where p.order_id = ${orderId} and r.kind <> 'atStripe'
      union all
      select r.failed_at, 6, 'refundFailed', r.failed_why, r.amount_pence + r.beyond_pence, 'site', ''
      from refunds r join payments p on p.id = r.payment_id where p.order_id = ${orderId} and r.failed_at is not null
      union all
      select r.settled_at, 6, 'refunded', case r.kind when 'atStripe' then 'at Stripe, place still held' else '' end, r.amount_pence + r.beyond_pence, 'site', ''
      from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ${orderId} and r.settled_at is not null and r.status = 'succeeded'
      union all
      select e.created_at, 6, 'creditsGiven', e.delta || ', ' || d.reason, null, 'office', m.full_name
      from credit_entries e join goodwill_places g on g.booking_id = e.booking_id
        join cancelled_date_orders c on c.cancellation_id = g.cancellation_id and c.order_id = g.order_id
          and c.settled_at = e.created_at
        join date_cancellations d on d.id = g.cancellation_id join staff m on m.id = d.staff_id
      where e.order_id = ${orderId} and e.reason = 'goodwill'
      union all
      select b.returned_at, 5, 'itemsReturned', b.quantity || ' × ' || i.name
        || case when b.stock_entry_id is null then ', not on the shelf' else ', back on the shelf' end,
        null, 'office', m.full_name
      from returned_items b join order_items i on i.id = b.order_item_id join staff m on m.id = b.staff_id
      where i.order_id = ${orderId}
      union all
      select e.created_at, 5, case e.reason when 'orderGoodwill' then 'creditsGiven' else 'creditsTaken' end,
        abs(e.delta)::text || coalesce((select ', ' || nullif(a.reason, '') from staff_actions a
          where a.subject_kind = 'order' and a.subject_id = ${orderId} and a.action = 'order.refund'
            and a.facts ->> 'entry' = e.id::text), ''),
        null, 'office', coalesce(m.full_name, r.full_name, '')
      from credit_entries e left join staff m on m.id = e.staff_id
        left join refunds f on f.id = e.refund_id left join staff r on r.id = f.staff_id
      where e.order_id = ${orderId} and e.reason in ('orderGoodwill', 'packReturned')
      union all
      select d.opened_at, 6, 'disputed', d.reason, d.amount_pence, 'family', ''
      from disputes d join payments p on p.id = d.payment_id where p.order_id = ${orderId}
      union all
      select d.closed_at, 6, case d.status when 'won' then 'disputeWon' else 'disputeLost' end, '', d.amount_pence, 'site', ''
      from disputes d join payments p on p.id = d.payment_id where p.order_id = ${orderId} and d.closed_at is not null
      union all
      select d.dispatched_at, 7, 'sent', case when d.is_given then 'given' else '' end, null, 'office', coalesce(who.full_name, '')
      from order_deliveries d left join staff who on who.id = d.dispatched_by
      where d.order_id = ${orderId} and d.dispatched_at is not null
      union all
      select completed_at, 8, 'completed', '', null, 'site', '' from orders where id = ${orderId} and completed_at is not null
      union all
      select cancelled_at, 9, 'cancelled', case cancel_reason when 'expired' then 'expired' else '' end, null,
        case cancel_reason when 'customer' then 'family' when 'staff' then 'office' else 'site' end, ''
      from orders where id = ${orderId} and cancelled_at is not null
    ) happened order by happened.at, rank`.execute(db)
  return rows
}

/** Lists the venues by which lists can be filtered. */
export const readVenueChoices = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('venues').select(['id', 'name']).orderBy('sort').orderBy(byName('name')).execute()

/** Reads the choices for the filters of the list of orders. */
export const readOrderChoices = async (db: Db): Promise<CallOutput<typeof orders.choices>> => ({
  venues: await readVenueChoices(db),
  types: await db
    .selectFrom('offering_types')
    .select(['id', 'name', 'kind'])
    .orderBy('kind')
    .orderBy(byName('name'))
    .execute(),
})
