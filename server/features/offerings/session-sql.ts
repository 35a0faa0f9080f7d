import { sql } from 'kysely'
import { addDays } from '#domain/calendar.ts'
import { longestSessionInDays } from '#domain/office/session-changes.ts'

/** Sessions `s` with their offering `o`, type `t`, venue `v` and age group `a`. */
export const sessionsAndTheirs = sql`(sessions s
  join offerings o on o.id = s.offering_id
  join offering_types t on t.id = s.offering_type_id
  join venues v on v.id = o.venue_id
  join age_groups a on a.id = o.age_group_id)`

/** Whether a session `s` lasts into some days, found by an index of first days: none begins longer before than it lasts. */
export const isOnDays = ({ from, to }: { from: string; to: string }) =>
  sql`s.start_date between ${addDays(from, -longestSessionInDays)} and ${to} and s.end_date >= ${from}`

/** What families read of a class `o`: its type `t`, and its own name, so that two of one type are told apart. */
export const classTitle = sql<string>`case when o.name = '' then t.name
  when starts_with(o.name, t.name) then o.name else t.name || ', ' || o.name end`

/** The room of a session `s`; that of its class where the date names none. */
export const roomName = sql<string>`coalesce((select name from rooms where id = s.room_id), o.classroom)`

/** A venue's address with its postcode, which many have written into it; of a venue `v`. */
export const wholeAddress = sql<string>`case when strpos(upper(v.address), upper(v.postcode)) > 0 then v.address
  else concat_ws(', ', nullif(v.address, ''), v.postcode) end`

/**
 * The number of a booking `b`'s entry, of its session `s`: a calendar takes the newer of two. It rises with every change of
 * the session, and when the place goes to another, for what that had counted is added.
 */
export const entrySequence = sql<number>`(s.version + (select coalesce(sum(f.version), 0)::integer from booking_moves m
  join sessions f on f.id = m.from_session_id where m.booking_id = b.id))`

/** What staff read of a class `o` of a type: its own name, or the type's. Families read both (`classTitle`). */
export const staffClassTitle = (type: 't' | 'y') =>
  sql<string>`coalesce(nullif(o.name, ''), ${sql.ref(`${type}.name`)})`

/** What staff read of a session `s`, the same everywhere: its class, and then the title of its own that it may have. */
export const staffSessionTitle = (type: 't' | 'y') => sql<string>`concat_ws(', ', ${staffClassTitle(type)},
  case when s.name not in ('', o.name, ${sql.ref(`${type}.name`)}) then s.name end)`
