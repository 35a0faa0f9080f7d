import { daysOfPeriod, everyReportPeriod, type ReportPeriod } from '#domain/office/report-periods.ts'
import { useToday } from '#web/today.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { ChoiceFilter } from '../ui/filters.tsx'
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

/** Returns the first and the last day of the period in the address; this month if it names none. */
export function usePeriod(): { from: string; to: string } {
  const today = useToday()
  const [{ period, from, to }] = useFilters(inAddress)
  const named = everyReportPeriod.find(one => one === period) ?? 'month'
  if (named !== 'days') return daysOfPeriod(named, today)
  return { from: from || daysOfPeriod('month', today).from, to: to || today }
}

/** Chooses the period of a report; two fields for days appear if it has no name. */
export function PeriodFilter() {
  const [{ period }, setChosen] = useFilters(inAddress)
  const days = usePeriod()
  return (
    <>
      <ChoiceFilter
        label="Period"
        value={period}
        options={everyReportPeriod.map(value => ({ value, label: words[value] }))}
        onChange={value => setChosen({ period: value, ...(value === 'days' ? days : { from: '', to: '' }) })}
      />
      {period === 'days' && (
        <fieldset className="day-range">
          <legend className="sr-only">Days</legend>
          <DayFilter aria-label="From" isNeeded value={days.from} onChange={from => setChosen({ from })} />
          <span className="quiet">to</span>
          <DayFilter aria-label="To" isNeeded value={days.to} onChange={to => setChosen({ to })} />
        </fieldset>
      )}
    </>
  )
}
