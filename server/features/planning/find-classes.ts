import { type RawBuilder, sql } from 'kysely'
import type { officeContract } from '#contract/office/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'

const maxFound = 8

/**
 * Finds classes whose title, venue, age or term has all the words. If only a date's own title completes them,
 * the result is named by that date. Exact titles come first, then those with the latest dates. Teachers find
 * only what they teach.
 */
export async function findClasses(
  db: Db,
  { words, teacherId }: { words: string; teacherId?: number },
): Promise<CallOutput<typeof officeContract.planner.search>> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const hasAll = (text: RawBuilder<unknown>) =>
    sql`not exists (select from unnest(${wanted}::text[]) word where strpos(lower(${text}), word) = 0)`
  const { rows } = await sql<CallOutput<typeof officeContract.planner.search>[number]>`
    select o.id, concat_ws(', ', ${classTitle}, latest.own_title) as title, v.name as venue, a.name as ages, coalesce(e.name, '') as term,
      latest.start_date as date, left(latest.start_time::text, 5) as "startTime",
      case when not is_found then latest.id end as "sessionId"
    from offerings o join offering_types t on t.id = o.offering_type_id join venues v on v.id = o.venue_id
      join age_groups a on a.id = o.age_group_id left join terms e on e.id = o.term_id
      cross join lateral (select concat_ws(' ', ${classTitle}, v.name, a.name, e.name) as said) class
      cross join lateral (select ${hasAll(sql`class.said`)} as is_found) by_class
      left join lateral (select s.id, s.start_date, s.start_time, case when not is_found then s.name end as own_title
        from sessions s where s.offering_id = o.id
          and (is_found or s.name not in ('', o.name, t.name) and ${hasAll(sql`class.said || ' ' || s.name`)})
        order by s.starts_at desc limit 1) latest on true
    where (is_found or own_title is not null)
      and (${teacherId ?? null}::bigint is null or exists (select from sessions s join session_teachers x
        on x.session_id = s.id where s.offering_id = o.id and x.staff_id = ${teacherId ?? null}))
    order by lower(${classTitle}) = ${wanted.join(' ')} desc,
      latest.start_date desc nulls last, o.id desc
    limit ${maxFound}`.execute(db)
  return rows
}
