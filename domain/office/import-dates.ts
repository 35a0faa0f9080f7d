import { todayInLondon } from '../calendar.ts'
import type { ImportLine } from './import-line.ts'

export const dateOrders = ['dayFirst', 'monthFirst'] as const
/** The order of day and month in the dates of a column. */
export type DateOrder = (typeof dateOrders)[number]

/** The columns whose cells are dates. */
const dateColumns = ['child_birthday', 'offers_consent_on', 'date', 'first_day', 'last_day'] as const
export const isDateColumn = (column: string): boolean => dateColumns.some(one => one === column)

/** The columns with dates: the order of each, or an example that can only be month/day while no order is chosen. */
export type ColumnDates = Record<
  string,
  { order: DateOrder } | { monthFirst: { line: number; value: string } }
>

/**
 * Checks all dates of a file. If a column has a date that can only be month/day, none of its dates is imported until an
 * order is chosen. It yields between lines.
 */
export function* datesOfColumns(
  lines: ImportLine[],
  chosen: Record<string, DateOrder>,
): Generator<void, ColumnDates> {
  const dates: ColumnDates = Object.fromEntries(
    dateColumns.map(column => [column, { order: chosen[column] ?? 'dayFirst' }]),
  )
  const open = dateColumns.filter(column => !chosen[column])
  for (const { line, cells } of lines) {
    yield
    for (const column of open) {
      const value = cells[column] ?? ''
      const found = dates[column]
      if (value !== '' && found && 'order' in found && isMonthFirst(value))
        dates[column] = { monthFirst: { line, value } }
    }
  }
  return dates
}

/** The longest date: `Wednesday 17th September 2020 00:00:00`. */
const maxLetters = 60

const isMonthFirst = (text: string): boolean =>
  readDay(text, 'dayFirst', 'future') === undefined && readDay(text, 'monthFirst', 'future') !== undefined

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const monthNamed = (name: string): number =>
  name.length < 3
    ? 0
    : months.findIndex(month => month.startsWith(name) || (name === 'sept' && month === 'september')) + 1

/** Drops the time of `2020-05-17 00:00:00`. A moment with a time zone becomes its day in London. */
function withoutTime(text: string): string {
  const [moment] = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(z|[+-]\d\d:?\d\d)$/i.exec(text) ?? []
  const at = new Date(moment ?? Number.NaN)
  if (!Number.isNaN(at.getTime())) return todayInLondon(at)
  return text.replace(/(?<=\d)[,T\s]\s*\d{1,2}:\d\d(:\d\d(\.\d+)?)?(\s*[ap]m)?$/i, '')
}

/**
 * Reads a date in the forms that people and systems write, and returns it like '2020-05-17'; undefined if invalid. A
 * two-digit year is the latest one not after `today`, or in this century for `'future'`.
 */
export function readDay(text: string, order: DateOrder, today: string | 'future'): string | undefined {
  if (text.length > maxLetters) return undefined
  const written = withoutTime(text.trim())
    .toLowerCase()
    .replace(/^(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(day)?[.,]?\s+/, '')
  const [, isoYear, isoMonth, isoDay] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(written)?.toSpliced(2, 1) ?? []
  if (isoYear) return dayOf(isoYear, Number(isoMonth), Number(isoDay), today)
  const [, one, other, year] =
    /^(\d{1,2})\s?([-/. ])\s?(\d{1,2})\s?\2\s?(\d{4}|\d\d)$/.exec(written)?.toSpliced(2, 1) ?? []
  if (year) {
    const [day, month] = order === 'dayFirst' ? [one, other] : [other, one]
    return dayOf(year, Number(month), Number(day), today)
  }
  const [, namedDay, name, namedYear] =
    /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]*(?:of )?([a-z]+)[-/., ]*'?(\d{4}|\d\d)$/.exec(written) ?? []
  if (namedDay) return dayOf(namedYear ?? '', monthNamed(name ?? ''), Number(namedDay), today)
  const [, firstName, dayAfter, yearAfter] =
    /^([a-z]+)[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+'?(\d{4}|\d\d)$/.exec(written) ?? []
  return firstName && dayOf(yearAfter ?? '', monthNamed(firstName), Number(dayAfter), today)
}

function dayOf(year: string, month: number, day: number, today: string): string | undefined {
  const rest = `-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const written = year.length === 4 ? year + rest : inCentury(year, rest, today)
  const midnight = new Date(/^[1-9]\d{3}-\d\d-\d\d$/.test(written) ? `${written}T00:00:00Z` : Number.NaN)
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(written)
  return isDay ? written : undefined
}

const inCentury = (year: string, rest: string, today: string) =>
  today !== 'future' && `20${year}${rest}` > today ? `19${year}${rest}` : `20${year}${rest}`
