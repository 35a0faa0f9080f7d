import { type RawBuilder, sql } from 'kysely'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { FullDate, OfferedDate, WaitedFor, WaitingEntry, waiting } from '#contract/office/waiting.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { everyOfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { inOrderOf, readOfficePage } from '#server/database/office-page.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import {
  isSamePerson,
  isStillWaiting,
  isToCome,
  mayBeOffered,
  positionInQueue,
} from '#server/features/offerings/queue.ts'
import { staffClassTitle, staffSessionTitle } from '#server/features/offerings/session-sql.ts'

const maxDates = 500
const maxFound = 30
const kindsForAdults = everyOfferingKind.filter(kind => offeringKinds[kind].attendees === 'contact')
const isForAdults = sql<boolean>`t.kind = any(${kindsForAdults}::text[])`

/** Lists the dates that people wait for, by day, and the classes for which any date suits somebody. */
export async function listWaitedFor(db: Db, now: Date): Promise<CallOutput<typeof waiting.dates>> {
  const { rows } = await sql<WaitedFor & { total: number }>`
    with queues as (
      select w.offering_id, coalesce(w.offered_session_id, w.session_id) as session_id,
        count(*) filter (where w.status = 'waiting')::integer as waiting, min(w.created_at) as first_since
      from waiting_entries w where ${isStillWaiting(now)}
      group by w.offering_id, coalesce(w.offered_session_id, w.session_id)
    )
    select o.id as "offeringId", s.id as "sessionId",
      case when s.id is null then ${staffClassTitle('t')} else ${staffSessionTitle('t')} end as title,
      v.name as venue, s.start_date as date, left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime",
      coalesce(s.capacity, 0) as capacity, coalesce(s.places_taken, 0) as taken, coalesce(s.places_offered, 0) as kept,
      coalesce(${placesLeft}, 0) as free, q.waiting, ${isoTime('q.first_since')} as "firstSince", ${isForAdults} as "isForAdults",
      count(*) over ()::integer as total
    from queues q join offerings o on o.id = q.offering_id join offering_types t on t.id = o.offering_type_id
      join venues v on v.id = o.venue_id left join sessions s on s.id = q.session_id
    order by s.starts_at nulls last, title, o.id limit ${maxDates}`.execute(db)
  return { dates: rows.map(({ total: _, ...date }) => date), total: rows[0]?.total ?? 0 }
}

const nameOf = sql<string>`coalesce(c.first_name || ' ' || c.last_name, w.name)`
const entries = sql`waiting_entries w join offerings o on o.id = w.offering_id join offering_types t on t.id = o.offering_type_id
  join venues v on v.id = o.venue_id left join sessions k on k.id = coalesce(w.offered_session_id, w.session_id)
  left join children c on c.id = w.child_id left join accounts f on f.id = w.account_id
  left join staff m on m.id = w.offered_by`
const columns = (now: Date) => sql`w.id, w.account_id as "accountId", ${nameOf} as name,
  coalesce(nullif(w.phone, ''), f.mobile, '') as phone, coalesce(nullif(w.email, ''), f.email, '') as email,
  w.offering_id as "offeringId", w.session_id as "sessionId", ${staffClassTitle('t')} as title, v.name as venue,
  k.start_date as date, left(k.start_time::text, 5) as "startTime", ${isoTime('w.created_at')} as since,
  case when w.status = 'offered' then 0 else ${positionInQueue(now)} end as position,
  ${isoTime('w.offer_expires_at')} as "offerUntil",
  case when w.status = 'offered' then coalesce(m.full_name, '') else '' end as "offeredBy",
  (select count(*)::integer from waiting_entries x
    where x.offering_id = w.offering_id and x.status = 'lapsed' and ${isSamePerson('x', 'w')}) as tried`

/**
 * Lists the queue of a date, or of a class for those whom any date suits. Offers come first, then the order
 * of arrival.
 */
