import { type RawBuilder, sql } from 'kysely'
import type { bookingOrder, offeredSession, preview } from '#contract/orders.ts'
import type { Page, Value } from '#contract/wire.ts'
import type { BookingFacts, SessionFacts, WishLine } from '#domain/booking-rules.ts'
import type { Attendees, OfferingKind } from '#domain/offering-kinds.ts'
import type { Discount } from '#domain/prices.ts'
import { askTogether } from '#server/database/ask-together.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { localTime } from '#server/database/local-time.ts'
import { type AskedPage, pageOf, rowsBefore } from '#server/database/paging.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

export type BookingOrder = Value<typeof bookingOrder>
type OfferedSession = Value<typeof offeredSession>
export type PreviewedOffering = Value<typeof preview>['offering']

/** What every submit answers. */
export interface PlacedOrder {
  orderNumber: string
  totalPence: number
  status: 'pending' | 'paid'
}

/** A value, or the SQL that yields it: the preview asks for one person, an order's facts for many at once. */
type Operand<T> = T | RawBuilder<T>

/** Who asks, and when. */
interface Asking {
  accountId: Operand<AccountId | null>
  /** By which a guest's kept places and uses of a discount code are known. */
  guestEmail: Operand<string>
  now: Operand<Date>
  /** The children that are to come, once they are chosen: a place kept for one is not another's. */
  childIds?: Operand<number[]>
}

/** A session's row as the rules see it. An instant inside JSON arrives as text. */
interface SessionRow extends Omit<SessionFacts, 'startsAt'> {
  startsAt: string
}

/**
 * How many places of a session are kept for these attendees: an account's under whichever address it books, a guest's
 * by the address alone. Asked only where any place is kept at all.
 */
const placesKept = ({ accountId, guestEmail, now, childIds }: Asking) =>
  sql`(case when s.places_offered = 0 then 0 else (
    select count(*)::integer from waiting_entries w
    where w.status = 'offered' and w.offered_session_id = s.id and w.offer_expires_at > ${now}
      and (w.account_id = ${accountId} or w.account_id is null and w.email = ${guestEmail})
      and ${childIds ? sql`(w.child_id is null or w.child_id = any(${childIds}))` : sql`true`}) end)`

const sessionFacts = (asking: Asking) => sql`json_build_object(
  'id', s.id, 'offeringId', s.offering_id, 'typeId', s.offering_type_id,
  'isScheduled', s.status = 'scheduled' and o.is_active, 'startsAt', s.starts_at,
  'placesLeft', s.capacity - s.places_taken - s.places_offered + ${placesKept(asking)},
  'placesKept', ${placesKept(asking)},
  'pricePence', s.price_pence, 'credits', s.credits, 'isPackOnly', o.is_pack_only,
  'offersTrial', s.offers_trial, 'trialPricePence', s.trial_price_pence)`

interface FactsWanted {
  kind: OfferingKind
  accountId: AccountId | undefined
  guestEmail: string
  guestNetwork?: string
  discountCode: string
  lines: WishLine[]
  isTrial: boolean
  requestHash?: string
  now: Date
}

type OrderFacts = BookingFacts & { repeatOf: string | null; guestHolds: GuestHolds }

/**
 * All that an order of these sessions depends on, without a lock; and the number of the same order when it was placed
 * a moment ago and is still unpaid (decision E-38). One round trip for all who ask together: read alone, it is a
 * third of what an order costs (decision 11).
 */
