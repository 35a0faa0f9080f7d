import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { everyRevenueGroup, type RevenueRow } from '#contract/office/money.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Money, pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { datesInPlanner } from '../planner/dates-in-planner.ts'
import { useReportTabs } from '../reports/report-tabs.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { Bar, KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { type Period, revenueQuery, takingsByClassQuery, useRevenueFile } from './money-queries.ts'
import { PeriodFilter, useKeepsPeriod, usePeriod } from './period-filter.tsx'

const groupWords = { classes: 'Class', venues: 'Venue', types: 'Type', teachers: 'Teacher', terms: 'Term' }

/** Shows what the classes of a period earned. */
export function RevenuePage() {
  const period = usePeriod()
  const [chosen, setChosen] = useFilters({ by: 'classes' })
  const by = everyRevenueGroup.find(group => group === chosen.by) ?? 'classes'
  const asked = { ...period, by }
  const found = useQuery(revenueQuery(useOfficeApi(), asked))
  const file = useRevenueFile()
  const rows = found.data ?? []
  const orders = `${addresses.orders()}?days=session&from=${period.from}&to=${period.to}`
  const lists: Partial<Record<typeof by, (row: RevenueRow) => string>> = {
    classes: ({ id }) => addresses.plannedClass({ id }),
    venues: ({ id }) => `${orders}&venueId=${id}`,
    types: ({ id }) => `${orders}&typeId=${id}`,
    terms: ({ id }) => datesInPlanner(period, id > 0 ? { term: id } : {}),
  }
  const largest = Math.max(1, ...rows.map(({ netPence }) => netPence))
  const sum = (name: 'places' | 'credits' | 'moneyPence' | 'backPence' | 'creditPence' | 'netPence') =>
    rows.reduce((total, row) => total + row[name], 0)
  const moneyColumn = (heading: string, name: 'moneyPence' | 'backPence' | 'creditPence' | 'netPence') => ({
    heading,
    total: <Money pence={sum(name)} />,
    cell: (row: RevenueRow) => <Money pence={row[name]} />,
    isNumber: true,
  })
  return (
    <>
      <PageHead title="Revenue" tabs={useReportTabs()} />
      <Filters>
        <PeriodFilter />
        <ChoiceFilter
          label="By"
          value={by}
          options={everyRevenueGroup.map(value => ({ value, label: groupWords[value] }))}
          onChange={group => setChosen({ by: group })}
        />
      </Filters>
      {found.data && (
        <KeyFigures>
          <KeyFigure label="Revenue">
            <Money pence={sum('netPence')} />
          </KeyFigure>
          <KeyFigure label="Of this, paid with credits">
            <Money pence={sum('creditPence')} />
          </KeyFigure>
          <KeyFigure label="Places">{sum('places').toLocaleString('en-GB')}</KeyFigure>
        </KeyFigures>
      )}
      {found.data && sum('netPence') === 0 && <CameInElsewhere period={period} />}
      <DataTable
        label="Revenue"
        list={wholeList(rows, found)}
        keyOf={({ id, name }) => `${id} ${name}`}
        {...(lists[by] && { toOf: lists[by] })}
        download={<DownloadButton file={file} input={asked} />}
        columns={[
          { heading: groupWords[by], cell: ({ name }) => name, total: 'Total' },
          {
            heading: 'Places',
            cell: ({ places }) => places,
            total: sum('places').toLocaleString('en-GB'),
            isNumber: true,
          },
          moneyColumn('Paid', 'moneyPence'),
          moneyColumn('Refunded', 'backPence'),
          {
            heading: 'Credits used',
            cell: ({ credits }) => credits,
            total: sum('credits').toLocaleString('en-GB'),
            isNumber: true,
          },
          moneyColumn('Value of credits', 'creditPence'),
          moneyColumn('Revenue', 'netPence'),
          {
            heading: 'For each place',
            cell: ({ netPence, places }) => places > 0 && <Money pence={Math.round(netPence / places)} />,
            isNumber: true,
          },
          { heading: 'Chart', cell: ({ netPence }) => <Bar value={netPence} largest={largest} /> },
        ]}
        empty={{ sentence: 'No class of this period has a paid place' }}
      />
      <p className="quiet money-definition">
        A place counts on the day of its class, also while its money is still expected. A credit counts at the
        average price that the family paid for credits in the last two years, which is an estimate.
      </p>
    </>
  )
}

/** Says, where the classes of a period earned nothing, what came in during it and for what. */
function CameInElsewhere({ period }: { period: Period }) {
  const keep = useKeepsPeriod()
  const { data } = useQuery(takingsByClassQuery(useOfficeApi(), period))
  const takings = data?.rows.reduce((sum, { netPence }) => sum + netPence, 0) ?? 0
  if (!data || takings === 0) return null
  const to = keep(addresses.money())
  return (
    <p className="money-definition">
      {data.laterPence > 0
        ? `${pounds(data.laterPence)} came in for classes later than this period.`
        : `${pounds(takings)} came in, for nothing that took place in this period.`}{' '}
      <PageLink to={`${to}${to.includes('?') ? '&' : '?'}by=classes`}>See what came in by class</PageLink>
    </p>
  )
}
