import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '#contract/office/messages.ts'
import { longDay } from '#domain/format-dates.ts'
import { automaticKinds } from '#domain/office/automatic-mails.ts'
import { type MessageKind, messageSentences } from '#domain/office/messages.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import {
  classTitle,
  isOnDays,
  sessionsAndTheirs,
  staffClassTitle,
  staffSessionTitle,
} from '#server/features/offerings/session-sql.ts'
import { type AutomaticAudience, isDueOrder, isDuePlace } from './automatic-audience.ts'

/** Somebody whom a message reaches: one address, or a telephone number of somebody without one. */
export interface Recipient {
  accountId: number | null
  name: string
  firstName: string
  email: string
  phone: string
  children: string[]
  classes: string[]
  day: string | null
  /** The places, or the orders, for which they belong to the audience. */
  bookings: number[]
  orders: number[]
}

/** The audience of a message that staff write, or of an automatic mail. */
export type AnyAudience = Audience | AutomaticAudience

/**
 * Selects an audience, one row for each address: `contact, account_id, name, first_name, email, phone, children,
 * classes, day, bookings, orders, guest, guest_order, subscription`. Somebody without a valid address has a row for their telephone number. `agreed` says
 * whether this kind of message may be sent to them.
 */
export const recipientsOf = (audience: AnyAudience, kind: MessageKind, now: Date): RawBuilder<unknown> => sql`
  select distinct on (contact) found.*, ${mayBeSent(kind)} as agreed from (${withoutExceptions(audience, kind, now)}) found
  order by contact, account_id nulls last`

/** Leaves out the families, guests and addresses that were taken out by hand, with everybody who shares their address. */
function withoutExceptions(audience: AnyAudience, kind: MessageKind, now: Date): RawBuilder<unknown> {
  const people = peopleOf(audience, kind, now)
  if (isAutomatic(audience)) return people
  const { exceptAccountIds: accounts = [], exceptOrderIds: orders = [] } = audience
  const { exceptSubscriptionIds: subscriptions = [] } = audience
  if (accounts.length + orders.length + subscriptions.length === 0) return people
  // A guest of an order may have become a family since.
  const isOut = sql`account_id = any(${accounts}::bigint[]) or subscription = any(${subscriptions}::bigint[])
    or account_id in (select account_id from orders where id = any(${orders}::bigint[]))
    or guest in (select contact_key(guest_email, guest_phone) from orders
      where id = any(${orders}::bigint[]) and account_id is null)`
  return sql`select * from (select people.*,
      bool_or(coalesce(${isOut}, false)) over (partition by contact) as is_out
    from (${people}) people) all_people where not is_out`
}

/**
 * Selects the people of an audience. `contact` is equal for people who share an address, such as a guest with two
 * telephone numbers.
 */
export const peopleOf = (audience: AnyAudience, kind: MessageKind, now: Date): RawBuilder<unknown> => sql`
  select p.*, coalesce(nullif(p.email, ''), nullif(phone_words(p.phone), ''), nullif(lower(p.phone), ''),
    'account ' || p.account_id, 'guest') as contact
  from (${peopleBy(audience, kind, now)}) p`

const isAutomatic = (audience: AnyAudience): audience is AutomaticAudience =>
  automaticKinds.some(kind => kind === audience.to)

function peopleBy(audience: AnyAudience, kind: MessageKind, now: Date): RawBuilder<unknown> {
  if (isAutomatic(audience)) {
    return sql`${
      audience.to === 'notPaid'
        ? peopleOfOrders(isDueOrder(now))
        : peopleOfPlaces(isDuePlace(audience, now), now)
    } and a.frozen_at is null`
  }
  const { to } = audience
  if (to === 'unpaid') return peopleOfOrders(isUnpaid(now))
  if (to === 'buyers') return peopleOfOrders(isOfProduct(audience))
  if (to === 'family' || to === 'everybody') return peopleOfAccounts(audience, kind)
  return peopleOfPlaces(isAskedPlace(audience, now), now)
}

const mayBeSent = (kind: MessageKind) =>
  kind === 'service' ? sql`true` : sql`found.email in (select email from offer_addresses)`

/**
 * The address of an account `a`; '' if no mail can be sent to it. These few accounts have an index of their own,
 * because matching every address with the pattern would take longer than the rest of the query.
 */