export const readBookingFacts = askTogether(async (db, wanted: FactsWanted[]): Promise<OrderFacts[]> => {
  const { rows } = await sql<{
    sessions: SessionRow[]
    balance: number | null
    own_children: number[]
    taken: BookingFacts['taken']
    trials: BookingFacts['trialsUsed']
    discount: DiscountRow | null
    repeat_of: string | null
    guest_holds: GuestHolds | null
  }>`${planKept} select
    (select coalesce(json_agg(${sessionFacts(asked)}), '[]') from sessions s join offerings o on o.id = s.offering_id
      where s.id = any(q.session_ids) and s.kind = q.kind) as sessions,
    (select credit_balance from accounts where id = q.account_id) as balance,
    (select coalesce(json_agg(id), '[]') from children
      where account_id = q.account_id and id = any(q.child_ids)) as own_children,
    (select coalesce(json_agg(json_build_object('sessionId', b.session_id, 'childId', b.child_id,
        'fullName', b.attendee_name, 'email', case when b.child_id is null then b.attendee_email else '' end)), '[]')
      from bookings b
      where b.session_id = any(q.session_ids) and b.status <> 'cancelled'
        and (b.child_id = any(q.child_ids) or b.child_id is null and b.attendee_email = any(q.emails))) as taken,
    case when q.is_trial then (
      select coalesce(json_agg(json_build_object('typeId', b.offering_type_id, 'childId', b.child_id)), '[]')
      from bookings b where b.is_trial and b.status <> 'cancelled'
        and (b.child_id = any(q.child_ids) or b.child_id is null and b.attendee_email = any(q.emails)))
      else '[]' end as trials,
    ${discountFor(asked, sql.ref('q.kind'), sql.ref('q.discount_code'))} as discount,
    (select order_number from orders where account_id is not distinct from q.account_id
      and request_hash = decode(q.request_hash, 'hex') and status = 'pending'
      and guest_email = q.guest_email
      and placed_at > q.now - interval '60 seconds' limit 1) as repeat_of,
    case when q.account_id is null and q.contact_phone is not null then (
      select json_build_object('ofContact', of_contact, 'ofNetwork', of_network)
      from guest_holds(q.contact_email, q.contact_phone, q.guest_network, q.now)) end as guest_holds
  from json_to_recordset(${JSON.stringify(wanted.map(asQuestion))}) as q(position integer, kind text, account_id bigint,
    guest_email text, guest_network text, discount_code text, now timestamptz, session_ids bigint[], child_ids bigint[],
    emails text[], contact_email text, contact_phone text, is_trial boolean, request_hash text)
  order by q.position`.execute(db)
  return rows.map(row => ({
    sessions: row.sessions.map(withInstant),
    creditBalance: row.balance ?? 0,
    ownChildIds: row.own_children,
    taken: row.taken,
    trialsUsed: row.trials,
    discount: asDiscount(row.discount),
    repeatOf: row.repeat_of,
    guestHolds: row.guest_holds ?? { ofContact: 0, ofNetwork: 0 },
  }))
})

/** Who asks, in the statement that answers many. */
const asked = {
  accountId: sql.ref<AccountId | null>('q.account_id'),
  guestEmail: sql.ref<string>('q.guest_email'),
  now: sql.ref<Date>('q.now'),
  childIds: sql.ref<number[]>('q.child_ids'),
}

function asQuestion({ lines, accountId, ...wanted }: FactsWanted, position: number) {
  const first = lines[0]?.attendees
  const contact = !accountId && first?.who === 'contact' ? first : undefined
  return {
    position,
    kind: wanted.kind,
    account_id: accountId,
    guest_email: wanted.guestEmail,
    guest_network: wanted.guestNetwork ?? '',
    discount_code: wanted.discountCode.toUpperCase(),
    now: wanted.now,
    session_ids: [...new Set(lines.map(line => line.sessionId))],
    child_ids: [...new Set(lines.flatMap(({ attendees }) => childIdsOf(attendees)))],
    emails: [...new Set(lines.flatMap(({ attendees }) => emailsOf(attendees)))],
    contact_email: contact?.email,
    contact_phone: contact?.phone,
    is_trial: wanted.isTrial,
    request_hash: wanted.requestHash ?? '',
  }
}

const withInstant = (row: SessionRow): SessionFacts => ({ ...row, startsAt: new Date(row.startsAt) })
const childIdsOf = (attendees: Attendees) => (attendees.who === 'children' ? attendees.childIds : [])
export const emailOf = (attendees: Attendees) => (attendees.who === 'contact' ? attendees.email : '')

const emailsOf = (attendees: Attendees) => (attendees.who === 'contact' ? [attendees.email] : [])

/** What guests hold that nobody may ever pay for: this contact's orders, and the places of this network. */
interface GuestHolds {
  ofContact: number
  ofNetwork: number
}

interface DiscountRow {
  id: number
  percent: number | null
  amountPence: number | null
  minimumPence: number
}

