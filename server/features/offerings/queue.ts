import { sql } from 'kysely'

// SQL fragments about the queues of full sessions: `s` is a session, `w` a waiting entry.

/** Whether a session `s` is still to come and visible: neither it nor its type is switched off. */
export const isToCome = (now: Date) => sql<boolean>`(s.status = 'scheduled' and s.starts_at > ${now}
  and s.offering_type_id in (select id from offering_types where is_active))`

/**
 * Whether an entry `w` has a reserved place, which no pause of bookings ends, or waits for a session that is still to come. An entry without a
 * session waits for any session of its offering.
 */
export const isStillWaiting = (now: Date) => sql<boolean>`(
  w.status = 'offered' and (w.offer_expires_at > ${now} or (select paused_at from business) is not null)
  or w.status = 'waiting' and exists (select 1 from sessions s where s.offering_id = w.offering_id
    and (w.session_id is null or s.id = w.session_id) and ${isToCome(now)}))`

/** Whether two waiting entries, by alias, are for one child or one address; null means no. */
export function isSamePerson(one: string, other: string) {
  const [a, b] = [sql.id(one), sql.id(other)]
  return sql<boolean>`(${a}.child_id = ${b}.child_id
    or ${a}.child_id is null and ${b}.child_id is null and ${a}.email = ${b}.email)`
}

/**
 * Whether an entry, by alias, may be offered a place in `s` (decision E-14). It waits for that session or any
 * of the offering (decision E-12), and its person is neither booked there nor offered a place already. A frozen
 * family could not take it.
 */
export function mayBeOffered(entry: string, now: Date) {
  const e = sql.id(entry)
  return sql<boolean>`(${e}.status = 'waiting' and ${e}.offering_id = s.offering_id
    and (${e}.session_id is null or ${e}.session_id = s.id) and ${isToCome(now)}
    and not exists (select 1 from accounts f where f.id = ${e}.account_id and f.frozen_at is not null)
    and not exists (select 1 from bookings b where b.session_id = s.id and b.status <> 'cancelled'
      and (b.child_id = ${e}.child_id or ${e}.child_id is null and b.attendee_email = ${e}.email))
    and not exists (select 1 from waiting_entries k
      where k.offering_id = s.offering_id and k.offered_session_id = s.id and ${isSamePerson('k', entry)}))`
}

/**
 * Returns the position of an entry `w` in the queue, from 1. Only earlier entries that may be offered the same place
 * count.
 */
export const positionInQueue = (now: Date) => sql<number>`(
  select 1 + count(distinct coalesce(x.child_id::text, x.email))::integer
  from sessions s join waiting_entries x on x.offering_id = s.offering_id and x.id < w.id
  where s.offering_id = w.offering_id and ${mayBeOffered('w', now)} and ${mayBeOffered('x', now)}
    and ${isSamePerson('x', 'w')} is not true)`
