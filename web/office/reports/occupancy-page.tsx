import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OccupancyRow } from '#contract/office/reports.ts'
import { everyOccupancyGroup, percentOf } from '#domain/office/reports.ts'
import { PeriodFilter, usePeriod } from '../money/period-filter.tsx'
import { useOfficeApi } from '../office-api.ts'
import { datesInPlanner } from '../planner/dates-in-planner.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { Bar, KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { occupancyQuery, useOccupancyFile } from './report-queries.ts'
import { useReportTabs } from './report-tabs.ts'

const groupWords = {
  classes: 'Class',
  weekdays: 'Weekday',
  times: 'Weekday and hour',
  venues: 'Venue',
  types: 'Type',
  terms: 'Term',
}

/** Shows how full the dates of a period are. */
export function OccupancyPage() {
  const period = usePeriod()
  const [chosen, setChosen] = useFilters({ by: 'classes' })
  const by = everyOccupancyGroup.find(group => group === chosen.by) ?? 'classes'
  const asked = { ...period, by }
  const found = useQuery(occupancyQuery(useOfficeApi(), asked))
  const file = useOccupancyFile()
  const rows = found.data ?? []
  const sum = (name: 'dates' | 'taken' | 'capacity') => rows.reduce((total, row) => total + row[name], 0)
  const lists: Partial<Record<typeof by, (row: OccupancyRow) => string>> = {
    classes: ({ id }) => addresses.plannedClass({ id }),
    weekdays: ({ id }) => datesInPlanner(period, { weekday: id }),
    times: ({ id }) => datesInPlanner(period, { weekday: Math.floor(id / 100), hour: id % 100 }),
    venues: ({ id }) => datesInPlanner(period, { venue: id }),
    types: ({ id }) => datesInPlanner(period, { type: id }),
    terms: ({ id }) => datesInPlanner(period, id > 0 ? { term: id } : {}),
  }
  return (
    <>
      <PageHead title="Occupancy" tabs={useReportTabs()} />
      <Filters>
        <PeriodFilter />
        <ChoiceFilter
          label="By"
          value={by}
          options={everyOccupancyGroup.map(value => ({ value, label: groupWords[value] }))}
          onChange={group => setChosen({ by: group })}
        />
      </Filters>
      {found.data && (
        <KeyFigures>
          <KeyFigure label="Full">{inPercent(percentOf(sum('taken'), sum('capacity')))}</KeyFigure>
          <KeyFigure label="Places taken">{sum('taken').toLocaleString('en-GB')}</KeyFigure>
          <KeyFigure label="Places">{sum('capacity').toLocaleString('en-GB')}</KeyFigure>
          <KeyFigure label="Dates">{sum('dates').toLocaleString('en-GB')}</KeyFigure>
        </KeyFigures>
      )}
      <DataTable
        label="Occupancy"
        list={wholeList(rows, found)}
        keyOf={({ id }) => id}
        {...(lists[by] && { toOf: lists[by] })}
        download={<DownloadButton file={file} input={asked} />}
        columns={[
          { heading: groupWords[by], cell: ({ name }) => name },
          { heading: 'Full', cell: row => inPercent(percentOf(row.taken, row.capacity)), isNumber: true },
          {
            heading: 'Places taken',
            cell: ({ taken, capacity }) => `${taken} of ${capacity}`,
            isNumber: true,
          },
          { heading: 'Dates', cell: ({ dates }) => dates, isNumber: true },
          {
            heading: 'Chart',
            cell: row => <Bar value={percentOf(row.taken, row.capacity) ?? 0} largest={100} />,
          },
        ]}
        empty={{ sentence: 'No class, event or parents’ session is in this period' }}
      />
      <p className="quiet money-definition">
        Places that are taken, out of all places of the dates in the period; drafts and cancelled dates do not
        count, and a date of several days counts on its first day.
      </p>
    </>
  )
}

const inPercent = (percent: number | null) => (percent === null ? '–' : `${percent}%`)
