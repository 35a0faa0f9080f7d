import { sql } from 'kysely'
import type { ClassCandidate, ClassRules } from '#domain/class-rules.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { BookedPlace, RescheduleTarget } from '#domain/rescheduling.ts'
import type { Db } from '#server/database/connect.ts'
import { isMember, onlyAges } from './class-rules-sql.ts'
import { placesLeft } from './places-left.ts'
import { sessionsAndTheirs } from './session-sql.ts'

export interface OwnPlace extends BookedPlace, ClassCandidate {
  bookingId: number
  childId: number | null
  attendeeName: string
  attendeeEmail: string
  attendeePhone: string
}

/** Finds the account's confirmed booking of a session. If there are two, the booking id decides. */
export async function readBookedPlace(
  db: Db,
  asked: {
    kind: OfferingKind
    /** Null for a guest's place. */
    accountId: number | null
    sessionId: number
    bookingId: number | undefined
    now: Date
  },
): Promise<OwnPlace | undefined> {
  const { rows } = await sql<OwnPlace>`
    select b.id as "bookingId", b.child_id as "childId", b.attendee_name as "attendeeName",
      b.attendee_email as "attendeeEmail", b.attendee_phone as "attendeePhone", b.is_trial as "isTrial", s.id as "sessionId",
      s.kind, s.price_pence as "pricePence", s.credits,
      case when s.offers_trial then s.trial_price_pence else b.list_pence end as "trialPricePence",
      o.is_pack_only as "isPackOnly", b.credits_used > 0 or o.is_pack_only as "isOfPack", s.starts_at <= ${asked.now} as "hasStarted",
      s.status = 'cancelled' as "isCancelled",
      (select json_build_object('firstName', c.first_name, 'dateOfBirth', c.date_of_birth)
        from children c where c.id = b.child_id) as child,
      ${isMember(sql`b.account_id`, sql`${asked.now}`)} as "isMember"
    from bookings b join sessions s on s.id = b.session_id join offerings o on o.id = s.offering_id
    where b.account_id is not distinct from ${asked.accountId}::bigint and b.session_id = ${asked.sessionId} and b.status = 'confirmed'
      and s.kind = ${asked.kind} and (${asked.bookingId}::bigint is null or b.id = ${asked.bookingId})
    order by b.id
    limit 1`.execute(db)
  return rows[0]
}

export interface AttendeeThere {
  isAttendeeBooked: boolean
  isTrialUsed: boolean
}

/**
 * Selects whether the attendee has another live booking of a session `s`, and another trial of its type.
 * Compares people as the unique indexes do.
 */
export function attendeeThere({ bookingId, childId, attendeeName, attendeeEmail, attendeePhone }: OwnPlace) {
  const isSame =
    childId === null
      ? sql`x.child_id is null and (email_key(x.attendee_email) = email_key(${attendeeEmail})
          or phone_key(x.attendee_phone) = phone_key(${attendeePhone}))`
      : sql`x.child_id = ${childId}`
  const others = sql`from bookings x where ${isSame} and x.status <> 'cancelled' and x.id <> ${bookingId}`
  // A contact may bring several people, and has one trial for all of them.
  const isSameName = sql`(x.child_id is not null or name_key(x.attendee_name) = name_key(${attendeeName}))`
  return sql`exists (select ${others} and ${isSameName} and x.session_id = s.id) as "isAttendeeBooked",
    exists (select ${others} and x.is_trial and x.offering_type_id = s.offering_type_id) as "isTrialUsed"`
}

/** Selects the class rules of a session `s`: whom it takes. */
export const rulesThere = sql`s.start_date as day, ${onlyAges} as "onlyAges", o.is_members_only as "isMembersOnly"`

/** A session to which a place may move, with its class rules. */
export type Target = RescheduleTarget &
  ClassRules & {
    day: string
    endDate: string
    startTime: string
    endTime: string
  }

/** Whether a waiting entry is an open offer for the person who is moved (decision E-14). */
export const isOfferedTo = (
  { childId, attendeeEmail }: Pick<OwnPlace, 'childId' | 'attendeeEmail'>,
  accountId: number | null,
  now: Date,
) => sql`status = 'offered' and offer_expires_at > ${now} and account_id = ${accountId}
  and (child_id = ${childId} or child_id is null and email = ${attendeeEmail})`

/** Reads a session as the target of a move; undefined for an unknown id. */
export const readTarget = async (
  db: Db,
  place: OwnPlace,
  sessionId: number,
  now: Date,
): Promise<Target | undefined> => (await readTargets(db, place, [sessionId], now))[0]

/** Reads sessions as the targets of a move, the earliest first. */
export async function readTargets(
  db: Db,
  place: OwnPlace,
  sessionIds: number[],
  now: Date,
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select s.id, s.kind, s.status = 'scheduled' and o.is_active and t.is_active as "isScheduled",
      s.starts_at <= ${now} as "hasStarted", ${placesLeft} as "placesLeft",
      s.end_date as "endDate", left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime",
      s.price_pence as "pricePence", s.credits, o.is_pack_only as "isPackOnly", s.offers_trial as "offersTrial",
      s.trial_price_pence as "trialPricePence", ${rulesThere}, ${attendeeThere(place)}
    from ${sessionsAndTheirs} where s.id = any(${sessionIds}::bigint[]) order by s.starts_at, s.id`.execute(
    db,
  )
  return rows
}
