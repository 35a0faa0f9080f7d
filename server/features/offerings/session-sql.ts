import { sql } from 'kysely'
import { addDays } from '#domain/calendar.ts'
import { maxSessionDays } from '#domain/limits.ts'

/** Sessions `s` with their offering `o`, type `t`, venue `v` and age group `a`. */
export const sessionsAndTheirs = sql`(sessions s
  join offerings o on o.id = s.offering_id
  join offering_types t on t.id = s.offering_type_id
  join venues v on v.id = o.venue_id
  join age_groups a on a.id = o.age_group_id)`

/**
 * Whether a session `s` falls on some days. Uses an index of first days, and looks back by the length of the
 * longest session.
 */
export const isOnDays = ({ from, to }: { from: string; to: string }) =>
  sql`s.start_date between ${addDays(from, -maxSessionDays)} and ${to} and s.end_date >= ${from}`

/**
 * The title that families read for a class `o`: its type `t`, and its own name, so that two of one type can be
 * told apart.
 */
export const classTitle = sql<string>`case when o.name = '' then t.name
  when starts_with(o.name, t.name) then o.name else t.name || ', ' || o.name end`

/** The room of a session `s`, else that of its class. */
export const roomName = sql<string>`coalesce((select name from rooms where id = s.room_id), o.classroom)`

/** The address of a venue or of the business with its postcode, unless the address already has it. */
const withPostcode = (of: 'v' | 'business') => {
  const [address, postcode] = [sql.ref(`${of}.address`), sql.ref(`${of}.postcode`)]
  return sql<string>`case when strpos(upper(${address}), upper(${postcode})) > 0 then ${address}
    else concat_ws(', ', nullif(${address}, ''), ${postcode}) end`
}
/** The address of a venue `v`. */
export const wholeAddress = withPostcode('v')
/** The address of the business, of its row `business`. */
export const businessAddress = withPostcode('business')

/**
 * The SEQUENCE of a booking `b`'s calendar entry for session `s`. A calendar keeps the entry with the higher
 * one. It rises with every change of the session, and when the place alone is cancelled. After a move it
 * continues from the former session's number.
 */
export const entrySequence = sql<number>`(s.version + (b.status = 'cancelled' and s.status <> 'cancelled')::integer + (select coalesce(sum(f.version), 0)::integer from booking_moves m
  join sessions f on f.id = m.from_session_id where m.booking_id = b.id))`

/** The title that staff read for a class `o`: its own name, or the type's. Families read both (`classTitle`). */
export const staffClassTitle = (type: 't' | 'y') =>
  sql<string>`coalesce(nullif(o.name, ''), ${sql.ref(`${type}.name`)})`

/** The title that staff read for a session `s`: its class, then its own title if it has one. */
export const staffSessionTitle = (type: 't' | 'y') => sql<string>`concat_ws(', ', ${staffClassTitle(type)},
  case when s.name not in ('', o.name, ${sql.ref(`${type}.name`)}) then s.name end)`

/** Whether a booking `b` was cancelled with its date: calendars keep it, struck through. */
export const isOfCancelledDate = sql<boolean>`(b.status = 'cancelled' and exists (
  select from booking_cancellations x where x.booking_id = b.id and x.cancelled_by = 'date'))`
