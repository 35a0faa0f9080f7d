import { daysBetween, everyDay, isOnLondonsClock, maxRangeDays, type Weekday, weekdayOf } from './calendar.ts'
import { requireThat } from './refusal.ts'
import { sentences } from './sentences.ts'

/** Returns the wire's number of a calendar day: days since the first of January 2000. */
export const dayIdOf = (day: string): number => daysBetween('2000-01-01', day)

export interface TimetableDay<Session> {
  date: string
  weekday: Weekday
  sessions: Session[]
}

/**
 * Lists the days of a requested range; refuses one that runs backwards or exceeds 31 days (calls.md §3.5).
 */
export function timetableDays(startDate: string, endDate: string): string[] {
  requireThat(startDate <= endDate, sentences.rangeBackwards)
  requireThat(daysBetween(startDate, endDate) < maxRangeDays, sentences.rangeTooLong)
  return everyDay(startDate, endDate)
}

/** Groups by day, with empty days (decision C-04); the order within a day is kept. */
export function groupByDay<Session extends { date: string }>(
  days: string[],
  sessions: Session[],
): TimetableDay<Session>[] {
  const byDay = new Map<string, Session[]>(days.map(day => [day, []]))
  for (const session of sessions) byDay.get(session.date)?.push(session)
  return days.map(date => ({ date, weekday: weekdayOf(date), sessions: byDay.get(date) ?? [] }))
}

interface Filters {
  date?: string | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  typeId?: number | undefined
  venueId?: number | undefined
  ageGroupId?: number | undefined
}

/** Whether a session matches the given filters. The end of a time of day is exclusive (decisions C-04, C-05). */
export const isAskedFor = (
  session: Required<{ [Name in Exclude<keyof Filters, 'endTime'>]: NonNullable<Filters[Name]> }>,
  { date, startTime, endTime, typeId, venueId, ageGroupId }: Filters,
): boolean =>
  (date === undefined || date === session.date) &&
  (startTime === undefined || startTime <= session.startTime) &&
  (endTime === undefined || endTime > session.startTime) &&
  (typeId === undefined || typeId === session.typeId) &&
  (venueId === undefined || venueId === session.venueId) &&
  (ageGroupId === undefined || ageGroupId === session.ageGroupId)

export interface SessionTimes {
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

/** Whether two sessions overlap. One of several days has the same hours on each (decision E-43). */
export const overlap = (one: SessionTimes, other: SessionTimes): boolean =>
  one.startDate <= other.endDate &&
  other.startDate <= one.endDate &&
  one.startTime < other.endTime &&
  other.startTime < one.endTime

/** Refuses a session that begins or ends at a time that London's clock skips (decision E-40). */
export function requireTimesExist(session: SessionTimes): void {
  const { startDate, startTime, endDate, endTime } = session
  const exist = isOnLondonsClock(startDate, startTime) && isOnLondonsClock(endDate, endTime)
  requireThat(exist, sentences.timeSkipped)
}
