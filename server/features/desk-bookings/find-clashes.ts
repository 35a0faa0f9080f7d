import { sql } from 'kysely'
import { bookedAtThatTime } from '#domain/office/desk-sentences.ts'
import { overlap, type SessionTimes } from '#domain/timetable.ts'
import type { Db } from '#server/database/connect.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'
import type { AskedPlaces, ClassForFamily } from './plan-for-family.ts'

interface Held extends SessionTimes {
  childId: number
  firstName: string
  title: string
}

/**
 * Says which of the chosen children have another place at the time of a chosen date, once for each child and class.
 * They can be booked all the same: parents may intend it (decision O-161).
 */
export async function findClashes(
  db: Db,
  { childIds, sessionIds }: Pick<AskedPlaces, 'childIds' | 'sessionIds'>,
  dates: ClassForFamily['dates'],
): Promise<string[]> {
  const chosen = dates
    .filter(({ id }) => sessionIds.includes(id))
    .map(({ date, ...times }) => ({ ...times, startDate: date }))
  if (chosen.length === 0 || childIds.length === 0) return []
  const clashes = new Map<string, Held & { days: string[] }>()
  for (const held of await readHeld(db, { childIds, sessionIds }, chosen)) {
    const days = chosen.filter(date => overlap(date, held)).map(({ startDate }) => startDate)
    const key = JSON.stringify([held.childId, held.title, held.startTime])
    const known = clashes.get(key)?.days ?? []
    if (days.length > 0) clashes.set(key, { ...held, days: [...new Set([...known, ...days])].sort() })
  }
  return [...clashes.values()].map(clash => bookedAtThatTime(clash, chosen.length === 1))
}

/** Reads the children's places on other dates, from the first chosen day to the last. */
async function readHeld(
  db: Db,
  { childIds, sessionIds }: Pick<AskedPlaces, 'childIds' | 'sessionIds'>,
  chosen: SessionTimes[],
): Promise<Held[]> {
  const first = chosen.map(({ startDate }) => startDate).sort()[0]
  const last = chosen
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1)
  const { rows } = await sql<Held>`
    select b.child_id as "childId", c.first_name as "firstName", ${staffClassTitle('t')} as title,
      s.start_date as "startDate", s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime"
    from bookings b join children c on c.id = b.child_id join sessions s on s.id = b.session_id
      join offerings o on o.id = s.offering_id join offering_types t on t.id = s.offering_type_id
    where b.child_id = any(${childIds}::bigint[]) and b.status <> 'cancelled' and s.status = 'scheduled'
      and s.id <> all(${sessionIds}::bigint[]) and s.start_date <= ${last} and s.end_date >= ${first}
    order by s.starts_at, c.first_name, c.id`.execute(db)
  return rows
}
