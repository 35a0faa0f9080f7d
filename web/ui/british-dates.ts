import { weekdayOf } from '#domain/calendar.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const longWeekdays = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
} as const

const monthOf = (date: string) => months[Number(date.slice(5, 7)) - 1]
const dayOf = (date: string) => Number(date.slice(8, 10))

/**
 * Formats a date as a British parent says it: '2026-11-24' → 'Tue 24 Nov', with the year if it is not today's
 * (decision C-25).
 */
export const spokenDate = (date: string, today: string): string =>
  `${weekdayOf(date)} ${dayAndMonth(date)}${date.startsWith(today.slice(0, 4)) ? '' : ` ${date.slice(0, 4)}`}`

/** Formats '2026-11-24' as '24 Nov'. */
export const dayAndMonth = (date: string): string => `${dayOf(date)} ${monthOf(date)}`

/** Formats '2026-11-24' as 'Tuesday'. */
export const longWeekday = (date: string): string => longWeekdays[weekdayOf(date)]

/** Formats '2026-11-24' as '24/11/2026', which only the range of a parents' week needs (spec 2 §4). */
export const slashedDate = (date: string): string => date.slice(0, 10).split('-').reverse().join('/')

/** Formats '2026-11-24' as '24 Nov 2026', which never wraps (decision C-25). */
export const fullDate = (date: string): string =>
  `${dayAndMonth(date)} ${date.slice(0, 4)}`.replaceAll(' ', '\u00a0')

/** Formats '2026-11-24 10:00:00' as '24 Nov 2026, 10:00'. */
export const fullMoment = (moment: string): string => `${fullDate(moment)}, ${moment.slice(11, 16)}`

/** Formats the days from one date to another: '30 Nov – 6 Dec', with the year if it is not today's. */
export function dayRange(start: string, end: string, today: string): string {
  const year = end.startsWith(today.slice(0, 4)) ? '' : ` ${end.slice(0, 4)}`
  const first = start.slice(0, 4) === end.slice(0, 4) ? dayAndMonth(start) : fullDate(start)
  return start === end ? dayAndMonth(end) + year : `${first} – ${dayAndMonth(end)}${year}`
}

/** Formats '2026-11-24 10:00:00' as 'Tue 24 Nov, 10:00'. */
export const spokenMoment = (moment: string, today: string): string =>
  `${spokenDate(moment.slice(0, 10), today)}, ${moment.slice(11, 16)}`

/** Formats the end of a reservation: '18:00' today, else 'Tue 24 Nov, 05:00'. */
export const spokenUntil = (moment: string, today: string): string =>
  moment.startsWith(today) ? moment.slice(11, 16) : spokenMoment(moment, today)

/** Formats '10:00', '10:45' as '10:00–10:45'. */
export const timeRange = (start: string, end: string): string => `${start.slice(0, 5)}–${end.slice(0, 5)}`

/** Formats a day, or the days of a camp: 'Mon 3 Aug – Fri 7 Aug'. */
export const spokenDays = (start: string, end: string, today: string): string =>
  start === end ? spokenDate(start, today) : `${spokenDate(start, today)} – ${spokenDate(end, today)}`

/** Formats days and times: 'Tue 24 Nov, 10:00–10:45'. */
export const spokenWhen = (
  what: Record<'startDate' | 'endDate' | 'startTime' | 'endTime', string>,
  today: string,
): string => `${spokenDays(what.startDate, what.endDate, today)}, ${timeRange(what.startTime, what.endTime)}`
