import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { SourceRow } from '#contract/office/reports.ts'
import { monthName } from '#domain/months.ts'
import { daysOfPeriod } from '#domain/office/report-periods.ts'
import { everySourceGroup } from '#domain/office/reports.ts'
import { useToday } from '#web/today.tsx'
import { spokenDays } from '#web/ui/british-dates.ts'
import { Money } from '#web/ui/money.tsx'
import { PeriodFilter, usePeriod } from '../money/period-filter.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { Bar, KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { sourcesQuery, useSourcesFile } from './report-queries.ts'
import { useReportTabs } from './report-tabs.ts'

const groupWords = { answers: 'Answer', months: 'Month and answer' }

/** Shows how the families of a period heard of the business, and what they spent. */
export function SourcesPage() {
  const today = useToday()
  const period = usePeriod()
  const [chosen, setChosen] = useFilters({ by: 'answers' })
  const by = everySourceGroup.find(group => group === chosen.by) ?? 'answers'
  const asked = { ...period, by }
  const found = useQuery(sourcesQuery(useOfficeApi(), asked))
  const file = useSourcesFile()
  const rows = found.data ?? []
  const largest = Math.max(1, ...rows.map(({ families }) => families))
  const sum = (name: 'families' | 'buyers' | 'spentPence') =>
    rows.reduce((total, row) => total + row[name], 0)
  return (
    <>
      <PageHead title="Sources" tabs={useReportTabs()} />
      <Filters>
        <PeriodFilter />
        <ChoiceFilter
          label="By"
          value={by}
          options={everySourceGroup.map(value => ({ value, label: groupWords[value] }))}
          onChange={group => setChosen({ by: group })}
        />
      </Filters>
      {found.data && (
        <KeyFigures>
          <KeyFigure label="New families">{sum('families').toLocaleString('en-GB')}</KeyFigure>
          <KeyFigure label="Of them paid">{sum('buyers').toLocaleString('en-GB')}</KeyFigure>
          <KeyFigure label="Spent">
            <Money pence={sum('spentPence')} />
          </KeyFigure>
        </KeyFigures>
      )}
      <DataTable
        label="Sources"
        list={wholeList(rows, found)}
        keyOf={({ answer, month }) => `${month} ${answer}`}
        toOf={row => familiesOf(row, period)}
        download={<DownloadButton file={file} input={asked} />}
        columns={[
          { heading: 'Heard of us', cell: ({ answer }) => answer || 'No answer' },
          ...(by === 'months'
            ? [
                {
                  heading: 'Month',
                  cell: ({ month }: SourceRow) => month && monthName(month.slice(0, 7)),
                  isMoment: true,
                  isName: true,
                },
              ]
            : []),
          { heading: 'New families', cell: ({ families }) => families, isNumber: true },
          { heading: 'Of them paid', cell: ({ buyers }) => buyers, isNumber: true },
          { heading: 'Spent', cell: ({ spentPence }) => <Money pence={spentPence} />, isNumber: true },
          { heading: 'Chart', cell: ({ families }) => <Bar value={families} largest={largest} /> },
        ]}
        empty={{ sentence: 'No family came in this period' }}
      />
      <p className="quiet money-definition">
        Families whose account was made in the period ({spokenDays(period.from, period.to, today)}), by their
        answer to “Where did you hear about us?”, and what they have paid until now, less refunds.
      </p>
    </>
  )
}

/** Returns the address of the list that a row counts. */
function familiesOf({ answer, month }: SourceRow, { from, to }: { from: string; to: string }): string {
  const ofMonth = month ? daysOfPeriod('month', month) : { from, to }
  const days = { from: ofMonth.from > from ? ofMonth.from : from, to: ofMonth.to < to ? ofMonth.to : to }
  return `${addresses.families()}?${new URLSearchParams({ heard: answer || 'none', ...days })}`
}
