import { useInfiniteQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { useOfficeApi } from '../office-api.ts'
import { useRegisterTabs } from '../reports/report-tabs.ts'
import { DataTable } from '../ui/data-table.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { PageHead } from '../ui/page-head.tsx'
import { incidentsQuery } from './note-queries.ts'

/** Lists the incidents that were written down, newest first. Their words are shown one by one, which is logged. */
export function IncidentsPage() {
  const today = useToday()
  const list = useInfiniteQuery(incidentsQuery(useOfficeApi()))
  return (
    <>
      <PageHead title="Incidents" tabs={useRegisterTabs()}>
        <p>Each time somebody opens one, the log says who and when</p>
      </PageHead>
      <DataTable
        label="Incidents"
        list={list}
        keyOf={({ id }) => String(id)}
        toOf={({ id }) => addresses.incident({ id })}
        columns={[
          { heading: 'Child', cell: ({ name }) => name || 'Erased', isName: true },
          { heading: 'Day', cell: ({ day }) => spokenDate(day, today), isMoment: true },
          { heading: 'Class', cell: ({ title }) => title },
          { heading: 'Venue', cell: ({ venue }) => venue },
          {
            heading: 'Written by',
            cell: ({ by, writtenAt }) => `${by}, ${spokenInstant(writtenAt, today)}`,
          },
        ]}
        empty={{
          sentence:
            'No incident was written down. They are written in a register: “Add a note” under the child’s name',
        }}
      />
    </>
  )
}
