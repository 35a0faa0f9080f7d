import { addDays } from '#domain/calendar.ts'
import { dayInTerm, weekdayNumber } from './recurrence.ts'

export interface BankHoliday {
  name: string
  date: string
}

/**
 * Lists the bank holidays of England and Wales in these days by the standing rules (gov.uk/bank-holidays). A holiday on
 * a weekend is closed, and so is its substitute on the next working day. One-off holidays are not known here.
 */
export function bankHolidays(from: string, to: string): BankHoliday[] {
  const [first, last] = [from, to].map(day => Number(day.slice(0, 4))) as [number, number]
  return Array.from({ length: last - first + 1 }, (_, index) => ofYear(first + index))
    .flat()
    .filter(({ date }) => from <= date && date <= to)
}

interface Closure {
  venueId: number | null
  startDate: string
  endDate: string
}

/** Returns a term's closures, except bank holidays, shifted to a term that begins on `from`. */
export function closuresInTerm<Closed extends Closure>(
  term: { startDate: string; endDate: string; closures: Closed[] },
  from: string,
): Closed[] {
  const holidays = new Set(bankHolidays(term.startDate, term.endDate).map(({ date }) => date))
  return term.closures
    .filter(
      ({ venueId, startDate, endDate }) =>
        venueId !== null || startDate !== endDate || !holidays.has(startDate),
    )
    .map(closure => ({
      ...closure,
      startDate: dayInTerm(closure.startDate, term.startDate, from),
      endDate: dayInTerm(closure.endDate, term.startDate, from),
    }))
}

function ofYear(year: number): BankHoliday[] {
  const easter = easterSunday(year)
  const christmas = `${year}-12-25`
  const boxing = `${year}-12-26`
  return [
    ...kept('New Year’s Day', `${year}-01-01`, mondayFrom(`${year}-01-01`)),
    { name: 'Good Friday', date: addDays(easter, -2) },
    { name: 'Easter Monday', date: addDays(easter, 1) },
    { name: 'Early May bank holiday', date: mondayFrom(`${year}-05-01`) },
    { name: 'Spring bank holiday', date: mondayFrom(`${year}-05-25`) },
    { name: 'Summer bank holiday', date: mondayFrom(`${year}-08-25`) },
    // Boxing Day keeps its own weekday; Christmas then moves past it.
    ...kept('Christmas Day', christmas, `${year}-12-27`),
    ...kept('Boxing Day', boxing, `${year}-12-28`),
  ].sort((one, other) => one.date.localeCompare(other.date))
}

/** Returns the day and, if it is on a weekend, its substitute, named as in the government's list. */
const kept = (name: string, date: string, substitute: string): BankHoliday[] =>
  weekdayNumber(date) > 5
    ? [
        { name, date },
        { name: `${name} (substitute day)`, date: substitute },
      ]
    : [{ name, date }]
/** Returns the day if it is a Monday, else the next Monday. */
const mondayFrom = (day: string) => addDays(day, (8 - weekdayNumber(day)) % 7)

/** Computes Easter (the Gregorian computus of Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
