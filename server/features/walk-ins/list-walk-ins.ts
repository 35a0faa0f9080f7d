import { sql } from 'kysely'
import type { WalkInToSettle } from '#contract/office/walk-ins.ts'
import { maxWalkInsShown } from '#domain/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'

/** Lists the walk-ins that are marked as having come and are not settled, latest first. */
export async function listWalkIns(db: Db): Promise<WalkInToSettle[]> {
  const { rows } = await sql<WalkInToSettle>`
    select w.id, w.name, w.phone, w.is_trial as "isTrial", w.on_day as day, ${isoTime('w.came_at')} as "cameAt",
      coalesce(nullif(m.display_name, ''), m.full_name) as by, s.id as "sessionId", o.id as "offeringId",
      ${staffClassTitle('t')} as title, v.name as venue, left(s.start_time::text, 5) as "startTime"
    from walk_ins w join staff m on m.id = w.staff_id join sessions s on s.id = w.session_id
      join offerings o on o.id = s.offering_id join offering_types t on t.id = o.offering_type_id
      join venues v on v.id = o.venue_id
    where w.settled_at is null
      and exists (select from held_marks h where h.session_id = w.session_id and h.walk_in_id = w.id and h.state <> 'none')
    order by w.came_at desc, w.id limit ${maxWalkInsShown}`.execute(db)
  return rows
}
