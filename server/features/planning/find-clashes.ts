import { sql } from 'kysely'
import type { Clash } from '#contract/office/planner.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import type { Db } from '#server/database/connect.ts'

/** A stretch of time in a room and with teachers, known by its key; `sessionId` when it is a session already. */
export interface Occupied {
  key: number
  sessionId?: number
  date: string
  endDate: string
  startTime: string
  endTime: string
  roomId: number | null
  teacherIds: number[]
}

/**
 * Which other sessions are in the same room, unless it is shared, or with the same teacher at the same time, by key
 * (decision O-15). One statement, whatever their number.
 */
export async function findClashes(db: Db, occupied: Occupied[]): Promise<Map<number, Clash[]>> {
  if (occupied.length === 0) return new Map()
  const { rows } = await sql<Clash & { key: number }>`
    with planned as materialized (
      select p.*, (p.date + p."startTime") at time zone 'Europe/London' as starts,
        (p."endDate" + p."endTime") at time zone 'Europe/London' as ends
      from jsonb_to_recordset(${JSON.stringify(occupied)}::jsonb) as p(key integer, "sessionId" bigint, date date,
        "endDate" date, "startTime" time, "endTime" time, "roomId" bigint, "teacherIds" jsonb)
    ), near as materialized (
      -- A session lasts fourteen days at most.
      select s.* from sessions s
      where s.kind = any(${everyOfferingKind}::text[]) and s.status <> 'cancelled'
        and s.start_date between (select min(date) - 14 from planned) and (select max("endDate") from planned)
    ), met as (
      select p.key, 'room' as with, r.name, n.id
      from planned p join near n on n.room_id = p."roomId" and n.starts_at < p.ends and n.ends_at > p.starts
      join rooms r on r.id = n.room_id and not r.is_shared
      where n.id is distinct from p."sessionId"
      union all
      select p.key, 'teacher', coalesce(nullif(m.display_name, ''), m.full_name), n.id
      from planned p cross join jsonb_array_elements_text(p."teacherIds") as wanted
      join session_teachers t on t.staff_id = wanted::bigint
      join near n on n.id = t.session_id and n.starts_at < p.ends and n.ends_at > p.starts
      join staff m on m.id = t.staff_id
      where n.id is distinct from p."sessionId"
    )
    select met.key, met.with, met.name, s.id as "sessionId", coalesce(nullif(o.name, ''), y.name) as title,
      s.start_date as date, left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime"
    from met join sessions s on s.id = met.id join offerings o on o.id = s.offering_id
    join offering_types y on y.id = o.offering_type_id
    order by met.key, s.starts_at, s.id`.execute(db)
  const byKey = new Map<number, Clash[]>()
  for (const { key, ...clash } of rows) byKey.set(key, [...(byKey.get(key) ?? []), clash])
  return byKey
}
