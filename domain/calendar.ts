/** Of most days: where clocks change, London's is an hour longer or shorter. */
export const dayMilliseconds = 24 * 60 * 60 * 1000
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** How a timetable names its days. */
export type Weekday = (typeof weekdays)[number]

/**
 * Whether a day may be asked for or saved: from the birth of the oldest to what no business plans yet. So the days around
 * it exist as well, in JavaScript and in PostgreSQL, which have no year 0 and write the year 10000 each in their way.
 */
export const isWithinReach = (day: string): boolean => day >= '1900-01-01' && day <= '2199-12-31'

// Calendar days have no time zone: their arithmetic is done in UTC, where every day has 24 hours.
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMilliseconds
const dayOfNumber = (number: number) => new Date(number * dayMilliseconds).toISOString().slice(0, 10)

/** The calendar day so many days after (or before) another one. */
export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days)

/** So many days one call may ask for at most (calls.md §3.5). */
export const longestRangeInDays = 31

/** How many days lie between two calendar days; 0 for the same day. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

export const weekdayOf = (day: string): Weekday =>
  weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] as Weekday

/** Every day of a range, both ends included. */
export function everyDay(from: string, to: string): string[] {
  const first = dayNumber(from)
  return Array.from({ length: dayNumber(to) - first + 1 }, (_, index) => dayOfNumber(first + index))
}

// Made when it is first needed: the first one costs a phone a tenth of a second and more.
const madeOnce = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (moment: Date): string => {
    format ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', ...options })
    return format.format(moment)
  }
}
const londonDay = madeOnce({ year: 'numeric', month: '2-digit', day: '2-digit' })

/**
 * The calendar day in London at a moment (decision E-40). London's clocks show UTC or an hour more, so that only in
 * the last hour of UTC's day the two may be on different days.
 */
export const todayInLondon = (moment: Date): string =>
  moment.getUTCHours() < 23 ? moment.toISOString().slice(0, 10) : londonDay(moment)

/** The Monday of the week a day lies in: weeks run Monday to Sunday (spec 1 §9). */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

const londonTime = madeOnce({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** What a clock in London shows: '2026-03-29 10:00'; compares as text with a session's date and time. */
export const momentInLondon = (moment: Date): string => `${todayInLondon(moment)} ${londonTime(moment)}`

const hourMilliseconds = 60 * 60 * 1000

/**
 * The instant at which a clock in London shows a day and a time, the same that PostgreSQL computes: of the hour that
 * October repeats the later one, and in the hour that March leaves out as if the clock had not been changed yet.
 */
export function instantInLondon(day: string, time: string): Date {
  const inWinter = new Date(`${day}T${time}:00Z`)
  const inSummer = new Date(inWinter.getTime() - hourMilliseconds)
  return isShown(day, time, inSummer) && !isShown(day, time, inWinter) ? inSummer : inWinter
}

/** Whether London's clock ever shows this: on the last Sunday of March there is no hour after one. */
export const isOnLondonsClock = (day: string, time: string): boolean =>
  isShown(day, time, instantInLondon(day, time))

/** 24:00 is the next day's midnight. */
const isShown = (day: string, time: string, instant: Date) =>
  instant.getTime() + aheadOfUtc(instant.getTime()) === Date.parse(`${day}T${time}:00Z`)

// The planner asks of the same days again and again, and to find it out is slow.
const aheadOnDays = new Map<number, number>()
const mostDaysKept = 1_000

/** By how many milliseconds London's clock is ahead: the same through a day, unless the clock is changed on it. */
function aheadOfUtc(instant: number): number {
  const day = Math.floor(instant / dayMilliseconds)
  const known = aheadOnDays.get(day)
  if (known !== undefined) return known
  const ahead = readAhead(day * dayMilliseconds)
  if (ahead !== readAhead((day + 1) * dayMilliseconds)) return readAhead(instant)
  if (aheadOnDays.size === mostDaysKept) aheadOnDays.clear()
  aheadOnDays.set(day, ahead)
  return ahead
}

const readAhead = (instant: number) =>
  Date.parse(`${momentInLondon(new Date(instant)).replace(' ', 'T')}Z`) - instant
