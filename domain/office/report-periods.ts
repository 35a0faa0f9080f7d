import { addDays, mondayOf } from '#domain/calendar.ts'

/**
 * The periods that a report offers by name; `days` is a period whose first and last day the office chooses.
 */
export const everyReportPeriod = [
  'week',
  'month',
  'lastMonth',
  'quarter',
  'lastQuarter',
  'taxYear',
  'days',
] as const
export type ReportPeriod = (typeof everyReportPeriod)[number]

/**
 * Returns the first and the last day of a named period around a day. A tax year begins on 6 April, a quarter in January,
 * April, July and October.
 */
export function daysOfPeriod(
  period: Exclude<ReportPeriod, 'days'>,
  today: string,
): { from: string; to: string } {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const first = firstOfMonth(year, month)
  if (period === 'week') return { from: mondayOf(today), to: addDays(mondayOf(today), 6) }
  if (period === 'month') return { from: first, to: addDays(firstOfMonth(year, month + 1), -1) }
  if (period === 'lastMonth') return { from: firstOfMonth(year, month - 1), to: addDays(first, -1) }
  if (period === 'quarter' || period === 'lastQuarter') {
    const begins = month - ((month - 1) % 3) - (period === 'lastQuarter' ? 3 : 0)
    return { from: firstOfMonth(year, begins), to: addDays(firstOfMonth(year, begins + 3), -1) }
  }
  const begins = today >= `${year}-04-06` ? year : year - 1
  return { from: `${begins}-04-06`, to: `${begins + 1}-04-05` }
}

/** Returns the first and the last day of a month: '2026-10'. */
export const daysOfMonth = (month: string): { from: string; to: string } =>
  daysOfPeriod('month', `${month}-01`)

/** Returns the first day of a month; month 0 is December of the year before, month 13 January of the next. */
function firstOfMonth(year: number, month: number): string {
  const months = year * 12 + month - 1
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}
