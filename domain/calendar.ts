/** The length of most days. A day on which clocks change is an hour longer or shorter. */
export const dayMilliseconds = 24 * 60 * 60 * 1000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The short names of weekdays, as a timetable shows them. */
export type Weekday = (typeof weekdays)[number]

/**
 * Whether a day may be requested or saved. The margin is needed because PostgreSQL has no year 0 and writes the year
 * 10000 differently.
 */
export const isWithinReach = (day: string): boolean => day >= '1900-01-01' && day <= '2199-12-31'

// Calendar days have no time zone. Their arithmetic is done in UTC, where every day has 24 hours.
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMilliseconds
const dayOfNumber = (number: number) => new Date(number * dayMilliseconds).toISOString().slice(0, 10)

/** Returns the calendar day this many days after (or before) another. */
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days)

/** The maximum number of days that one call may ask for (calls.md §3.5). */
export const maxRangeDays = 31

/** Counts the days between two calendar days; 0 for the same day. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

export const weekdayOf = (day: string): Weekday =>
  weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] as Weekday

/** Lists every day of a range, both ends included. */
export function everyDay(from: string, to: string): string[] {
  const first = dayNumber(from)
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => dayOfNumber(first + index))
}

// Created on first use: the first formatter costs a phone a tenth of a second.
const madeOnce = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (moment: Date): string => {
    format ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', ...options })
    return format.format(moment)
  }
}
const londonDay = madeOnce({ year: 'numeric', month: '2-digit', day: '2-digit' })

/**
 * Returns the calendar day in London at a moment (decision E-40). London is at UTC or an hour ahead, so the
 * days differ only in the last hour of UTC's day.
 */
export const todayInLondon = (moment: Date): string =>
  moment.getUTCHours() < 23 ? moment.toISOString().slice(0, 10) : londonDay(moment)

/** Returns the Monday of the week that a day lies in: weeks run from Monday to Sunday (spec 1 §9). */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

const londonTime = madeOnce({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/**
 * Returns the time a clock in London shows, '2026-03-29 10:00'. It compares as text with a session's date and
 * time.
 */
export const momentInLondon = (moment: Date): string => `${todayInLondon(moment)} ${londonTime(moment)}`

const hourMilliseconds = 60 * 60 * 1000

/**
 * Returns the instant at which a London clock shows a day and a time, as PostgreSQL computes it. In October's repeated
 * hour it is the later instant; in March's skipped hour it is as if the clock had not changed.
 */
export function instantInLondon(day: string, time: string): Date {
  const inWinter = new Date(`${day}T${time}:00Z`)
  const inSummer = new Date(inWinter.getTime() - hourMilliseconds)
  return isShown(day, time, inSummer) && !isShown(day, time, inWinter) ? inSummer : inWinter
}

/** Whether a London clock ever shows this time. The hour from 01:00 is skipped on the last Sunday of March. */
export const isOnLondonsClock = (day: string, time: string): boolean =>
  isShown(day, time, instantInLondon(day, time))

/** Whether a London clock shows this day and time at the instant. 24:00 is the next day's midnight. */
const isShown = (day: string, time: string, instant: Date) =>
  instant.getTime() + aheadOfUtc(instant.getTime()) === Date.parse(`${day}T${time}:00Z`)

// Cached, because the planner asks for the same days again and again and computing the offset is slow.
const aheadOnDays = new Map<number, number>()
const maxDaysCached = 1_000

/** Returns by how many milliseconds London is ahead of UTC. Cached per day, except on days when the clock changes. */
function aheadOfUtc(instant: number): number {
  const day = Math.floor(instant / dayMilliseconds)
  const known = aheadOnDays.get(day)
  if (known !== undefined) return known
  const ahead = readAhead(day * dayMilliseconds)
  if (ahead !== readAhead((day + 1) * dayMilliseconds)) return readAhead(instant)
  if (aheadOnDays.size === maxDaysCached) aheadOnDays.clear()
  aheadOnDays.set(day, ahead)
  return ahead
}

const readAhead = (instant: number) =>
  Date.parse(`${momentInLondon(new Date(instant)).replace(' ', 'T')}Z`) - instant
