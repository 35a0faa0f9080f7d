import { addDays, daysBetween, mondayOf } from '#domain/calendar.ts'

/** Twelve weeks, Monday to Sunday. Terms follow each other without a gap, and the last week of each is a camp week. */
export interface Term {
  number: number
  start: string
  end: string
  /** `Winter term: 30 November 2026 to 21 February 2027` */
  dates: string
}

export const weeksInTerm = 12
const daysInTerm = weeksInTerm * 7
const firstMonday = '2026-09-07'

/** Lists the terms that the demo needs around a day: the previous, the current and the next one. */
export function termsAround(today: string): { previous: Term; current: Term; next: Term } {
  const number = Math.floor(daysBetween(firstMonday, mondayOf(today)) / daysInTerm)
  return { previous: termNumber(number - 1), current: termNumber(number), next: termNumber(number + 1) }
}

function termNumber(number: number): Term {
  const start = addDays(firstMonday, number * daysInTerm)
  const end = addDays(start, daysInTerm - 1)
  return {
    number,
    start,
    end,
    dates: `${seasonOf(addDays(start, 42))} term: ${spoken(start)} to ${spoken(end)}`,
  }
}

const seasons = [
  'Winter',
  'Winter',
  'Spring',
  'Spring',
  'Spring',
  'Summer',
  'Summer',
  'Summer',
  'Autumn',
  'Autumn',
  'Autumn',
  'Winter',
]

const seasonOf = (day: string) => seasons[Number(day.slice(5, 7)) - 1]

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

const spoken = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

/** Whether the business is closed: on Christmas Day, Boxing Day and New Year's Day. */
export const isClosed = (day: string): boolean => ['12-25', '12-26', '01-01'].includes(day.slice(5))
