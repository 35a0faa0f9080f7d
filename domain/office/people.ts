import { monthsOld } from '../ages.ts'
import { addDays, everyDay, weekdayOf } from '../calendar.ts'
import { bankHolidays } from './bank-holidays.ts'

/** How many years old somebody is on a day. */
export const ageOn = (birthday: string, day: string): number =>
  Math.max(0, Math.floor(monthsOld(birthday, day) / 12))

/** An age as one says it: 'under 1', '4'. */
export const yearsInWords = (age: number): string => (age === 0 ? 'under 1' : String(age))

/** The birthday that falls on this day or within the six after it; whoever was born on 29 February has it on the 28th too. */
export function birthdayNear(birthday: string, day: string): string | null {
  const week = Array.from({ length: 7 }, (_, index) => addDays(day, index))
  const kept = birthday.endsWith('-02-29') ? [birthday.slice(5), '02-28'] : [birthday.slice(5)]
  return week.find(one => kept.includes(one.slice(5))) ?? null
}

/** What families write when there is nothing to tell. */
const nothingToTell =
  /^\W*(none|no|nil|n\/?a|nothing|nothing known|not applicable|no known allergies|no allergies|null)?\W*$/i

/** Whether a note tells of anything: 'None' does not, and '' is a family that has not been asked. */
export const tellsOf = (note: string): boolean => !nothingToTell.test(note)

/** How many working days have begun since a day, bank holidays left out: what came on Friday has waited one on Monday. */
export function workingDaysSince(day: string, today: string): number {
  const closed = new Set(bankHolidays(day, today).map(({ date }) => date))
  return everyDay(addDays(day, 1), today).filter(
    one => !['Sat', 'Sun'].includes(weekdayOf(one)) && !closed.has(one),
  ).length
}

const hour = 60 * 60 * 1000
const hoursAfter = 2
const hoursBefore = 36

/** When the register of a session opens. */
export const registerOpensAt = (startsAt: Date): Date => new Date(startsAt.getTime() - hoursBefore * hour)

/** Teachers see their own dates so many days ahead, without the names of who comes. */
export const ownDatesAhead = 14

/**
 * The registers that lie open at a moment are those of sessions that begin before `to` and end after `from`: from 36
 * hours before to 2 after (decision O-35).
 */
export const openRegisters = (now: Date): { from: Date; to: Date } => ({
  from: new Date(now.getTime() - hoursAfter * hour),
  to: new Date(now.getTime() + hoursBefore * hour),
})