/** The code when it may be used now, by this account, for this kind (decision E-28); its limits hold under lock. */
const discountFor = (
  { accountId, guestEmail, now }: Asking,
  kind: Operand<OfferingKind>,
  discountCode: Operand<string>,
) =>
  sql`case when ${discountCode} <> '' then (
    select json_build_object('id', d.id, 'percent', d.percent, 'amountPence', d.amount_pence,
      'minimumPence', d.minimum_pence)
    from discount_codes d
    where d.code = ${discountCode} and d.is_active and ${kind} = any(d.kinds)
      and d.starts_at <= ${now} and d.ends_at > ${now} and (d.max_uses is null or d.uses < d.max_uses)
      and (d.max_uses_per_account is null or d.max_uses_per_account > (
        select count(*) from discount_uses u where u.discount_code_id = d.id and u.released_at is null
          and u.account_id is not distinct from ${accountId}
          and u.guest_email = case when ${accountId}::bigint is null then ${guestEmail} else '' end))) end`

function asDiscount(row: DiscountRow | null): BookingFacts['discount'] {
  if (!row) return undefined
  const discount: Discount =
    row.percent === null ? { amountPence: row.amountPence ?? 0 } : { percent: row.percent }
  return { ...discount, id: row.id, minimumPence: row.minimumPence }
}

/** What the booking dialog shows of one offering, and the facts to price a choice by; undefined when there is none. */
export async function readPreviewFacts(
  db: Db,
  wanted: {
    kind: OfferingKind
    accountId: AccountId | undefined
    guestEmail: string
    offeringId: number
    discountCode: string
    today: string
    now: Date
  },
): Promise<
  | {
      offering: PreviewedOffering
      sessions: OfferedSession[]
      facts: Pick<BookingFacts, 'sessions' | 'creditBalance' | 'discount' | 'ownChildIds'>
      childCount: number
    }
  | undefined
> {
  const { kind, accountId = null, guestEmail, offeringId, discountCode, today, now } = wanted
  const asking = { accountId, guestEmail, now }
  const result = await sql<{
    offering: PreviewedOffering
    sessions: (OfferedSession & { facts: SessionRow })[]
    balance: number | null
    own_children: number[]
    discount: DiscountRow | null
  }>`select
    json_build_object('id', o.id, 'image', coalesce(nullif(o.image_path, ''), t.image_path),
      'type', json_build_object('name', t.name), 'venue', json_build_object('name', v.name),
      'ages', json_build_object('name', g.name), 'startDate', o.start_date, 'endDate', o.end_date,
      'isPackOnly', o.is_pack_only, 'priceDescription', o.price_description, 'typeId', t.id) as offering,
    (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'startDate', s.start_date,
        'endDate', s.end_date, 'weekday', to_char(s.start_date, 'Dy'), 'startTime', to_char(s.start_time, 'HH24:MI'),
        'endTime', to_char(s.end_time, 'HH24:MI'),
        'isBookable', s.starts_at > ${now} and s.capacity + ${placesKept(asking)} > s.places_taken + s.places_offered,
        'offersTrial', s.offers_trial, 'trialPricePence', s.trial_price_pence, 'pricePence', s.price_pence,
        'credits', s.credits, 'placesLeft', greatest(0, s.capacity - s.places_taken - s.places_offered + ${placesKept(asking)}),
        'facts', ${sessionFacts(asking)}) order by s.start_date, s.start_time, s.id), '[]')
      from sessions s where s.offering_id = o.id and s.status = 'scheduled' and s.start_date >= ${today}) as sessions,
    (select credit_balance from accounts where id = ${accountId}) as balance,
    (select coalesce(json_agg(id), '[]') from children where account_id = ${accountId}) as own_children,
    ${discountFor(asking, kind, discountCode.toUpperCase())} as discount
  from offerings o
  join offering_types t on t.id = o.offering_type_id
  join venues v on v.id = o.venue_id
  join age_groups g on g.id = o.age_group_id
  where o.id = ${offeringId} and o.kind = ${kind} and o.is_active and t.is_active`.execute(db)
  const row = result.rows[0]
  if (!row) return undefined
  return {
    offering: row.offering,
    sessions: row.sessions,
    facts: {
      sessions: row.sessions.map(session => withInstant(session.facts)),
      creditBalance: row.balance ?? 0,
      discount: asDiscount(row.discount),
      ownChildIds: row.own_children,
    },
    childCount: row.own_children.length,
  }
}

