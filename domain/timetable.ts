import {
  daysBetween,
  everyDay,
  isOnLondonsClock,
  longestRangeInDays,
  type Weekday,
  weekdayOf,
} from './calendar.ts'
import { requireThat } from './refusal.ts'
import { sentences } from './sentences.ts'

/** The wire's number of a calendar day: days since the first of January 2000. */
export const dayIdOf = (day: string): number => daysBetween('2000-01-01', day)

export interface TimetableDay<Session> {
  date: string
  weekday: Weekday
  sessions: Session[]
}

/** The days a timetable is asked for; refuses a range that runs backwards or is longer than 31 days (calls.md §3.5). */
export function timetableDays(startDate: string, endDate: string): string[] {
  requireThat(startDate <= endDate, sentences.rangeBackwards)
  requireThat(daysBetween(startDate, endDate) < longestRangeInDays, sentences.rangeTooLong)
  return everyDay(startDate, endDate)
}

/** One entry for every day, empty ones included (decision C-04); the order within a day is kept. */
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

/** Whether a session passes the filters that are given; the time of day is half-open (decisions C-04, C-05). */
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

/** Whether nobody can be at both: what lasts several days is on at the same hours of each (decision E-43). */
export const areAtOnce = (one: SessionTimes, other: SessionTimes): boolean =>
  one.startDate <= other.endDate &&
  other.startDate <= one.endDate &&
  one.startTime < other.endTime &&
  other.startTime < one.endTime

/** Refuses a session that would begin or end at a time that London's clock leaves out (decision E-40). */
export function requireTimesExist(session: SessionTimes): void {
  const { startDate, startTime, endDate, endTime } = session
  const exist = isOnLondonsClock(startDate, startTime) && isOnLondonsClock(endDate, endTime)
  requireThat(exist, sentences.timeSkipped)
}
