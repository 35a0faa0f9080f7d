import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { wordsOfAction } from '#domain/office/action-words.ts'
import { grantOf } from '#domain/office/permissions.ts'
import { useToday } from '#web/today.tsx'
import { fullMoment } from '#web/ui/british-dates.ts'
import { settingsTabs } from '../business/settings-tabs.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMe } from '../office-session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { Filters, WordsFilter } from '../ui/filters.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { chainQuery, logQuery, useExportLog } from './health-queries.ts'
import { factWords, type LoggedAction, placeOf, subjectWords, unbroken } from './log-words.ts'

/** Shows who did what and when, without any texts that people wrote. */
export function LogPage() {
  const api = useOfficeApi()
  const [filters, setFilters] = useFilters({ words: '', day: '' })
  const list = useInfiniteQuery(logQuery(api, filters))
  const exporting = useExportLog()
  const chain = useQuery(chainQuery(api)).data
  const today = useToday()
  return (
    <>
      <PageHead title="Log" tabs={settingsTabs}>
        {/* Reserves the line until the answer has arrived. */}
        <p>
          {!chain && '\u00a0'}
          {chain?.broken.length === 0 && <StateWord is="good">{unbroken(chain.since, today)}</StateWord>}
          {chain && chain.broken.length > 0 && (
            <StateWord is="look">The chain is broken at {chain.broken.join(', ')}</StateWord>
          )}
        </p>
      </PageHead>
      <Filters>
        <WordsFilter label="Person or action" />
        <label htmlFor="log-day" className="choice-filter" data-chosen={filters.day !== '' || undefined}>
          <span>Day</span>
          <DayFilter id="log-day" className="" value={filters.day} onChange={day => setFilters({ day })} />
        </label>
      </Filters>
      <DataTable
        label="What was done"
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'Action', cell: ({ action }) => wordsOfAction(action) },
          { heading: 'Who', cell: ({ by }) => by ?? 'By itself', onPhone: 'plain' },
          {
            heading: 'When',
            cell: ({ at }) => fullMoment(momentInLondon(new Date(at))),
            isMoment: true,
            onPhone: 'plain',
          },
          {
            heading: 'What',
            onPhone: 'plain',
            cell: action => <Subject of={action} />,
          },
          { heading: 'Why', cell: ({ reason }) => reason },
          { heading: 'Facts', cell: ({ facts }) => factWords(facts), onPhone: 'plain' },
        ]}
        download={<DownloadButton file={exporting} input={{ ...filters, day: filters.day || undefined }} />}
        empty={{ sentence: 'No entry matches' }}
      />
    </>
  )
}

/** Shows the subject of an action, as a link where it has a page. */
function Subject({ of: { subjectKind, subjectId, orderNumber, accountId } }: { of: LoggedAction }) {
  const place = orderNumber ? addresses.order({ number: orderNumber }) : placeOf(subjectKind, subjectId)
  const words = orderNumber ? `Order ${orderNumber}` : subjectWords(subjectKind, subjectId)
  const me = useMe()
  // A teacher can no longer open dates and classes that they have stopped teaching.
  const isOwnOnly = me !== undefined && grantOf(me.role, 'planner.see') === 'limited'
  return (
    <>
      {place && !isOwnOnly ? <PermittedLink to={place}>{words}</PermittedLink> : words}
      {accountId !== null && (
        <>
          {' '}
          <PermittedLink to={addresses.family({ id: accountId })}>Family {accountId}</PermittedLink>
        </>
      )}
    </>
  )
}
