import { sql } from 'kysely'

// Who stands where in the queues for full sessions, as parts of statements: `s` is a session, `w` a waiting entry.

/** Whether a session `s` is still to come, and can be found: neither it nor its type is taken out of the timetable. */
export const isToCome = (now: Date) => sql<boolean>`(s.status = 'scheduled' and s.starts_at > ${now}
  and s.offering_type_id in (select id from offering_types where is_active))`

/** Whether an entry `w` is kept a place, or waits for what is still to come: its session, or any of its offering. */
export const isStillWaiting = (now: Date) => sql<boolean>`(
  w.status = 'offered' and w.offer_expires_at > ${now}
  or w.status = 'waiting' and exists (select 1 from sessions s where s.offering_id = w.offering_id
    and (w.session_id is null or s.id = w.session_id) and ${isToCome(now)}))`

/** Whether two waiting entries, by their aliases, are of one child or of one address; null means no. */
export function isSamePerson(one: string, other: string) {
  const [a, b] = [sql.id(one), sql.id(other)]
  return sql<boolean>`(${a}.child_id = ${b}.child_id
    or ${a}.child_id is null and ${b}.child_id is null and ${a}.email = ${b}.email)`
}

/**
 * Whether an entry, by its alias, may be offered a place of `s` (decision E-14): it waits for that session or for any of
 * the offering (decision E-12), and who it is for is neither booked there nor offered a place of it already.
 */
export function mayBeOffered(entry: string, now: Date) {
  const e = sql.id(entry)
  return sql<boolean>`(${e}.status = 'waiting' and ${e}.offering_id = s.offering_id
    and (${e}.session_id is null or ${e}.session_id = s.id) and ${isToCome(now)}
    and not exists (select 1 from bookings b where b.session_id = s.id and b.status <> 'cancelled'
      and (b.child_id = ${e}.child_id or ${e}.child_id is null and b.attendee_email = ${e}.email))
    and not exists (select 1 from waiting_entries k
      where k.offering_id = s.offering_id and k.offered_session_id = s.id and ${isSamePerson('k', entry)}))`
}

/** How far on an entry `w` waits, from 1: behind everybody who came before it and may be offered a place that it may. */
export const positionInQueue = (now: Date) => sql<number>`(
  select 1 + count(distinct coalesce(x.child_id::text, x.email))::integer
  from sessions s join waiting_entries x on x.offering_id = s.offering_id and x.id < w.id
  where s.offering_id = w.offering_id and ${mayBeOffered('w', now)} and ${mayBeOffered('x', now)}
    and ${isSamePerson('x', 'w')} is not true)`
