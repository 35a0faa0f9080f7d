import { addDays, daysBetween, everyDay, isOnLondonsClock, mondayOf } from '#domain/calendar.ts'

/** When a class runs week by week: weekday 1 is Monday, times are London's wall clock. */
export interface Slot {
  weekday: number
  startTime: string
  endTime: string
  weeks: 'every' | 'odd' | 'even'
}

/** Days on which a venue, or with `null` every venue, is closed; both ends included. */
export interface Closure {
  name: string
  venueId: number | null
  startDate: string
  endDate: string
}

export interface PlannedDate {
  /** Which of the slots it was made from. */
  slot: number
  date: string
  startTime: string
  endTime: string
  /** The name of the closure that it falls in: it is not made unless somebody keeps it. */
  skippedFor: string
}

/** The longest that one class may run for. */
export const mostDatesOfClass = 500
/** A term, and whatever days are looked at together. */
export const longestTermInDays = 370

export const clockSkipsHour = 'The clocks go forward'

/** The closure that a day of a venue falls in. */
export const closureOn = <C extends Closure>(closures: C[], venueId: number, date: string): C | undefined =>
  closures.find(
    closure =>
      (closure.venueId === null || closure.venueId === venueId) &&
      closure.startDate <= date &&
      date <= closure.endDate,
  )

/** 1 for Monday to 7 for Sunday. */
export const weekdayNumber = (date: string): number => daysBetween(mondayOf(date), date) + 1

/** Whether a weekly time is in the week of a day; the first is the week of `firstDay`, and odd. */
export const runsInWeek = ({ weeks }: Slot, date: string, firstDay: string): boolean =>
  weeks === 'every' || (weeks === 'odd') === ((daysBetween(mondayOf(firstDay), mondayOf(date)) / 7) % 2 === 0)

/** Whether a session begins when a weekly time does, in one of its weeks. */
export const isOfSlot = (
  slot: Slot,
  { date, startTime }: { date: string; startTime: string },
  firstDay: string,
): boolean =>
  slot.weekday === weekdayNumber(date) && slot.startTime === startTime && runsInWeek(slot, date, firstDay)

/**
 * Every date of the slots from one day to another, oldest first. Odd and even weeks are counted from the week of
 * `firstDay`: the term's, or the one that a class keeps. A time that London's clock leaves out is skipped like a closed day.
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

/** `10:45` and 90 minutes are `12:15`; undefined when that is another day. */
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

/** Whether a weekly time may last so long. */
export const isClassLength = (minutes: number): boolean => minutes >= 15 && minutes <= 12 * 60

/** Whether two stretches of one day, room or teacher overlap; one that ends as the other begins does not. */
export const overlaps = (
  one: { startTime: string; endTime: string },
  other: { startTime: string; endTime: string },
): boolean => one.startTime < other.endTime && other.startTime < one.endTime

/** A day of another term as far from its beginning, on the same weekday. */
export const dayInTerm = (day: string, was: string, is: string): string =>
  addDays(mondayOf(is), daysBetween(mondayOf(was), day))
