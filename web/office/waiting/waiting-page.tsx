import './waiting.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitedFor } from '#contract/office/waiting.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { PutOn } from './put-on.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { waitedForQuery } from './waiting-queries.ts'
import { waitingTabs } from './waiting-tabs.ts'
import { whenOf } from './when-of.ts'

/** Lists the dates that people wait for, the next one first. */
export function WaitingPage() {
  const today = useToday()
  const found = useQuery(waitedForQuery(useOfficeApi()))
  const [opened, setOpened] = useState<WaitedFor>()
  const [isAdding, setAdding] = useState(false)
  useOffersActions([{ label: 'Put somebody on a waiting list', run: () => setAdding(true) }])
  const { dates = [], total = 0 } = found.data ?? {}
  // The row as it is now, not as it was opened.
  const shown =
    opened &&
    (dates.find(
      ({ offeringId, sessionId }) => offeringId === opened.offeringId && sessionId === opened.sessionId,
    ) ?? { ...opened, waiting: 0, kept: 0 })
  return (
    <>
      <PageHead
        title="Waiting lists"
        tabs={waitingTabs}
        action={<Button onClick={() => setAdding(true)}>Put somebody on</Button>}
      />
      {dates.length < total && (
        <p className="quiet">These are the next {dates.length} dates. Search by person for the others.</p>
      )}
      <DataTable
        label="Dates that people wait for"
        list={wholeList(dates, found)}
        keyOf={keyOf}
        onOpen={setOpened}
        columns={[
          { heading: 'Class', cell: ({ title }) => title },
          {
            heading: 'When',
            cell: date => whenOf(date, today),
            isMoment: true,
            isName: true,
            onPhone: 'plain',
          },
          { heading: 'Venue', cell: ({ venue }) => venue, onPhone: 'plain' },
          { heading: 'Places', cell: date => <Places date={date} />, onPhone: 'plain' },
          { heading: 'Waiting', cell: ({ waiting }) => waiting, isNumber: true },
          {
            heading: 'Longest since',
            cell: ({ firstSince }) => spokenInstant(firstSince, today),
            isMoment: true,
            onPhone: 'out',
          },
        ]}
        empty={{
          sentence: 'Families who wait for a place in a full class appear here',
          action: <Button onClick={() => setAdding(true)}>Put somebody on</Button>,
        }}
      />
      {shown && <QueuePanel date={shown} onClose={() => setOpened(undefined)} />}
      {isAdding && <PutOn onClose={() => setAdding(false)} />}
    </>
  )
}

const keyOf = ({ offeringId, sessionId }: WaitedFor) => `${offeringId} ${sessionId}`

function Places({ date: { sessionId, capacity, taken, kept, free } }: { date: WaitedFor }) {
  if (sessionId === null) return <span className="quiet">–</span>
  return (
    <span className="figures">
      {taken} of {capacity} taken {kept > 0 && <StateWord is="look">{kept} kept</StateWord>}{' '}
      {free > 0 && <StateWord is="part">{free} free</StateWord>}
    </span>
  )
}
