import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { AttendanceRow } from '#contract/office/reports.ts'
import { percentOf } from '#domain/office/reports.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { PeriodFilter, usePeriod } from '../money/period-filter.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { Filters } from '../ui/filters.tsx'
import { Bar, KeyFigure, KeyFigures } from '../ui/key-figures.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Section } from '../ui/section.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { attendanceQuery, useAttendanceFile } from './report-queries.ts'
import { useReportTabs } from './report-tabs.ts'

/** Shows the marks of a period by class, and the children who have been absent for a while. */
export function AttendancePage() {
  const today = useToday()
  const period = usePeriod()
  const found = useQuery(attendanceQuery(useOfficeApi(), period))
  const file = useAttendanceFile()
  const { rows = [], absentChildren = [] } = found.data ?? {}
  const all = rows.reduce((sum, row) => sum + row.here + row.late, 0)
  const absent = rows.reduce((sum, row) => sum + row.absent, 0)
  const column = (heading: string, name: 'places' | 'here' | 'late' | 'absent' | 'unmarked' | 'walkIns') => ({
    heading,
    cell: (row: AttendanceRow) => row[name],
    isNumber: true,
  })
  return (
    <>
      <PageHead title="Attendance" tabs={useReportTabs()} />
      <Filters>
        <PeriodFilter />
      </Filters>
      {found.data && (
        <KeyFigures>
          <KeyFigure label="Came">{inPercent(percentOf(all, all + absent))}</KeyFigure>
          <KeyFigure label="Here or late">{all.toLocaleString('en-GB')}</KeyFigure>
          <KeyFigure label="Not here">{absent.toLocaleString('en-GB')}</KeyFigure>
        </KeyFigures>
      )}
      <DataTable
        label="Attendance"
        list={wholeList(rows, found)}
        keyOf={({ id }) => id}
        toOf={({ id }) => addresses.plannedClass({ id })}
        download={<DownloadButton file={file} input={period} />}
        columns={[
          { heading: 'Class', cell: ({ name }) => name },
          { heading: 'Came', cell: row => inPercent(cameOf(row)), isNumber: true },
          column('Places', 'places'),
          column('Here', 'here'),
          column('Late', 'late'),
          column('Not here', 'absent'),
          column('Not marked', 'unmarked'),
          column('Walk-ins', 'walkIns'),
          { heading: 'Chart', cell: row => <Bar value={cameOf(row) ?? 0} largest={100} /> },
        ]}
        empty={{ sentence: 'No class has begun in this period' }}
      />
      <p className="quiet money-definition">
        “Came” is here and late out of all places that were marked, on each day that has begun; walk-ins stand
        beside it.
      </p>
      <Section title="Absent three times running">
        <DataTable
          label="Children absent three times running"
          list={wholeList(absentChildren, found)}
          keyOf={({ childId, offeringId }) => `${childId} ${offeringId}`}
          toOf={({ accountId }) => addresses.family({ id: accountId })}
          columns={[
            { heading: 'Child', cell: ({ child }) => child },
            {
              heading: 'Class',
              cell: ({ className, offeringId }) => (
                <PageLink to={addresses.plannedClass({ id: offeringId })}>{className}</PageLink>
              ),
              isName: true,
            },
            { heading: 'Times', cell: ({ times }) => times, isNumber: true },
            { heading: 'Last absent', cell: ({ lastDay }) => spokenDate(lastDay, today), isMoment: true },
          ]}
          empty={{ sentence: 'No child was absent from its last three dates' }}
        />
        <p className="quiet money-definition">
          Children who were marked “Not here” on their last three or more marked dates of a class, until the
          end of the period.
        </p>
      </Section>
    </>
  )
}

const cameOf = ({ here, late, absent }: AttendanceRow) => percentOf(here + late, here + late + absent)
const inPercent = (percent: number | null) => (percent === null ? '–' : `${percent}%`)
