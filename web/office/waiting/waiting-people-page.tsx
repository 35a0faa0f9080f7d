import './waiting.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingEntry } from '#contract/office/waiting.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Filters, WordsFilter } from '../ui/filters.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { EntryRow, EntryState } from './entry-row.tsx'
import { PutOn } from './put-on.tsx'
import { type WaitingSort, waitingPeopleQuery } from './waiting-queries.ts'
import { waitingTabs } from './waiting-tabs.ts'

/** Lists everybody who waits, the longest waiting first. */
export function WaitingPeoplePage() {
  const today = useToday()
  const [{ words, sort }, setFilters] = useFilters({ words: '', sort: 'since' })
  const list = useInfiniteQuery(waitingPeopleQuery(useOfficeApi(), words, sort as WaitingSort))
  const [openedId, setOpenedId] = useState<number>()
  const [isAdding, setAdding] = useState(false)
  const opened = list.data?.pages.flatMap(page => page.items).find(({ id }) => id === openedId)
  return (
    <>
      <PageHead
        title="Waiting lists"
        tabs={waitingTabs}
        action={<Button onClick={() => setAdding(true)}>Put somebody on</Button>}
      />
      <Filters>
        <WordsFilter label="Name, class or venue" />
      </Filters>
      <DataTable
        label="People who wait"
        list={list}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpenedId(id)}
        sort={sort}
        onSort={by => setFilters({ sort: by })}
        columns={[
          { heading: 'Who', sort: 'name', cell: ({ name }) => name },
          { heading: 'Contact', cell: ({ email, phone }) => email || phone, isName: true, onPhone: 'out' },
          {
            heading: 'Waits for',
            cell: entry => `${entry.title}, ${entry.venue}`,
            isName: true,
            onPhone: 'plain',
          },
          {
            heading: 'When',
            cell: entry => whenOf(entry, today),
            isMoment: true,
            isName: true,
            onPhone: 'plain',
          },
          {
            heading: 'Since',
            sort: 'since',
            cell: ({ since }) => spokenInstant(since, today),
            isMoment: true,
          },
          { heading: 'State', cell: entry => <EntryState entry={entry} />, onPhone: 'aside' },
        ]}
        empty={{ sentence: words ? `Nobody found for “${words}”` : 'Nobody waits for a place' }}
      />
      {opened && (
        <SidePanel title={`${opened.title}, ${opened.venue}`} onClose={() => setOpenedId(undefined)}>
          <div className="stack">
            <p>{whenOf(opened, today)}</p>
            <ul className="waiting-rows">
              <EntryRow entry={opened} />
            </ul>
          </div>
        </SidePanel>
      )}
      {isAdding && <PutOn onClose={() => setAdding(false)} />}
    </>
  )
}

const whenOf = ({ date, startTime }: WaitingEntry, today: string) =>
  date ? `${spokenDate(date, today)}, ${startTime}` : 'Any date'