const accountEmail = sql`case when a.id in (
  select id from accounts where status = 'active' and not is_email_address(email)) then '' else a.email end`

const guestEmail = sql`case when is_email_address(g.guest_email) then lower(g.guest_email) else '' end`

/**
 * Selects the people with places: the names of the attendees, the classes, and the next day (or the last, if
 * all are over).
 */
const peopleOfPlaces = (isAsked: RawBuilder<unknown>, now: Date) => sql`
  select g.account_id, coalesce(nullif(btrim(a.first_name || ' ' || a.last_name), ''), g.guest_name) as name,
    coalesce(a.first_name, g.guest_name) as first_name, case when a.id is null then ${guestEmail} else ${accountEmail} end as email,
    coalesce(a.mobile, g.guest_phone) as phone, coalesce(g.children, '{}') as children, g.classes, g.day,
    g.bookings, '{}'::bigint[] as orders, g.guest, g.guest_order, null::bigint as subscription
  from (
    select account_id, max(guest_name) as guest_name, max(guest_email) as guest_email, max(guest_phone) as guest_phone,
      array_agg(distinct child) filter (where child <> '') as children, array_agg(distinct title) as classes,
      coalesce(min(start_date) filter (where ends_at > ${now}), max(start_date)) as day, array_agg(id) as bookings,
      guest, max(order_id) filter (where account_id is null) as guest_order
    from (
      select b.id, b.account_id, b.order_id, x.guest_name, x.guest_email, x.guest_phone, coalesce(c.first_name, b.attendee_name) as child,
        ${classTitle} as title, s.start_date, s.ends_at,
        case when b.account_id is null then contact_key(x.guest_email, x.guest_phone) end as guest
      from ${sessionsAndTheirs} join bookings b on b.session_id = s.id join orders x on x.id = b.order_id
        left join children c on c.id = b.child_id
      where b.status <> 'cancelled' and ${isAsked}
        -- A guest's free order that is not confirmed yet may be somebody else's (record 025).
        and (x.account_id is not null or x.total_pence > 0 or x.status <> 'pending')
    ) places group by account_id, guest
  ) g left join accounts a on a.id = g.account_id
  where a.status is distinct from 'closed'`

/** Selects the people who placed orders: the account of the order `x`, or its guest. */
const peopleOfOrders = (isAsked: RawBuilder<unknown>) => sql`
  select g.account_id, coalesce(nullif(btrim(a.first_name || ' ' || a.last_name), ''), g.guest_name) as name,
    coalesce(a.first_name, g.guest_name) as first_name, case when a.id is null then ${guestEmail} else ${accountEmail} end as email,
    coalesce(a.mobile, g.guest_phone) as phone, '{}'::text[] as children, '{}'::text[] as classes, null::date as day,
    '{}'::bigint[] as bookings, g.orders, g.guest, g.guest_order, null::bigint as subscription
  from (
    select account_id, max(guest_name) as guest_name, max(guest_email) as guest_email, max(guest_phone) as guest_phone,
      array_agg(id) as orders, guest, max(id) filter (where account_id is null) as guest_order
    from (
      select x.id, x.account_id, x.guest_name, x.guest_email, x.guest_phone,
        case when x.account_id is null then contact_key(x.guest_email, x.guest_phone) end as guest
      from orders x where ${isAsked}
    ) placed group by account_id, guest
  ) g left join accounts a on a.id = g.account_id
  where a.status is distinct from 'closed'`

function isAskedPlace(audience: Audience, now: Date): RawBuilder<unknown> {
  const { to, sessionId = 0, offeringId = 0, venueId = 0, day = '', termId, typeId, ageGroupId } = audience
  if (to === 'date') return sql`s.id = ${sessionId}`
  if (to === 'venueDay') return sql`o.venue_id = ${venueId} and ${isOnDays({ from: day, to: day })}`
  if (to === 'wholeClass') {
    return sql`s.offering_id = ${offeringId} and (s.ends_at > ${now} or not exists (select from sessions l
      where l.offering_id = ${offeringId} and l.status = 'scheduled' and l.ends_at > ${now}))`
  }
  return sql`(${termId ?? null}::bigint is null or o.term_id = ${termId ?? null}::bigint)
    and (${typeId ?? null}::bigint is null or s.offering_type_id = ${typeId ?? null}::bigint)
    and (${ageGroupId ?? null}::bigint is null or o.age_group_id = ${ageGroupId ?? null}::bigint)`
}

