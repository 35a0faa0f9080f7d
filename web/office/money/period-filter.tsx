import { monthAfter, monthName } from '#domain/months.ts'
import {
  daysOfMonth,
  daysOfPeriod,
  everyReportPeriod,
  type ReportPeriod,
} from '#domain/office/report-periods.ts'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { ChoiceFilter } from '../ui/filters.tsx'
import { fullDays } from '../ui/moments.ts'
import { useFilters } from '../ui/office-list.ts'

const words: Record<ReportPeriod, string> = {
  week: 'This week',
  month: 'This month',
  lastMonth: 'Last month',
  quarter: 'This quarter',
  lastQuarter: 'Last quarter',
  taxYear: 'This tax year',
  days: 'From … to …',
}
const inAddress = { period: 'month', from: '', to: '' }
/** How many months before the last one can be chosen by name. */
const namedMonths = 12
const isMonth = (period: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(period)

/** Returns the first and the last day of the period in the address; this month if it names none. */
export function usePeriod(): { from: string; to: string } {
  const today = useToday()
  const [{ period, from, to }] = useFilters(inAddress)
  if (isMonth(period)) return daysOfMonth(period)
  const named = everyReportPeriod.find(one => one === period) ?? 'month'
  if (named !== 'days') return daysOfPeriod(named, today)
  return { from: from || daysOfPeriod('month', today).from, to: to || today }
}

/** Returns a function that adds the chosen period to the address of another report. */
export function useKeepsPeriod(): (to: string) => string {
  const [search] = useSearchParams()
  const kept = new URLSearchParams(
    Object.keys(inAddress).flatMap(name => (search.has(name) ? [[name, search.get(name) ?? '']] : [])),
  )
  return to => (kept.size > 0 ? `${to}?${kept}` : to)
}

/** Chooses the period of a report, also a month by its name; two fields for days appear if it has none. */
export function PeriodFilter() {
  const today = useToday()
  const [{ period }, setChosen] = useFilters(inAddress)
  const days = usePeriod()
  const recent = Array.from({ length: namedMonths }, (_, index) => monthAfter(today.slice(0, 7), -2 - index))
  const months = isMonth(period) && !recent.includes(period) ? [period, ...recent] : recent
  const options = [
    ...everyReportPeriod.map(value => ({ value: value as string, label: words[value] })),
    ...months.map(value => ({ value, label: monthName(value) })),
  ]
  return (
    <>
      <ChoiceFilter
        label="Period"
        value={options.some(({ value }) => value === period) ? period : 'month'}
        options={options}
        onChange={value => setChosen({ period: value, ...(value === 'days' ? days : { from: '', to: '' }) })}
      />
      {period === 'days' ? (
        <fieldset className="day-range">
          <legend className="sr-only">Days</legend>
          <DayFilter aria-label="From" isNeeded value={days.from} onChange={from => setChosen({ from })} />
          <span className="quiet">to</span>
          <DayFilter aria-label="To" isNeeded value={days.to} onChange={to => setChosen({ to })} />
        </fieldset>
      ) : (
        <span className="quiet figures">{fullDays(days)}</span>
      )}
    </>
  )
}
