import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { type VatSum, vatNames } from '#domain/office/vat.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Money } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useReportTabs } from '../reports/report-tabs.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { Filters } from '../ui/filters.tsx'
import { Bar, KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { ClosedPeriods } from './closed-periods.tsx'
import { useVatFile, vatQuery } from './money-queries.ts'
import { PeriodFilter, usePeriod } from './period-filter.tsx'

/** Shows the VAT of a period by code, with the file for the accountant, and closes periods. */
export function VatPage() {
  const period = usePeriod()
  const found = useQuery(vatQuery(useOfficeApi(), period))
  const file = useVatFile()
  const sums = found.data?.sums ?? []
  const total = (name: 'grossPence' | 'vatPence') => sums.reduce((all, row) => all + row[name], 0)
  const largest = Math.max(1, ...sums.map(({ grossPence }) => grossPence))
  const moneyColumn = (heading: string, of: (row: VatSum) => number) => ({
    heading,
    cell: (row: VatSum) => <Money pence={of(row)} />,
    isNumber: true,
  })
  return (
    <>
      <PageHead title="VAT" tabs={useReportTabs()} />
      <Filters>
        <PeriodFilter />
      </Filters>
      {found.data && !found.data.isRegistered && (
        <p className="money-definition">
          You have not said that you are registered for VAT, so all money is outside its scope.{' '}
          <PageLink to={addresses.business()}>Change this in Settings</PageLink>
        </p>
      )}
      {found.data && (
        <KeyFigures>
          <KeyFigure label="VAT">
            <Money pence={total('vatPence')} />
          </KeyFigure>
          <KeyFigure label="Without VAT">
            <Money pence={total('grossPence') - total('vatPence')} />
          </KeyFigure>
          <KeyFigure label="Takings">
            <PageLink to={`${addresses.money()}?period=days&from=${period.from}&to=${period.to}`}>
              <Money pence={total('grossPence')} />
            </PageLink>
          </KeyFigure>
        </KeyFigures>
      )}
      <DataTable
        label="VAT by code"
        list={wholeList(sums, found)}
        keyOf={({ code, percent }) => `${code} ${percent}`}
        toOf={({ code }) =>
          `${addresses.orders()}?days=money&from=${period.from}&to=${period.to}&vatCode=${code}`
        }
        download={<DownloadButton file={file} input={period} />}
        columns={[
          { heading: 'VAT code', cell: ({ code }) => vatNames[code] },
          { heading: 'Rate', cell: ({ percent }) => `${percent}%`, isNumber: true },
          moneyColumn('Received', ({ receivedPence }) => receivedPence),
          moneyColumn('Refunded', ({ backPence }) => backPence),
          moneyColumn('Takings', ({ grossPence }) => grossPence),
          moneyColumn('Without VAT', ({ grossPence, vatPence }) => grossPence - vatPence),
          moneyColumn('VAT', ({ vatPence }) => vatPence),
          { heading: 'Chart', cell: ({ grossPence }) => <Bar value={grossPence} largest={largest} /> },
        ]}
        empty={{
          sentence: 'No money came in or went back in this period',
          action: <DownloadButton file={file} input={period} />,
        }}
      />
      <p className="quiet money-definition">
        Money counts on the day when it came in or went back, with the VAT code that the place, pack or
        product had when it was sold. A pack is taxed when it is sold, so its credits are not taxed again. VAT
        is worked out for each line of each payment and rounded to the nearest penny, so it can differ from
        one sixth of the whole by a few pounds.
      </p>
      {found.data && (
        <ClosedPeriods period={period} grossPence={total('grossPence')} vatPence={total('vatPence')} />
      )}
    </>
  )
}
