import { registerHoursAfter, registerHoursBefore } from '#domain/limits.ts'
import { monthsOld } from '../ages.ts'
import { addDays, everyDay, weekdayOf } from '../calendar.ts'
import { bankHolidays } from './bank-holidays.ts'

/** Returns somebody's age in years on a day. */
export const ageOn = (birthday: string, day: string): number =>
  Math.max(0, Math.floor(monthsOld(birthday, day) / 12))

/** Describes an age: 'under 1', '4'. */
export const yearsInWords = (age: number): string => (age === 0 ? 'under 1' : String(age))

/** Describes an age by its months: 8 → '8 months', 50 → '4'. */
export const monthsInWords = (months: number): string =>
  months < 24 ? `${months} ${months === 1 ? 'month' : 'months'}` : String(Math.floor(months / 12))

/** Describes an age on a day: '8 months', '4'. */
export const ageInWords = (birthday: string, day: string): string =>
  monthsInWords(Math.max(0, monthsOld(birthday, day)))

/**
 * Returns the birthday that falls on this day or within the next six days. A birthday on 29 February is on the 28th in
 * other years.
 */
export function birthdayNear(birthday: string, day: string): string | null {
  const week = Array.from({ length: 7 }, (_, index) => addDays(day, index))
  const kept = birthday.endsWith('-02-29') ? [birthday.slice(5), '02-28'] : [birthday.slice(5)]
  return week.find(one => kept.includes(one.slice(5))) ?? null
}

/** The texts that families write if there is nothing to report. */
const nothingToTell =
  /^\W*(none|no|nil|n\/?a|nothing|nothing known|not applicable|no known allergies|no allergies|null)?\W*$/i

/** Whether a note has content. 'None' and '' (never asked) have none. */
export const hasContent = (note: string): boolean => !nothingToTell.test(note)

/**
 * Counts the working days that have begun since a day, without bank holidays. On Monday, Friday's enquiry has waited
 * one.
 */
export function workingDaysSince(day: string, today: string): number {
  const closed = new Set(bankHolidays(day, today).map(({ date }) => date))
  return everyDay(addDays(day, 1), today).filter(
    one => !['Sat', 'Sun'].includes(weekdayOf(one)) && !closed.has(one),
  ).length
}

const hour = 60 * 60 * 1000

/** Returns when the register of a session opens. */
export const registerOpensAt = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - registerHoursBefore * hour)

/** How many days ahead teachers see their own dates, without attendees' names. */
export const ownDatesAhead = 14

/**
 * Returns the range of sessions whose registers are open: they begin before `to` and end after `from` (decision O-35).
 */
export const openRegisters = (now: Date): { from: Date; to: Date } => ({
  from: new Date(now.getTime() - registerHoursAfter * hour),
  to: new Date(now.getTime() + registerHoursBefore * hour),
})
