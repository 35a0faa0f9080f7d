import './planner-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { maxSessionsShown, type PlannerSession } from '#contract/office/planner.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { DownloadButton } from '../ui/download-button.tsx'
import { NextDay } from '../ui/next-day.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed, useFilters } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { DayList } from './day-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useOpenedDate } from './opened-date.ts'
import { PlannerBar } from './planner-bar.tsx'
import {
  choicesQuery,
  monthQuery,
  type PlannerFilters,
  sessionsQuery,
  termsQuery,
  useExportDates,
} from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { SessionList } from './session-list.tsx'
import { SessionPanel } from './session-panel.tsx'
import { draftsAfter } from './session-words.ts'
import { plannerTabs } from './tabs.ts'
import { useMoveDate } from './use-move-date.tsx'
import { WeekGrid } from './week-grid.tsx'

/** How far ahead the next date is searched: a year, the server's limit. */
const daysLookedAhead = 366

/** The planner: a week by venue and room, a list, or a month (spec 3 §2.5). */
export function PlannerPage() {
  const today = useToday()
  const now = useNowInLondon()
  const api = useOfficeApi()
  const mayEdit = useMay('planner.edit')
  const [filters, setFilters] = useFilters({
    view: 'week',
    day: today,
    term: '',
    venue: '',
    room: '',
    kind: '',
    type: '',
    age: '',
    teacher: '',
    state: '',
    only: '',
  })
  const choices = useQuery(choicesQuery(api)).data
  const terms = useQuery(termsQuery(api)).data ?? []
  const [publishingIds, setPublishing] = useState<number[]>()
  const exporting = useExportDates()
  const [onMove, question] = useMoveDate()

  const monday = mondayOf(filters.day)
  const term = terms.find(({ id }) => String(id) === filters.term)
  const newClass = addresses.newClass() + (filters.term && `?term=${filters.term}`)
  const wholeTerm = filters.view === 'list' && term !== undefined
  const asked: PlannerFilters = {
    from: wholeTerm ? term.startDate : monday,
    to: wholeTerm ? term.endDate : addDays(monday, 6),
    ...numbersOf({
      termId: filters.term,
      venueId: filters.venue,
      roomId: filters.room,
      typeId: filters.type,
      ageGroupId: filters.age,
      teacherId: filters.teacher,
    }),
    ...(filters.kind && { kind: filters.kind as PlannerFilters['kind'] }),
    ...(filters.state && { state: filters.state as PlannerSession['state'] }),
    ...(filters.only === 'clashes' && { clashesOnly: true }),
    ...(filters.only === 'underThird' && { underThird: true }),
  }
  const shownTo = filters.view === 'month' ? addDays(monday, 34) : asked.to
  const query = useQuery({ ...sessionsQuery(api, asked), placeholderData: keepPreviousData })
  // Only data for the same days are kept on the screen meanwhile; another week's would leave this one empty.
  const isOfOtherDays =
    query.isPlaceholderData &&
    (!query.data?.length || query.data.some(({ date, endDate }) => endDate < asked.from || date > asked.to))
  const isComing = query.isPending || isOfOtherDays
  const isSlow = useDelayed(isComing)
  const sessions = (!isOfOtherDays && query.data) || []
  const isEmpty = !isComing && query.isSuccess && sessions.length === 0
  const nextDay = useQuery({
    ...monthQuery(api, { ...asked, from: addDays(asked.to, 1), to: addDays(asked.to, daysLookedAhead) }),
    // Clashes are searched date by date, which is too much for a year.
    enabled: isEmpty && !wholeTerm && filters.only !== 'clashes',
  }).data?.[0]?.date
  const isCut = sessions.length === maxSessionsShown
  const days = useQuery({ ...monthQuery(api, asked), enabled: isCut }).data ?? []
  const inAll = days.reduce((sum, day) => sum + day.sessions, 0)
  const [opened, open, close] = useOpenedDate(sessions)
  const drafts = draftsAfter(now, sessions).map(({ id }) => id)
  const publishing = sessions.filter(({ id }) => publishingIds?.includes(id))
  const step = filters.view === 'month' ? 28 : 7
  useOffersActions(
    wholeTerm
      ? []
      : [
          { label: 'This week', run: () => setFilters({ day: today }) },
          { label: 'Next week', run: () => setFilters({ day: addDays(filters.day, 7) }) },
          { label: 'The week before', run: () => setFilters({ day: addDays(filters.day, -7) }) },
        ],
  )

  return (
    <div className="stack">
      <PageHead
        title="Planner"
        tabs={plannerTabs}
        action={mayEdit && <LinkButton to={newClass}>New class</LinkButton>}
      />
      <PlannerBar
        {...{ filters, setFilters, step }}
        range={wholeTerm ? 'term' : 'weeks'}
        from={asked.from}
        to={shownTo}
      />
      <FilterBar {...{ filters, setFilters, choices, terms, sessions }} />
      {mayEdit && drafts.length > 0 && filters.view !== 'month' && (
        <section aria-label="Drafts" className="planner-drafts no-print">
          <p className="figures">
            {counted(drafts.length, 'draft')} here. Families do not see {drafts.length === 1 ? 'it' : 'them'}{' '}
            yet
          </p>
          <Button size="small" look="secondary" onClick={() => setPublishing(drafts)}>
            Publish {counted(drafts.length, 'draft')}
          </Button>
        </section>
      )}
      {isCut && inAll > sessions.length && filters.view !== 'month' && (
        <p role="status" className="strong figures">
          {sessions.length.toLocaleString('en-GB')} of {inAll.toLocaleString('en-GB')} dates are shown. Filter
          them, for example by venue. The download has them all
        </p>
      )}
      {query.isError && !query.data ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : filters.view === 'month' ? (
        <MonthGrid
          filters={{ ...asked, from: monday, to: shownTo }}
          onDay={day => setFilters({ day, view: 'week' })}
        />
      ) : isComing ? (
        isSlow && <ListSkeleton count={8} shape="row" />
      ) : sessions.length === 0 ? (
        <EmptyState
          title={
            filters.only === 'clashes' ? 'Nothing clashes' : `No dates in this ${wholeTerm ? 'term' : 'week'}`
          }
          action={
            <div className="row gap-s">
              {nextDay && <NextDay day={nextDay} onGo={day => setFilters({ day })} />}
              {mayEdit && <LinkButton to={newClass}>New class</LinkButton>}
            </div>
          }
        />
      ) : filters.view === 'list' ? (
        <SessionList
          sessions={sessions}
          mayEdit={mayEdit}
          onOpen={open}
          onPublish={setPublishing}
          download={<DownloadButton file={exporting} input={asked} />}
        />
      ) : (
        <>
          <WeekGrid sessions={sessions} monday={monday} mayMove={mayEdit} onOpen={open} onMove={onMove} />
          <DayList sessions={sessions} day={filters.day} onDay={day => setFilters({ day })} onOpen={open} />
        </>
      )}
      {opened && <SessionPanel key={opened.id} session={opened} onClose={close} />}
      {publishing.length > 0 && (
        <PublishPanel sessions={publishing} onClose={() => setPublishing(undefined)} />
      )}
      {question}
    </div>
  )
}

const numbersOf = (texts: Record<string, string>): Record<string, number> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text ? [[name, Number(text)]] : [])))
