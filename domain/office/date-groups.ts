import { weekdayName } from '../format-dates.ts'

interface DatedTime {
  date: string
  startTime: string
}

/** The dates of a class on one weekday at one time. */
export interface DateGroup<Dated> {
  name: string
  dates: Dated[]
}

/** Formats '2026-12-05', '11:00' as 'Saturdays 11:00'. */
export const weeklyTime = ({ date, startTime }: DatedTime): string => `${weekdayName(date)}s ${startTime}`

/**
 * Groups the dates of a class by weekday and time, earliest first. Dates whose weekday and time no other date has form
 * one group at the end.
 */
export function groupDates<Dated extends DatedTime>(dates: Dated[]): DateGroup<Dated>[] {
  const names = [...new Set(dates.map(weeklyTime))]
  const groups = names.map(name => ({ name, dates: dates.filter(date => weeklyTime(date) === name) }))
  const weekly = groups.filter(group => group.dates.length > 1 || groups.length === 1)
  const single = groups.filter(group => !weekly.includes(group)).flatMap(group => group.dates)
  if (single.length === 0) return weekly
  return [...weekly, { name: weekly.length > 0 ? 'Other dates' : '', dates: single }]
}
