import { sql } from 'kysely'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { BookedPlace, RescheduleTarget } from '#domain/rescheduling.ts'
import type { Db } from '#server/database/connect.ts'
import { placesLeft } from './places-left.ts'
import { sessionsAndTheirs } from './session-sql.ts'

export interface OwnPlace extends BookedPlace {
  bookingId: number
  childId: number | null
  attendeeName: string
  attendeeEmail: string
  /** What tells this contact from another (`contact_key`). */
  attendeeContact: string
}

/** The account's confirmed booking of a session; with two of them, the one that is asked for. */
export async function readBookedPlace(
  db: Db,
  asked: {
    kind: OfferingKind
    accountId: number
    sessionId: number
    bookingId: number | undefined
    now: Date
  },
): Promise<OwnPlace | undefined> {
  const { rows } = await sql<OwnPlace>`
    select b.id as "bookingId", b.child_id as "childId", b.attendee_name as "attendeeName",
      b.attendee_email as "attendeeEmail",
      contact_key(b.attendee_email, b.attendee_phone) as "attendeeContact", b.is_trial as "isTrial", s.id as "sessionId",
      s.kind, s.price_pence as "pricePence", s.credits,
      case when s.offers_trial then s.trial_price_pence else b.list_pence end as "trialPricePence",
      o.is_pack_only as "isPackOnly", b.credits_used > 0 or o.is_pack_only as "isOfPack", s.starts_at <= ${asked.now} as "hasStarted"
    from bookings b join sessions s on s.id = b.session_id join offerings o on o.id = s.offering_id
    where b.account_id = ${asked.accountId} and b.session_id = ${asked.sessionId} and b.status = 'confirmed'
      and s.kind = ${asked.kind} and (${asked.bookingId}::bigint is null or b.id = ${asked.bookingId})
    order by b.id
    limit 1`.execute(db)
  return rows[0]
}

export interface AttendeeThere {
  isAttendeeBooked: boolean
  isTrialUsed: boolean
}

/** The other live bookings of the same child or contact, told apart as the unique indexes do. */
export function attendeeThere({ bookingId, childId, attendeeName, attendeeContact }: OwnPlace) {
  const sameAttendee =
    childId === null
      ? sql`x.child_id is null and contact_key(x.attendee_email, x.attendee_phone) = ${attendeeContact}
          and name_key(x.attendee_name) = name_key(${attendeeName})`
      : sql`x.child_id = ${childId}`
  const others = sql`from bookings x where ${sameAttendee} and x.status <> 'cancelled' and x.id <> ${bookingId}`
  return sql`exists (select ${others} and x.session_id = s.id) as "isAttendeeBooked",
    exists (select ${others} and x.is_trial and x.offering_type_id = s.offering_type_id) as "isTrialUsed"`
}

/** Of a waiting entry: an open offer of a place that is for who is moved (decision E-14). */
export const isOfferedTo = (
  { childId, attendeeEmail }: Pick<OwnPlace, 'childId' | 'attendeeEmail'>,
  accountId: number,
  now: Date,
) => sql`status = 'offered' and offer_expires_at > ${now} and account_id = ${accountId}
  and (child_id = ${childId} or child_id is null and email = ${attendeeEmail})`

/** A session as a target for the place; undefined when there is none of that id. */
export async function readTarget(
  db: Db,
  place: OwnPlace,
  sessionId: number,
  now: Date,
): Promise<RescheduleTarget | undefined> {
  const { rows } = await sql<RescheduleTarget>`
    select s.id, s.kind, s.status = 'scheduled' and o.is_active and t.is_active as "isScheduled",
      s.starts_at <= ${now} as "hasStarted", ${placesLeft} as "placesLeft",
      s.price_pence as "pricePence", s.credits, o.is_pack_only as "isPackOnly", s.offers_trial as "offersTrial",
      s.trial_price_pence as "trialPricePence", ${attendeeThere(place)}
    from ${sessionsAndTheirs} where s.id = ${sessionId}`.execute(db)
  return rows[0]
}
