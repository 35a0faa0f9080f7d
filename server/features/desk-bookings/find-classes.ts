import { type RawBuilder, sql } from 'kysely'
import type { FoundClass } from '#contract/office/desk-bookings.ts'
import type { Db } from '#server/database/connect.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { isToCome } from '#server/features/offerings/queue.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'

const maxFound = 30

/**
 * Finds classes with future dates by words of their title, venue and ages. The class with the next date comes
 * first.
 */
export async function findClasses(db: Db, words: string, now: Date): Promise<FoundClass[]> {
  const { rows } = await sql<FoundClass>`
    select o.id as "offeringId", o.kind, ${staffClassTitle('t')} as title, v.name as venue, a.name as ages,
      n.date as "nextDate", n.time as "nextTime", n.dates, n.free
    from offerings o join offering_types t on t.id = o.offering_type_id join venues v on v.id = o.venue_id
      join age_groups a on a.id = o.age_group_id
      cross join lateral (
        select min(s.starts_at) as starts_at, count(*)::integer as dates,
          (count(*) filter (where ${placesLeft} > 0))::integer as free,
          (array_agg(s.start_date order by s.starts_at))[1] as date,
          (array_agg(left(s.start_time::text, 5) order by s.starts_at))[1] as time
        from sessions s where s.offering_id = o.id and ${isToCome(now)}) n
    where o.is_active and n.dates > 0
      and ${hasWords(words, sql`${staffClassTitle('t')} || ' ' || t.name || ' ' || v.name || ' ' || a.name`)}
    order by n.starts_at, o.id limit ${maxFound}`.execute(db)
  return rows
}

/** Whether a text has every one of these words. */
const hasWords = (words: string, text: RawBuilder<unknown>) => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  return sql<boolean>`not exists (
    select from unnest(${wanted}::text[]) word where strpos(lower(${text}), word) = 0)`
}
