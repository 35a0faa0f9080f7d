import { sql } from 'kysely'
import type { BookingFacts, RequestLine } from '#domain/booking-rules.ts'
import { emailKey, phoneKey } from '#domain/compare-text.ts'
import type { Attendees, OfferingKind } from '#domain/offering-kinds.ts'
import { batched } from '#server/database/batched.ts'
import { planKept } from '#server/database/connect.ts'
import { isMember } from '#server/features/offerings/class-rules-sql.ts'
import type { AccountId } from '#server/request/actor.ts'
import {
  asDiscount,
  type DiscountRow,
  type SessionRow,
  sessionFacts,
  usableDiscount,
  withInstant,
} from './booking-facts.ts'
import type { PlacedOrder } from './find-repeated-order.ts'
import type { AccountHolds } from './limit-unpaid-orders.ts'

/** Whether a guest's booking `b` has one of the requested email addresses, or phone numbers. */
const hasEmail = sql`email_key(b.attendee_email) = any(q.emails)`
const hasPhone = sql`phone_key(b.attendee_phone) = any(q.phones)`

interface FactsWanted {
  kind: OfferingKind
  accountId: AccountId | undefined
  guestContact: string
  guestNetwork?: string
  discountCode: string
  lines: RequestLine[]
  isTrial: boolean
  requestHash?: string
  now: Date
}

type OrderFacts = BookingFacts & {
  repeatOf: PlacedOrder | null
  guestHolds: GuestHolds
  accountHolds: AccountHolds
}

/**
 * Reads everything that an order of these sessions depends on, without a lock. Also reads the same order if it was
 * placed a moment ago and is still unpaid (decision E-38). Concurrent calls share one round trip, because alone it is a
 * third of an order's cost (record 011).
 */
export const readBookingFacts = batched(async (db, wanted: FactsWanted[]): Promise<OrderFacts[]> => {
  const { rows } = await sql<{
    sessions: SessionRow[]
    balance: number | null
    own_children: BookingFacts['ownChildren']
    is_member: boolean
    taken: BookingFacts['taken']
    trials: BookingFacts['trialsUsed']
    discount: DiscountRow | null
    repeat_of: PlacedOrder | null
    guest_holds: GuestHolds | null
    account_holds: { isFull: boolean; restsUntil: string | null } | null
  }>`${planKept} select
    (select coalesce(json_agg(${sessionFacts}), '[]') from sessions s join offerings o on o.id = s.offering_id
      join offering_types t on t.id = s.offering_type_id where s.id = any(q.session_ids) and s.kind = q.kind) as sessions,
    (select credit_balance from accounts where id = q.account_id) as balance,
    (select coalesce(json_agg(json_build_object('id', id, 'firstName', first_name, 'dateOfBirth', date_of_birth)), '[]')
      from children where account_id = q.account_id and id = any(q.child_ids)) as own_children,
    ${isMember(sql`q.account_id`, sql`q.now`)} as is_member,
    (select coalesce(json_agg(json_build_object('sessionId', b.session_id, 'childId', b.child_id,
        'fullName', b.attendee_name, 'email', case when b.child_id is null then b.attendee_email else '' end,
        'phone', case when b.child_id is null then b.attendee_phone else '' end)), '[]')
      from bookings b
      where b.session_id = any(q.session_ids) and b.status <> 'cancelled'
        and (b.child_id = any(q.child_ids) or b.child_id is null and (${hasEmail} or ${hasPhone}))) as taken,
    case when q.is_trial then (
      select coalesce(json_agg(json_build_object('typeId', b.offering_type_id, 'by', case
        when b.child_id is not null then 'child' when ${hasEmail} then 'address' when ${hasPhone} then 'phone'
        else 'account' end)), '[]')
      from bookings b where b.is_trial and b.status <> 'cancelled'
        and (b.child_id = any(q.child_ids) or b.child_id is null and (${hasEmail} or ${hasPhone})
          or b.account_id = q.account_id and (b.child_id is null and q.is_contact or b.trial_person in (
            select name_and_birthday(c) from children c where c.account_id = q.account_id and c.id = any(q.child_ids)))))
      else '[]' end as trials,
    ${usableDiscount} as discount,
    (select json_build_object('orderNumber', order_number, 'totalPence', total_pence, 'status', 'pending')
      from repeated_order(q.account_id, decode(q.request_hash, 'hex'), q.now)) as repeat_of,
    case when q.account_id is null and q.contact_phone is not null then (
      select json_build_object('ofContact', of_contact, 'ofNetwork', of_network,
        'freeOfNetwork', free_places_of_network(q.guest_network, q.now))
      from guest_holds(q.contact_email, q.contact_phone, q.guest_network, q.now)) end as guest_holds,
    case when q.request_hash <> '' then (
      select json_build_object('isFull', is_full, 'restsUntil', rests_until)
      from account_holds(q.account_id, q.now)) end as account_holds
  from json_to_recordset(${JSON.stringify(wanted.map(asQuestion))}) as q(position integer, kind text, account_id bigint,
    guest_contact text, guest_network text, discount_code text, now timestamptz, session_ids bigint[], child_ids bigint[], seats text[],
    is_contact boolean, emails text[], phones text[], contact_email text, contact_phone text, is_trial boolean, request_hash text)
  order by q.position`.execute(db)
  return rows.map(row => ({
    sessions: row.sessions.map(withInstant),
    creditBalance: row.balance ?? 0,
    ownChildren: row.own_children,
    isMember: row.is_member,
    taken: row.taken,
    trialsUsed: row.trials,
    discount: asDiscount(row.discount),
    repeatOf: row.repeat_of,
    guestHolds: row.guest_holds ?? { ofContact: 0, ofNetwork: 0, freeOfNetwork: 0 },
    accountHolds: {
      isFull: row.account_holds?.isFull ?? false,
      restsUntil: row.account_holds?.restsUntil ? new Date(row.account_holds.restsUntil) : null,
    },
  }))
})

function asQuestion({ lines, accountId, ...wanted }: FactsWanted, position: number) {
  const first = lines[0]?.attendees
  const contact = !accountId && first?.who === 'contact' ? first : undefined
  const contacts = lines.flatMap(({ attendees }) => (attendees.who === 'contact' ? [attendees] : []))
  return {
    position,
    kind: wanted.kind,
    account_id: accountId,
    guest_contact: wanted.guestContact,
    guest_network: wanted.guestNetwork ?? '',
    discount_code: wanted.discountCode.toUpperCase(),
    now: wanted.now,
    session_ids: [...new Set(lines.map(line => line.sessionId))],
    child_ids: [...new Set(lines.flatMap(({ attendees }) => childIdsOf(attendees)))],
    seats: lines.flatMap(({ sessionId, attendees }) => childIdsOf(attendees).map(id => `${sessionId}-${id}`)),
    is_contact: contacts.length > 0,
    emails: keysOf(contacts.map(({ email }) => emailKey(email))),
    phones: keysOf(contacts.map(({ phone }) => phoneKey(phone))),
    contact_email: contact?.email,
    contact_phone: contact?.phone,
    is_trial: wanted.isTrial,
    request_hash: wanted.requestHash ?? '',
  }
}

const childIdsOf = (attendees: Attendees) => (attendees.who === 'children' ? attendees.childIds : [])
const keysOf = (keys: (string | null)[]) => [...new Set(keys.filter(key => key !== null))]

/**
 * Counts what guests hold without paying: this contact's orders, the unpaid places of this network, and its
 * free orders of the last hour.
 */
export interface GuestHolds {
  ofContact: number
  ofNetwork: number
  freeOfNetwork: number
}