export async function listQueue(
  db: Db,
  { offeringId, sessionId }: CallInput<typeof waiting.queue>,
  now: Date,
): Promise<WaitingEntry[]> {
  const ofDate =
    sessionId === undefined
      ? sql`w.session_id is null and w.status = 'waiting'`
      : sql`case when w.status = 'offered' then w.offered_session_id = ${sessionId}
          else w.session_id is null or w.session_id = ${sessionId} end`
  const { rows } = await sql<WaitingEntry>`select ${columns(now)} from ${entries}
    where w.offering_id = ${offeringId} and ${isStillWaiting(now)} and ${ofDate}
    order by w.status, w.id limit ${maxDates}`.execute(db)
  return rows
}

/** Lists everybody who waits, the longest waiting first unless sorted. */
export function listWaitingPeople(
  db: Db,
  { words = '', sort = 'since', ...asked }: CallInput<typeof waiting.people>,
  now: Date,
): Promise<OfficeList<WaitingEntry>> {
  const from = sql`waiting_entries w left join children c on c.id = w.child_id`
  return readOfficePage<WaitingEntry>(db, asked, {
    rows: (and: RawBuilder<unknown>) => sql`select w.id as "rowId", ${columns(now)} from ${entries}
      where ${isStillWaiting(now)} and ${hasWords(words, sql`${nameOf} || ' ' || ${staffClassTitle('t')} || ' ' || v.name`)}
        and ${and}`,
    ...inOrderOf(sort, {
      from,
      id: sql`w.id`,
      by: { since: sql`w.created_at`, name: sql`(${nameOf}) collate "und-x-icu"` },
    }),
  })
}

/** Whether a text has every one of these words. */
const hasWords = (words: string, text: RawBuilder<unknown>) => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  return sql<boolean>`not exists (
    select from unnest(${wanted}::text[]) word where strpos(lower(${text}), word) = 0)`
}

/** Lists the dates on which an entry may be offered a place, those with a free place first. */
export async function listOfferDates(db: Db, entryId: number, now: Date): Promise<OfferedDate[]> {
  const { rows } = await sql<OfferedDate>`
    select s.id as "sessionId", s.start_date as date, left(s.start_time::text, 5) as "startTime",
      left(s.end_time::text, 5) as "endTime", s.capacity, s.places_taken as taken, s.places_offered as kept,
      ${placesLeft} as free
    from waiting_entries w join sessions s on s.offering_id = w.offering_id
    where w.id = ${entryId} and ${mayBeOffered('w', now)}
    order by ${placesLeft} < 1, s.starts_at limit ${maxDates}`.execute(db)
  return rows
}

/** Finds full dates still to come by words of their class and venue. */
export async function findFullDates(db: Db, words: string, now: Date): Promise<FullDate[]> {
  const { rows } = await sql<FullDate>`
    select o.id as "offeringId", s.id as "sessionId", ${staffSessionTitle('t')} as title, v.name as venue,
      s.start_date as date, left(s.start_time::text, 5) as "startTime",
      (select count(*)::integer from waiting_entries w where w.offering_id = o.id and w.status = 'waiting'
        and (w.session_id is null or w.session_id = s.id)) as waiting,
      ${isForAdults} as "isForAdults"
    from sessions s join offerings o on o.id = s.offering_id join offering_types t on t.id = o.offering_type_id
      join venues v on v.id = o.venue_id
    where o.is_active and ${isToCome(now)} and ${placesLeft} < 1
      and ${hasWords(words, sql`${staffSessionTitle('t')} || ' ' || v.name`)}
    order by s.starts_at, s.id limit ${maxFound}`.execute(db)
  return rows
}

/** Reads an entry's position in its queue. */
export async function readPosition(db: Db, entryId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select ${positionInQueue(now)} as position from waiting_entries w where w.id = ${entryId}`.execute(db)
  return rows[0]?.position ?? 0
}
