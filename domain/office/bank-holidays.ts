import { addDays } from '#domain/calendar.ts'
import { dayInTerm, weekdayNumber } from './recurrence.ts'

export interface BankHoliday {
  name: string
  date: string
}

/**
 * The bank holidays of England and Wales in these days, by the standing rules (gov.uk/bank-holidays): one that falls on
 * a weekend has a substitute on the next weekday that is none, and is closed on itself too: a Saturday's class would
 * run on Boxing Day. Holidays proclaimed for one year alone are not known here.
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

/** A term's closures in the weeks of one that begins on a day, but for its bank holidays: they lie elsewhere then. */
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

/** The day itself; of one on a weekend its substitute too, named as the government's list names it. */
const kept = (name: string, date: string, substitute: string): BankHoliday[] =>
  weekdayNumber(date) > 5
    ? [
        { name, date },
        { name: `${name} (substitute day)`, date: substitute },
      ]
    : [{ name, date }]
/** That day, or the first Monday after it. */
const mondayFrom = (day: string) => addDays(day, (8 - weekdayNumber(day)) % 7)

/** The Gregorian computus (Meeus, Jones and Butcher). */
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
