import './planner-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { maxSessionsShown, type PlannerSession } from '#contract/office/planner.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { shortDay } from '#domain/format-dates.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { asksToKeep } from '#domain/office/planner-sentences.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showProblem } from '#web/ui/messages.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { DayFilter } from '../ui/day-filter.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { NextDay } from '../ui/next-day.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed, useFilters } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { DayList } from './day-list.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useOpenedDate } from './opened-date.ts'
import {
  choicesQuery,
  monthQuery,
  type PlannerFilters,
  sessionsQuery,
  termsQuery,
  useExportDates,
  useSessionActions,
} from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { SessionList } from './session-list.tsx'
import { SessionPanel } from './session-panel.tsx'
import { draftsAfter, stateWords } from './session-words.ts'
import { showTold } from './show-told.ts'
import { plannerTabs } from './tabs.ts'
import { WeekGrid } from './week-grid.tsx'

const views = ['week', 'list', 'month'] as const
const kindWords = { class: 'Classes', event: 'Events', parentSession: 'Parents’ sessions' }
/** How far ahead the next date is searched: a year, the server's limit. */
const daysLookedAhead = 366

interface Narrowing {
  label: string
  name: 'term' | 'venue' | 'room' | 'kind' | 'type' | 'age' | 'teacher' | 'state' | 'only'
  /** The label of the option for no filter. */
  all: string
  options: { id: number | string; name: string }[]
}
const kindChoices = everyOfferingKind.map(id => ({ id, name: kindWords[id] }))
const stateChoices = Object.entries(stateWords).map(([id, name]) => ({ id, name }))
const onlyChoices = [
  { id: 'clashes', name: 'Clashes' },
  { id: 'underThird', name: 'Under a third full' },
]

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
  const { save } = useSessionActions()
  const exporting = useExportDates()
  const [ask, question] = useQuestion()

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
  const rooms = choices?.venues.find(({ id }) => String(id) === filters.venue)?.rooms ?? []
  const working = choices?.teachers ?? []
  // A former member may still teach dates, which must be found.
  const gone = sessions
    .flatMap(session => session.teachers)
    .find(({ id }) => String(id) === filters.teacher && !working.some(teacher => teacher.id === id))
  const teachers = gone ? [...working, gone] : working
  const step = filters.view === 'month' ? 28 : 7
  const narrowing: Narrowing[] = [
    { label: 'Term', name: 'term', all: 'All terms', options: terms },
    { label: 'Venue', name: 'venue', all: 'All venues', options: choices?.venues ?? [] },
    ...(rooms.length > 0 ? [{ label: 'Room', name: 'room', all: 'All rooms', options: rooms } as const] : []),
    { label: 'Kind', name: 'kind', all: 'All kinds', options: kindChoices },
    { label: 'Type', name: 'type', all: 'All types', options: choices?.types ?? [] },
    { label: 'Age', name: 'age', all: 'All ages', options: choices?.ages ?? [] },
    { label: 'Teacher', name: 'teacher', all: 'All teachers', options: teachers },
    { label: 'State', name: 'state', all: 'All but cancelled', options: stateChoices },
    { label: 'Only', name: 'only', all: 'Everything', options: onlyChoices },
  ]

  useOffersActions(
    wholeTerm
      ? []
      : [
          { label: 'This week', run: () => setFilters({ day: today }) },
          { label: 'Next week', run: () => setFilters({ day: addDays(filters.day, 7) }) },
          { label: 'The week before', run: () => setFilters({ day: addDays(filters.day, -7) }) },
        ],
  )

  const move = async (
    session: PlannerSession,
    to: { date: string; startTime: string },
    keepInClosure = false,
  ) => {
    const changes = { ...to, ...(keepInClosure && { keepInClosure }) }
    const { saved, left } = await save.mutateAsync({
      sessions: [{ id: session.id, version: session.version }],
      changes,
      tell: false,
    })
    const sentence = left[0]?.sentence
    if (sentence && asksToKeep(sentence)) {
      if (await ask({ title: sentence, verb: 'Keep the date' })) await move(session, to, true)
    } else if (sentence) showProblem(sentence)
    else
      showUndo(`Moved to ${shortDay(to.date)}, ${to.startTime}`, async () => {
        const changes = { date: session.date, startTime: session.startTime, keepInClosure: true }
        // It may have been published and booked meanwhile.
        const { left, ...holders } = await save.mutateAsync({ sessions: saved, changes, tell: true })
        if (left[0]) showProblem(left[0].sentence)
        showTold(holders, 'time')
      })
  }
  // Always the same function, so that the week is not rendered again.
  const moving = useRef(move)
  useEffect(() => {
    moving.current = move
  })
  const onMove = useCallback<typeof move>((...to) => moving.current(...to), [])

  return (
    <div className="stack">
      <PageHead
        title="Planner"
        tabs={plannerTabs}
        action={mayEdit && <LinkButton to={newClass}>New class</LinkButton>}
      />
      <div className="planner-bar no-print">
        <div className="planner-weeks">
          {!wholeTerm && (
            <>
              <IconButton
                label={filters.view === 'month' ? 'Four weeks back' : 'The week before'}
                icon={ChevronLeft}
                onClick={() => setFilters({ day: addDays(filters.day, -step) })}
              />
              <Button look="secondary" size="small" onClick={() => setFilters({ day: today })}>
                Today
              </Button>
              <IconButton
                label={filters.view === 'month' ? 'Four weeks on' : 'The next week'}
                icon={ChevronRight}
                onClick={() => setFilters({ day: addDays(filters.day, step) })}
              />
            </>
          )}
          <h2 className="figures">
            {shortDay(asked.from)} – {shortDay(shownTo)} {shownTo.slice(0, 4)}
          </h2>
          {!wholeTerm && (
            <>
              <label className="sr-only" htmlFor="planner-day">
                Go to a day
              </label>
              <DayFilter
                id="planner-day"
                value={filters.day}
                className="field-box planner-day"
                isNeeded
                onChange={day => setFilters({ day })}
              />
            </>
          )}
        </div>
        <fieldset className="planner-views">
          <legend className="sr-only">View</legend>
          {views.map(view => (
            <button
              key={view}
              type="button"
              aria-pressed={filters.view === view}
              onClick={() => setFilters({ view })}
            >
              {view.slice(0, 1).toUpperCase() + view.slice(1)}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="planner-filters">
        <Filters>
          {narrowing.map(({ label, name, all, options }) => (
            <ChoiceFilter
              key={name}
              label={label}
              value={filters[name]}
              options={[
                { value: '', label: all },
                ...options.map(option => ({ value: String(option.id), label: option.name })),
              ]}
              onChange={value => setFilters({ [name]: value, ...(name === 'venue' && { room: '' }) })}
            />
          ))}
        </Filters>
      </div>
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
          {sessions.length.toLocaleString('en-GB')} of {inAll.toLocaleString('en-GB')} dates are shown. Narrow
          them down, by a venue for example. A file has them all
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
