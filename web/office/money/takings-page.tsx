import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { TakingsRow, TakingsThing } from '#contract/office/money.ts'
import { everyTakingsMethod, everyTakingsStep, type TakingsMethod } from '#domain/office/takings.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, spokenDays } from '#web/ui/british-dates.ts'
import { Money, pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useReportTabs } from '../reports/report-tabs.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { Bar, KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { wholeList } from '../ui/whole-list.ts'
import {
  type Period,
  takingsByClassQuery,
  takingsQuery,
  useTakingsByClassFile,
  useTakingsFile,
} from './money-queries.ts'
import { PeriodFilter, usePeriod } from './period-filter.tsx'

const methodWords: Record<TakingsMethod, string> = {
  card: 'Card',
  cash: 'Cash',
  bank: 'Bank',
  cardMachine: 'Card machine',
  childcare: 'Childcare account',
  voucher: 'Voucher',
  council: 'Council',
  other: 'Other',
}
const stepWords = { day: 'Day', week: 'Week', month: 'Month' }
const noMoney = 'No money came in or went back in this period'
const everyView = [...everyTakingsStep, 'classes'] as const
const viewWords = { ...stepWords, classes: 'Class' }

/** Shows what came in and went back in a period, by day, week, month or class. */
export function TakingsPage() {
  const today = useToday()
  const period = usePeriod()
  const [chosen, setChosen] = useFilters({ by: 'day' })
  const view = everyView.find(one => one === chosen.by) ?? 'day'
  const by = view === 'classes' ? 'month' : view
  const asked = { ...period, by }
  const found = useQuery(takingsQuery(useOfficeApi(), asked))
  const file = useTakingsFile()
  const { rows = [], postagePence = 0 } = found.data ?? {}
  const largest = Math.max(1, ...rows.map(({ netPence }) => netPence))
  const used = everyTakingsMethod.filter(method => rows.some(row => methodOf(row, method)))
  // With one method its column would say what the sums say.
  const methods = used.length > 1 ? used : []
  const total = (name: 'receivedPence' | 'backPence' | 'netPence') =>
    rows.reduce((sum, row) => sum + row[name], 0)
  return (
    <>
      <PageHead title="Takings" tabs={useReportTabs()} />
      <Filters>
        <PeriodFilter />
        <ChoiceFilter
          label="By"
          value={view}
          options={everyView.map(value => ({ value, label: viewWords[value] }))}
          onChange={step => setChosen({ by: step })}
        />
      </Filters>
      {found.data && (
        <KeyFigures>
          <KeyFigure label="Received">
            <Money pence={total('receivedPence')} />
          </KeyFigure>
          <KeyFigure label="Refunded">
            <Money pence={total('backPence')} />
          </KeyFigure>
          <KeyFigure label="Takings">
            <Money pence={total('netPence')} />
          </KeyFigure>
          <KeyFigure label="Still expected, as of now">
            <PageLink to={`${addresses.orders()}?needs=expected`}>
              <Money pence={found.data.expectedPence} />
            </PageLink>
          </KeyFigure>
        </KeyFigures>
      )}
      {view === 'classes' ? (
        <ByClass period={period} />
      ) : (
        <DataTable
          label="Takings"
          list={wholeList(rows, found)}
          keyOf={({ from }) => from}
          toOf={({ from, to }) => `${addresses.orders()}?days=money&from=${from}&to=${to}`}
          download={<DownloadButton file={file} input={asked} />}
          columns={[
            {
              heading: stepWords[by],
              cell: ({ from, to }) => (by === 'day' ? spokenDate(from, today) : spokenDays(from, to, today)),
              isMoment: true,
            },
            { heading: 'Payments', cell: ({ payments }) => payments, isNumber: true },
            ...methods.map(method => ({
              heading: methodWords[method],
              cell: (row: TakingsRow) => {
                const found = methodOf(row, method)
                return found && <Money pence={found.receivedPence - found.backPence} />
              },
              isNumber: true,
            })),
            {
              heading: 'Received',
              cell: ({ receivedPence }) => <Money pence={receivedPence} />,
              isNumber: true,
            },
            { heading: 'Refunded', cell: ({ backPence }) => <Money pence={backPence} />, isNumber: true },
            { heading: 'Takings', cell: ({ netPence }) => <Money pence={netPence} />, isNumber: true },
            { heading: 'Chart', cell: ({ netPence }) => <Bar value={netPence} largest={largest} /> },
          ]}
          empty={{ sentence: noMoney }}
        />
      )}
      <p className="quiet money-definition">
        Money counts on the day when it came in or went back; takings are what came in less what was refunded.{' '}
        {view === 'classes' && 'The money of an order is shared over its classes by their prices. '}A card
        payment that came too late counts in both columns, because it went back by itself; one that was made
        twice counts once.
        {postagePence > 0 && ` Orders that were paid in this period had ${pounds(postagePence)} of postage.`}
      </p>
    </>
  )
}

const methodOf = (row: TakingsRow, method: TakingsMethod) => row.methods.find(one => one.method === method)

const rowWords = { place: '', pack: 'Pack: ', product: 'Product: ' }

/** Splits the takings of a period over classes, packs and products. */
function ByClass({ period }: { period: Period }) {
  const found = useQuery(takingsByClassQuery(useOfficeApi(), period))
  const file = useTakingsByClassFile()
  const rows = found.data?.rows ?? []
  const largest = Math.max(1, ...rows.map(({ netPence }) => netPence))
  const column = (heading: string, name: 'receivedPence' | 'backPence' | 'netPence') => ({
    heading,
    cell: (row: TakingsThing) => <Money pence={row[name]} />,
    total: <Money pence={rows.reduce((sum, row) => sum + row[name], 0)} />,
    isNumber: true,
  })
  return (
    <DataTable
      label="Takings by class"
      list={wholeList(rows, found)}
      keyOf={({ kind, id, name }) => `${kind} ${id} ${name}`}
      download={<DownloadButton file={file} input={period} />}
      columns={[
        { heading: 'Class', cell: ({ kind, name }) => rowWords[kind] + name, total: 'Total' },
        column('Received', 'receivedPence'),
        column('Refunded', 'backPence'),
        column('Takings', 'netPence'),
        { heading: 'Chart', cell: ({ netPence }) => <Bar value={netPence} largest={largest} /> },
      ]}
      empty={{ sentence: noMoney }}
    />
  )
}