/** The account's order of the very same request, placed within 60 seconds and still unpaid (decision E-38). */
export async function findRepeatedOrder(
  db: Db,
  accountId: AccountId,
  requestHash: string,
  now: Date,
): Promise<PlacedOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['order_number as orderNumber', 'total_pence as totalPence'])
    .where('account_id', '=', accountId)
    .where('request_hash', '=', Buffer.from(requestHash, 'hex'))
    .where('status', '=', 'pending')
    .where('placed_at', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirst()
  return order && { ...order, status: 'pending' }
}

/** One of the account's own children, and whether it had a trial of the type; undefined for anybody else's. */
export async function findTrialChild(
  db: Db,
  accountId: AccountId,
  childId: number,
  typeId: number,
): Promise<{ hadTrial: boolean } | undefined> {
  const found = await sql<{ had_trial: boolean }>`select exists (
      select 1 from bookings b where b.child_id = c.id and b.offering_type_id = ${typeId}
        and b.is_trial and b.status <> 'cancelled') as had_trial
    from children c where c.id = ${childId} and c.account_id = ${accountId}`.execute(db)
  return found.rows[0] && { hadTrial: found.rows[0].had_trial }
}

const bookedSessions = sql`(select json_agg(json_build_object(
    'bookingId', b.id, 'sessionId', s.id, 'name', coalesce(nullif(s.name, ''), f.name),
    'image', coalesce(nullif(f.image_path, ''), t.image_path),
    'startDate', s.start_date, 'endDate', s.end_date, 'venue', v.name, 'typeName', t.name, 'ages', g.name,
    'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
    'child', coalesce(c.first_name || ' ' || c.last_name, ''), 'fullName', b.attendee_name,
    'isTrial', b.is_trial) order by s.starts_at, b.id)
  from bookings b
  join sessions s on s.id = b.session_id
  join offerings f on f.id = s.offering_id
  join offering_types t on t.id = s.offering_type_id
  join venues v on v.id = f.venue_id
  join age_groups g on g.id = f.age_group_id
  left join children c on c.id = b.child_id
  where b.order_id = o.id)`

const orderColumns = sql`o.order_number, o.status, ${localTime('o.placed_at')} as placed_at, o.payment_method,
  o.total_pence, o.paid_pence, o.credits_used, ${localTime('o.hold_expires_at')} as hold_expires_at,
  ${bookedSessions} as sessions`

interface OrderRow {
  order_number: string
  status: BookingOrder['status']
  placed_at: string
  payment_method: 'card' | 'credits' | 'free' | null
  total_pence: number
  paid_pence: number
  credits_used: number
  hold_expires_at: string | null
  sessions: BookingOrder['sessions']
}

/** One of the account's own orders of a kind, or undefined. */
export async function findOrder(
  db: Db,
  accountId: AccountId,
  kind: OfferingKind,
  orderNumber: string,
): Promise<BookingOrder | undefined> {
  const found = await sql<OrderRow>`select ${orderColumns} from orders o
    where o.order_number = ${orderNumber} and o.account_id = ${accountId} and o.kind = ${kind}`.execute(db)
  return found.rows[0] && asOrder(found.rows[0])
}

/** A page of the account's own orders of a kind, newest first. */
export async function listOrders(
  db: Db,
  accountId: AccountId,
  kind: OfferingKind,
  asked: AskedPage,
): Promise<Page<BookingOrder>> {
  const total = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const found = await sql<OrderRow>`select ${orderColumns} from orders o
    where o.account_id = ${accountId} and o.kind = ${kind}
    order by o.placed_at desc, o.id desc limit ${asked.perPage} offset ${rowsBefore(asked)}`.execute(db)
  return pageOf(found.rows.map(asOrder), total.total, asked)
}

function asOrder(row: OrderRow): BookingOrder {
  const first = row.sessions[0]
  if (!first) throw new Error('a booking order without a booking')
  return {
    orderNumber: row.order_number,
    name: first.typeName,
    status: row.status,
    placedAt: row.placed_at,
    paymentMethod: row.payment_method ?? 'none',
    totalPence: row.total_pence,
    paidPence: row.paid_pence,
    creditsUsed: row.credits_used,
    summary: {
      image: first.image,
      name: first.typeName,
      child: [...new Set(row.sessions.map(session => session.child))].join(', '),
      fullName: first.fullName,
      startTime: first.startTime,
      endTime: first.endTime,
    },
    sessions: row.sessions,
    holdExpiresAt: row.hold_expires_at,
  }
}
