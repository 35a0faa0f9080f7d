import { sql } from 'kysely'
import type { Clash } from '#contract/office/planner.ts'
import { addDays, everyDay } from '#domain/calendar.ts'
import { maxSessionDays } from '#domain/limits.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { overlap } from '#domain/timetable.ts'
import type { Db } from '#server/database/connect.ts'
import { staffSessionTitle } from '#server/features/offerings/session-sql.ts'

/** A time with its room and teachers, identified by its key; `sessionId` for an existing session. */
export interface Occupied {
  key: number
  sessionId?: number
  /** The title of a date that does not exist yet. Dates with a title also clash with each other. */
  title?: string
  date: string
  endDate: string
  startTime: string
  endTime: string
  roomId: number | null
  teacherIds: number[]
}
type Taken = Omit<Occupied, 'key'> & { title: string }

/** The maximum of reported clashes per date, because a thousand dates at one time would have a million. */
const maxClashes = 5

/**
 * Finds sessions in the same room, unless it is shared, or with the same teacher at the same time, by key
 * (decision O-15), at most five per date. Given sessions count at their new times. Sessions to be deleted do
 * not count.
 */
export async function findClashes(
  db: Db,
  occupied: Occupied[],
  goingIds: number[] = [],
): Promise<Map<number, Clash[]>> {
  const names = await readNames(db, occupied)
  if (names.size === 0) return new Map()
  const given = new Map(occupied.map(one => [one.sessionId, one]))
  const taken: Taken[] = [
    ...(await readNear(db, occupied, goingIds)).map(near => ({ ...near, ...given.get(near.sessionId) })),
    ...occupied.filter(isPlanned),
  ]
  const byPlace = new Map<string, Taken[]>()
  for (const one of taken)
    for (const { place } of placesOf(one, names)) {
      const there = byPlace.get(place)
      if (there) there.push(one)
      else byPlace.set(place, [one])
    }
  const clashes = new Map<number, Clash[]>()
  for (const one of occupied) {
    const found: Clash[] = []
    for (const { place, day, ...whom } of placesOf(one, names))
      for (const other of byPlace.get(place) ?? []) {
        if (found.length === maxClashes) break
        // Two that clash on several days are reported once, on the first.
        if (!meets(one, other) || (day > one.date && day > other.date)) continue
        const { sessionId = 0, title, date, startTime, endTime } = other
        found.push({ ...whom, sessionId, title, date, startTime, endTime })
      }
    if (found.length > 0) clashes.set(one.key, found)
  }
  return clashes
}

const isPlanned = (one: Occupied): one is Occupied & Taken =>
  one.sessionId === undefined && one.title !== undefined

/**
 * Whether two times are of different dates and overlap. A session through the night is one stretch; other
 * sessions of several days have the same hours each day.
 */
const meets = (one: Occupied, other: Taken): boolean =>
  other !== one &&
  (one.sessionId === undefined || other.sessionId !== one.sessionId) &&
  (one.startTime < one.endTime && other.startTime < other.endTime
    ? overlap({ ...one, startDate: one.date }, { ...other, startDate: other.date })
    : `${other.date} ${other.startTime}` < `${one.endDate} ${one.endTime}` &&
      `${other.endDate} ${other.endTime}` > `${one.date} ${one.startTime}`)

/** Returns the room and teachers with each day, so that only those that could clash are compared. */
const placesOf = ({ date, endDate, roomId, teacherIds }: Taken | Occupied, names: Map<string, string>) =>
  everyDay(date, endDate).flatMap(day =>
    [`room ${roomId}`, ...teacherIds.map(id => `teacher ${id}`)].flatMap(key => {
      const name = names.get(key)
      const kind = key.startsWith('room') ? ('room' as const) : ('teacher' as const)
      return name === undefined ? [] : [{ place: `${key} ${day}`, day, with: kind, name }]
    }),
  )

const roomsOf = (occupied: Occupied[]) => [...new Set(occupied.flatMap(({ roomId }) => roomId ?? []))]
const teachersOf = (occupied: Occupied[]) => [...new Set(occupied.flatMap(({ teacherIds }) => teacherIds))]

/** Reads the names of rooms, except shared ones, and of teachers. */
async function readNames(db: Db, occupied: Occupied[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select 'room ' || id as key, name from rooms where id = any(${roomsOf(occupied)}::bigint[]) and not is_shared
    union all
    select 'teacher ' || id, coalesce(nullif(display_name, ''), full_name) from staff
    where id = any(${teachersOf(occupied)}::bigint[])`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/**
 * Reads the sessions that might clash, and the given ones among them, by time. Looks back by the longest
 * session's length.
 */
async function readNear(
  db: Db,
  occupied: Occupied[],
  goingIds: number[],
): Promise<(Taken & { sessionId: number })[]> {
  const days = occupied.flatMap(({ date, endDate }) => [date, endDate]).sort()
  const sessionIds = occupied.flatMap(({ sessionId }) => sessionId ?? [])
  const { rows } = await sql<Taken & { sessionId: number }>`
    select s.id as "sessionId", ${staffSessionTitle('y')} as title, s.start_date as date,
      s.end_date as "endDate", left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime",
      s.room_id as "roomId", coalesce(t.ids, '[]') as "teacherIds"
    from sessions s join offerings o on o.id = s.offering_id join offering_types y on y.id = o.offering_type_id
    left join lateral (select json_agg(staff_id order by staff_id) as ids from session_teachers
      where session_id = s.id) t on true
    where s.kind = any(${everyOfferingKind}::text[]) and s.status <> 'cancelled' and s.id <> all(${goingIds}::bigint[])
      and s.start_date between ${addDays(days[0] as string, -maxSessionDays)}
        and ${addDays(days.at(-1) as string, maxSessionDays)}
      and (s.room_id = any(${roomsOf(occupied)}::bigint[]) or s.id = any(${sessionIds}::bigint[])
        or exists (select from session_teachers t where t.session_id = s.id
          and t.staff_id = any(${teachersOf(occupied)}::bigint[])))
    order by s.starts_at, s.id`.execute(db)
  return rows
}
