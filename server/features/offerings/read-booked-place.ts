import { sql } from 'kysely'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { BookedPlace, RescheduleTarget } from '#domain/rescheduling.ts'
import type { Db } from '#server/database/connect.ts'
import { placesLeft } from './places-left.ts'

/** Sessions `s` with their offering `o`, type `t`, venue `v` and age group `a`. */
export const sessionsAndTheirs = sql`(sessions s
  join offerings o on o.id = s.offering_id
  join offering_types t on t.id = s.offering_type_id
  join venues v on v.id = o.venue_id
  join age_groups a on a.id = o.age_group_id)`

/** What families read of a class `o`: its type `t`, and its own name, so that two of one type are told apart. */
export const classTitle = sql<string>`case when o.name = '' then t.name
  when starts_with(o.name, t.name) then o.name else t.name || ', ' || o.name end`

/** The room of a session `s`; that of its class where the date names none. */
export const roomName = sql<string>`coalesce((select name from rooms where id = s.room_id), o.classroom)`

/** A venue's address with its postcode, which many have written into it; of a venue `v`. */
export const wholeAddress = sql<string>`case when strpos(upper(v.address), upper(v.postcode)) > 0 then v.address
  else concat_ws(', ', nullif(v.address, ''), v.postcode) end`

/** How often a booking `b` was moved by who holds it: a calendar takes the newer of two entries. */
export const timesMoved = sql<number>`(select count(*)::integer from booking_moves where booking_id = b.id)`

/** What a session is called: by its own name, its offering's, or its type's. */
export const sessionTitle = sql`coalesce(nullif(s.name, ''), nullif(o.name, ''), t.name)`

export interface OwnPlace extends BookedPlace {
  bookingId: number
  childId: number | null
  attendeeName: string
  attendeeEmail: string
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
      b.attendee_email as "attendeeEmail", b.is_trial as "isTrial", true as "isConfirmed", s.id as "sessionId",
      s.kind, s.price_pence as "pricePence", s.credits, s.trial_price_pence as "trialPricePence",
      b.credits_used > 0 or o.is_pack_only as "isOfPack", s.starts_at <= ${asked.now} as "hasStarted"
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
export function attendeeThere({ bookingId, childId, attendeeName, attendeeEmail }: OwnPlace) {
  const sameAttendee =
    childId === null
      ? sql`x.child_id is null and x.attendee_email = ${attendeeEmail} and lower(x.attendee_name) = lower(${attendeeName})`
      : sql`x.child_id = ${childId}`
  const others = sql`from bookings x where ${sameAttendee} and x.status <> 'cancelled' and x.id <> ${bookingId}`
  return sql`exists (select ${others} and x.session_id = s.id) as "isAttendeeBooked",
    exists (select ${others} and x.is_trial and x.offering_type_id = s.offering_type_id) as "isTrialUsed"`
}

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
