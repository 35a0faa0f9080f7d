import { sql } from 'kysely'
import { bookedAtThatTime } from '#domain/office/desk-sentences.ts'
import { overlap, type SessionTimes } from '#domain/timetable.ts'
import type { Db } from '#server/database/connect.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'

interface Held extends SessionTimes {
  sessionId: number
  childId: number
  firstName: string
  title: string
}

/** A date that is to be booked. `endDate` is the last day of a camp. */
interface WantedDate {
  id: number
  date: string
  endDate: string
  startTime: string
  endTime: string
}

const timesOf = ({ date, endDate, startTime, endTime }: WantedDate): SessionTimes => ({
  ...{ startDate: date, endDate, startTime, endTime },
})

/**
 * Says which of the chosen children have another place at the time of a wanted date, once for each child and class.
 * They can be booked all the same: parents may intend it (decision O-161).
 */
export async function findClashes(db: Db, childIds: number[], wanted: WantedDate[]): Promise<string[]> {
  const left = wanted.map(({ id }) => id)
  const clashes = new Map<string, Held & { days: string[] }>()
  for (const held of await readHeld(db, { childIds, left }, wanted)) {
    const days = wanted.filter(date => overlap(timesOf(date), held)).map(({ date }) => date)
    const key = JSON.stringify([held.childId, held.title, held.startTime])
    const known = clashes.get(key)?.days ?? []
    if (days.length > 0) clashes.set(key, { ...held, days: [...new Set([...known, ...days])].sort() })
  }
  return [...clashes.values()].map(clash => bookedAtThatTime(clash, wanted.length === 1))
}

/** Returns a function from a date of the move to the child's other places at that time, in words. */
export async function findClashesOfMove(
  db: Db,
  { childId, sessionId }: { childId: number | null; sessionId: number },
  targets: WantedDate[],
): Promise<(target: WantedDate) => string[]> {
  const children = childId === null ? [] : [childId]
  const held = await readHeld(db, { childIds: children, left: [sessionId] }, targets)
  return target =>
    held
      .filter(one => one.sessionId !== target.id && overlap(timesOf(target), one))
      .map(one => bookedAtThatTime({ ...one, days: [target.date] }, true))
}

/**
 * Reads the children's places between the first and the last wanted day, without those on the dates that they leave.
 */
async function readHeld(
  db: Db,
  { childIds, left }: { childIds: number[]; left: number[] },
  wanted: WantedDate[],
): Promise<Held[]> {
  if (wanted.length === 0 || childIds.length === 0) return []
  const first = wanted.map(({ date }) => date).sort()[0]
  const last = wanted
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1)
  const { rows } = await sql<Held>`
    select s.id as "sessionId", b.child_id as "childId", c.first_name as "firstName", ${staffClassTitle('t')} as title,
      s.start_date as "startDate", s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime"
    from bookings b join children c on c.id = b.child_id join sessions s on s.id = b.session_id
      join offerings o on o.id = s.offering_id join offering_types t on t.id = s.offering_type_id
    where b.child_id = any(${childIds}::bigint[]) and b.status <> 'cancelled' and s.status = 'scheduled'
      and s.id <> all(${left}::bigint[]) and s.start_date <= ${last} and s.end_date >= ${first}
    order by s.starts_at, c.first_name, c.id`.execute(db)
  return rows
}
