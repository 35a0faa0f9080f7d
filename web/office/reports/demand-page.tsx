import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { DemandRow } from '#contract/office/reports.ts'
import { everyDemandGroup } from '#domain/office/reports.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { PeriodFilter, usePeriod } from '../money/period-filter.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { Bar, KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { demandQuery, useDemandFile } from './report-queries.ts'
import { useReportTabs } from './report-tabs.ts'

const groupWords = {
  classes: 'Class',
  weekdays: 'Weekday',
  times: 'Weekday and hour',
  venues: 'Venue',
  types: 'Type',
}

/** Shows how many people waited for a place in a period, and what became of them. */
export function DemandPage() {
  const period = usePeriod()
  const [chosen, setChosen] = useFilters({ by: 'classes' })
  const by = everyDemandGroup.find(group => group === chosen.by) ?? 'classes'
  const asked = { ...period, by }
  const found = useQuery(demandQuery(useOfficeApi(), asked))
  const file = useDemandFile()
  const rows = found.data ?? []
  const largest = Math.max(1, ...rows.map(row => row.asked))
  const sum = (name: 'asked' | 'waiting' | 'booked') => rows.reduce((total, row) => total + row[name], 0)
  const column = (heading: string, name: 'asked' | 'waiting' | 'booked' | 'lapsed' | 'left') => ({
    heading,
    cell: (row: DemandRow) => row[name],
    isNumber: true,
  })
  return (
    <>
      <PageHead title="Waiting demand" tabs={useReportTabs()} />
      <Filters>
        <PeriodFilter />
        <ChoiceFilter
          label="By"
          value={by}
          options={everyDemandGroup.map(value => ({ value, label: groupWords[value] }))}
          onChange={group => setChosen({ by: group })}
        />
      </Filters>
      {found.data && (
        <KeyFigures>
          <KeyFigure label="Asked for a place">{sum('asked').toLocaleString('en-GB')}</KeyFigure>
          <KeyFigure label="Booked">{sum('booked').toLocaleString('en-GB')}</KeyFigure>
          <KeyFigure label="Still waiting">
            <PageLink to={addresses.waitingPeople()}>{sum('waiting').toLocaleString('en-GB')}</PageLink>
          </KeyFigure>
        </KeyFigures>
      )}
      <DataTable
        label="Waiting demand"
        list={wholeList(rows, found)}
        keyOf={({ id }) => id}
        {...(by === 'classes' && { toOf: ({ id }: DemandRow) => addresses.plannedClass({ id }) })}
        download={<DownloadButton file={file} input={asked} />}
        columns={[
          { heading: groupWords[by], cell: ({ name }) => name },
          column('Asked', 'asked'),
          column('Still waiting', 'waiting'),
          column('Booked', 'booked'),
          column('Offer not used', 'lapsed'),
          column('Taken off', 'left'),
          { heading: 'Chart', cell: row => <Bar value={row.asked} largest={largest} /> },
        ]}
        empty={{ sentence: 'Nobody went on a waiting list in this period' }}
      />
      <p className="quiet money-definition">
        People who went on a waiting list in the period, by what has become of them until now; who waits for
        any date of a class has no weekday.
      </p>
    </>
  )
}
