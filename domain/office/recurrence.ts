import { addDays, daysBetween, everyDay, isOnLondonsClock, mondayOf } from '#domain/calendar.ts'
import { maxClassHours, minClassMinutes } from '#domain/limits.ts'

/** A weekly time: weekday 1 is Monday, times are London's wall clock. */
export interface Slot {
  weekday: number
  startTime: string
  endTime: string
  weeks: 'every' | 'odd' | 'even'
}

/** Days on which a venue (or every venue, if null) is closed, both ends included. */
export interface Closure {
  name: string
  venueId: number | null
  startDate: string
  endDate: string
}

export interface PlannedDate {
  /** The index of the slot that it comes from. */
  slot: number
  date: string
  startTime: string
  endTime: string
  /** The closure that it falls in. It is not created unless somebody keeps it. */
  skippedFor: string
}

export const clockSkipsHour = 'The clocks go forward'

/**
 * Whether a date lasts several days. Such a camp may lie in a closure without a question, because camps run
 * in half-term.
 */
export const isCamp = ({ date, endDate = date }: { date: string; endDate?: string | undefined }): boolean =>
  endDate > date

/** Finds the closure that covers a day at a venue. */
export const closureOn = <C extends Closure>(closures: C[], venueId: number, date: string): C | undefined =>
  closures.find(
    closure =>
      (closure.venueId === null || closure.venueId === venueId) &&
      closure.startDate <= date &&
      date <= closure.endDate,
  )

/** Returns 1 for Monday to 7 for Sunday. */
export const weekdayNumber = (date: string): number => daysBetween(mondayOf(date), date) + 1

/** Whether a weekly time takes place in the week of a day. The week of `firstDay` is the first, so it is odd. */
export const runsInWeek = ({ weeks }: Slot, date: string, firstDay: string): boolean =>
  weeks === 'every' || (weeks === 'odd') === ((daysBetween(mondayOf(firstDay), mondayOf(date)) / 7) % 2 === 0)

/** Whether a session begins at a weekly time, in one of its weeks. */
export const isOfSlot = (
  slot: Slot,
  { date, startTime }: { date: string; startTime: string },
  firstDay: string,
): boolean =>
  slot.weekday === weekdayNumber(date) && slot.startTime === startTime && runsInWeek(slot, date, firstDay)

/**
 * Lists every date of the slots between two days, oldest first. Odd and even weeks are counted from the week of
 * `firstDay`: the term's, or the class's own. A time that London's clock skips is left out like a closed day.
 */
export function datesOf(
  slots: Slot[],
  {
    from,
    to,
    firstDay,
    closures,
    venueId,
  }: { from: string; to: string; firstDay: string; closures: Closure[]; venueId: number },
): PlannedDate[] {
  if (from > to) return []
  return everyDay(from, to).flatMap(date => {
    const skippedFor = closureOn(closures, venueId, date)?.name ?? ''
    return slots
      .map((slot, index) => ({ slot, index }))
      .filter(({ slot }) => slot.weekday === weekdayNumber(date) && runsInWeek(slot, date, firstDay))
      .sort((one, other) => one.slot.startTime.localeCompare(other.slot.startTime))
      .map(({ slot: { startTime, endTime }, index }) => {
        const exists = isOnLondonsClock(date, startTime) && isOnLondonsClock(date, endTime)
        return { slot: index, date, startTime, endTime, skippedFor: exists ? skippedFor : clockSkipsHour }
      })
  })
}

/** Adds minutes to a time: `10:45` and 90 are `12:15`. Returns undefined if it crosses midnight. */
export function addMinutes(time: string, minutes: number): string | undefined {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  const sum = hours * 60 + rest + minutes
  if (sum < 0 || sum > 24 * 60) return undefined
  return `${String(Math.floor(sum / 60)).padStart(2, '0')}:${String(sum % 60).padStart(2, '0')}`
}

export const minutesBetween = (from: string, to: string): number => {
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return minutesOf(to) - minutesOf(from)
}

/** Whether a weekly time may last this long. */
export const isClassLength = (minutes: number): boolean =>
  minutes >= minClassMinutes && minutes <= maxClassHours * 60

/** Whether two intervals of one day overlap. One that ends when the other begins does not. */
export const overlaps = (
  one: { startTime: string; endTime: string },
  other: { startTime: string; endTime: string },
): boolean => one.startTime < other.endTime && other.startTime < one.endTime

/** Returns the day of another term with the same weekday and distance from the term's start. */
export const dayInTerm = (day: string, was: string, is: string): string =>
  addDays(mondayOf(is), daysBetween(mondayOf(was), day))