/** Whether an order `x` is kept and not paid, or expects money. */
const isUnpaid = (now: Date) => sql`(x.status = 'pending' and x.total_pence > 0 and x.hold_expires_at > ${now}
  or exists (select from payments p where p.order_id = x.id and p.status = 'expected' and p.amount_pence > x.paid_pence))`

/** Whether an order `x` is paid and has the product, or any product, that did not come back. */
const isOfProduct = ({ productId = 0 }: Audience) => sql`x.status in ('paid', 'completed') and exists (
  select from order_items i where i.order_id = x.id and i.returned_quantity < i.quantity
    and (${productId} = 0 or i.product_id = ${productId}))`

/**
 * Selects one family or all families; offers to everybody also go to the addresses that subscribed on the
 * site.
 */
const peopleOfAccounts = ({ to, accountId = 0 }: Audience, kind: MessageKind) => sql`
  select a.id as account_id, btrim(a.first_name || ' ' || a.last_name) as name, a.first_name,
    ${accountEmail} as email, a.mobile as phone,
    array(select c.first_name from children c where c.account_id = a.id order by c.id) as children,
    '{}'::text[] as classes, null::date as day, '{}'::bigint[] as bookings, '{}'::bigint[] as orders, null as guest, null::bigint as guest_order,
    null::bigint as subscription
  from accounts a where a.status = 'active' and ${to === 'family' ? sql`a.id = ${accountId}` : sql`true`}
  ${
    to === 'everybody' && kind === 'offers'
      ? sql`union all select null, '', '', email, '', '{}', '{}', null, '{}', '{}', null, null, id from subscriptions
          where unsubscribed_at is null`
      : sql``
  }`

/** Says in words whom a message is for. `about` names no family. */
export interface About {
  about: string
  /** The name of the family, if it is for one. */
  family: string
}

/** Describes an audience. Refuses an incomplete one, and one whose class, venue or family is not there. */
export async function describeAudience(db: Db, audience: Audience): Promise<About> {
  const { to, sessionId, offeringId, accountId, venueId, day, termId, typeId, ageGroupId, productId } =
    audience
  const nameOf = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ name: string }>`${query}`.execute(db)
    requireThat(rows[0], messageSentences.noSuchThing)
    return rows[0].name
  }
  if (to === 'everybody') return { about: 'All families', family: '' }
  if (to === 'unpaid') return { about: 'All who have not paid', family: '' }
  if (to === 'buyers') {
    const product = productId && (await nameOf(sql`select name from products where id = ${productId}`))
    return { about: product ? `All who bought ${product}` : 'All who bought a product', family: '' }
  }
  if (to === 'date' && sessionId) {
    const { rows } = await sql<{ name: string; day: string }>`
      select ${staffSessionTitle('t')} as name, s.start_date as day from ${sessionsAndTheirs}
      where s.id = ${sessionId}`.execute(db)
    const [date] = rows
    requireThat(date, messageSentences.noSuchThing)
    return { about: `${date.name}, ${longDay(date.day)}`, family: '' }
  }
  if (to === 'wholeClass' && offeringId) {
    const title = sql`select ${staffClassTitle('t')} as name from offerings o
      join offering_types t on t.id = o.offering_type_id where o.id = ${offeringId}`
    return { about: await nameOf(title), family: '' }
  }
  if (to === 'family' && accountId) {
    const name = sql`select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email) as name from accounts
      where id = ${accountId} and status = 'active'`
    return { about: 'One family', family: await nameOf(name) }
  }
  if (to === 'venueDay' && venueId && day) {
    return {
      about: `${await nameOf(sql`select name from venues where id = ${venueId}`)}, ${longDay(day)}`,
      family: '',
    }
  }
  if (to === 'booked' && (termId || typeId || ageGroupId)) {
    const type = typeId && (await nameOf(sql`select name from offering_types where id = ${typeId}`))
    const term = termId && (await nameOf(sql`select name from terms where id = ${termId}`))
    const ages = ageGroupId && (await nameOf(sql`select name from age_groups where id = ${ageGroupId}`))
    return { about: [type, ages, term].filter(Boolean).join(', '), family: '' }
  }
  throw new Refusal(messageSentences.chooseWhom)
}
