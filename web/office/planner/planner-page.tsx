import './planner-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { PlannerSession } from '#contract/office/planner.ts'
import type { Term } from '#contract/office/terms.ts'
import { addDays } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { DownloadButton } from '../ui/download-button.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
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
import { choicesQuery, termsQuery, useExportDates } from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { SessionList } from './session-list.tsx'
import { SessionPanel } from './session-panel.tsx'
import { draftsAfter } from './session-words.ts'
import { plannerTabs } from './tabs.ts'
import { type PatternOf, TypeLegend, usePatterns } from './type-pattern.tsx'
import { useMoveDate } from './use-move-date.tsx'
import { type PlannerAddress, useShownDates } from './use-shown-dates.ts'
import { WeekGrid } from './week-grid.tsx'

/** The planner: a week by venue and room, a list, or a month (spec 3 §2.5). */
export function PlannerPage() {
  const today = useToday()
  const now = useNowInLondon()
  const api = useOfficeApi()
  const mayEdit = useMay('planner.edit')
  const [filters, setChosen] = useFilters({
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
    weekday: '',
    hour: '',
    only: '',
    to: '',
  })
  // Another first day begins a week again.
  const setFilters = (changes: Partial<PlannerAddress>) =>
    setChosen({ ...changes, ...(changes.day && { to: '' }) })
  const choices = useQuery(choicesQuery(api)).data
  const patternOf = usePatterns(choices?.types)
  const terms = useQuery(termsQuery(api)).data ?? []
  const shown = useShownDates(
    filters,
    terms.find(({ id }) => String(id) === filters.term),
  )
  const { asked, ownDays, wholeTerm, shownTo, sessions } = shown
  const [publishingIds, setPublishing] = useState<number[]>()
  const [opened, open, close] = useOpenedDate(sessions)
  const [onMove, question] = useMoveDate()
  const drafts = draftsAfter(now, sessions).map(({ id }) => id)
  const publishing = sessions.filter(({ id }) => publishingIds?.includes(id))
  const newClass = addresses.newClass() + (filters.term && `?term=${filters.term}`)
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
        {...{ filters, setFilters }}
        step={filters.view === 'month' ? 28 : 7}
        range={ownDays ? 'days' : wholeTerm ? 'term' : 'weeks'}
        from={asked.from}
        to={shownTo}
      />
      <FilterBar {...{ filters, setFilters, choices, terms, sessions }} />
      {filters.view !== 'month' && (
        <>
          {mayEdit && <Drafts count={drafts.length} onPublish={() => setPublishing(drafts)} />}
          <CutNotice shown={sessions.length} inAll={shown.uncutCount} />
        </>
      )}
      <ShownDates
        {...{ filters, setFilters, shown, terms, mayEdit, newClass, onMove, patternOf }}
        onOpen={open}
        onPublish={setPublishing}
      />
      {opened && <SessionPanel key={opened.id} session={opened} onClose={close} />}
      {publishing.length > 0 && (
        <PublishPanel sessions={publishing} onClose={() => setPublishing(undefined)} />
      )}
      {question}
    </div>
  )
}

function Drafts({ count, onPublish }: { count: number; onPublish: () => void }) {
  if (count === 0) return null
  return (
    <section aria-label="Drafts" className="planner-drafts no-print">
      <p className="figures">
        {counted(count, 'draft')} here. Families do not see {count === 1 ? 'it' : 'them'} yet
      </p>
      <Button size="small" look="secondary" onClick={onPublish}>
        Publish {counted(count, 'draft')}
      </Button>
    </section>
  )
}

function CutNotice({ shown, inAll }: { shown: number; inAll: number }) {
  if (inAll <= shown) return null
  return (
    <p role="status" className="strong figures">
      {shown.toLocaleString('en-GB')} of {inAll.toLocaleString('en-GB')} dates are shown. Filter them, for
      example by venue. The download has them all
    </p>
  )
}

interface ShownDatesProps {
  filters: PlannerAddress
  setFilters: (changes: Partial<PlannerAddress>) => void
  shown: ReturnType<typeof useShownDates>
  terms: Term[]
  mayEdit: boolean
  newClass: string
  onOpen: (session: PlannerSession) => void
  onMove: ReturnType<typeof useMoveDate>[0]
  onPublish: (ids: number[]) => void
  patternOf: PatternOf
}

/** The dates in the chosen view, or why there are none. */
function ShownDates(props: ShownDatesProps) {
  const { filters, setFilters, shown, terms, mayEdit, onOpen, onMove, onPublish, patternOf } = props
  const { asked, monday, shownTo, query, sessions, isComing } = shown
  const exporting = useExportDates()
  const isSlow = useDelayed(isComing)
  if (query.isError && !query.data) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (filters.view === 'month') {
    return (
      <MonthGrid
        filters={{ ...asked, from: monday, to: shownTo }}
        terms={terms}
        onDay={day => setFilters({ day, view: 'week' })}
      />
    )
  }
  if (isComing) return isSlow && <ListLoading count={8} shape="row" />
  if (sessions.length === 0) return <NoDates {...props} />
  if (filters.view === 'list') {
    return (
      <SessionList
        {...{ sessions, mayEdit, onOpen, onPublish, patternOf }}
        download={<DownloadButton file={exporting} input={asked} />}
      />
    )
  }
  return (
    <>
      <TypeLegend {...{ sessions, patternOf }} />
      <WeekGrid {...{ sessions, monday, onOpen, onMove, patternOf }} mayMove={mayEdit} />
      <DayList {...{ sessions, onOpen, patternOf }} day={filters.day} onDay={day => setFilters({ day })} />
    </>
  )
}

function NoDates({ filters, setFilters, shown, mayEdit, newClass }: ShownDatesProps) {
  return (
    <EmptyState
      title={
        filters.only === 'clashes'
          ? 'Nothing clashes'
          : shown.ownDays
            ? 'No dates on these days'
            : `No dates in this ${shown.wholeTerm ? 'term' : 'week'}`
      }
      action={
        <div className="row gap-s">
          {shown.nextDay && <NextDay day={shown.nextDay} onGo={day => setFilters({ day })} />}
          {mayEdit && <LinkButton to={newClass}>New class</LinkButton>}
        </div>
      }
    />
  )
}
