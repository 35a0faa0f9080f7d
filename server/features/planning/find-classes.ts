import { sql } from 'kysely'
import type { officeContract } from '#contract/office/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'

const mostFound = 8

/**
 * Classes that all the words are in: those that are called so, then those with the latest dates first; of a teacher alone
 * what they teach.
 */
export async function findClasses(
  db: Db,
  { words, teacherId }: { words: string; teacherId?: number },
): Promise<CallOutput<typeof officeContract.planner.search>> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const { rows } = await sql<CallOutput<typeof officeContract.planner.search>[number]>`
    select o.id, ${classTitle} as title, v.name as venue, a.name as ages, coalesce(e.name, '') as term,
      latest.start_date as date, left(latest.start_time::text, 5) as "startTime"
    from offerings o join offering_types t on t.id = o.offering_type_id join venues v on v.id = o.venue_id
      join age_groups a on a.id = o.age_group_id left join terms e on e.id = o.term_id
      left join lateral (select s.start_date, s.start_time from sessions s where s.offering_id = o.id
        order by s.starts_at desc limit 1) latest on true
    where not exists (select from unnest(${wanted}::text[]) word
        where strpos(lower(concat_ws(' ', ${classTitle}, v.name, a.name, e.name)), word) = 0)
      and (${teacherId ?? null}::bigint is null or exists (select from sessions s join session_teachers x
        on x.session_id = s.id where s.offering_id = o.id and x.staff_id = ${teacherId ?? null}))
    order by lower(${classTitle}) = ${wanted.join(' ')} desc,
      latest.start_date desc nulls last, o.id desc
    limit ${mostFound}`.execute(db)
  return rows
}
