import '#web/site/offerings/timetable.css'
import { addDays, mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useLocation, useNavigate } from '#web/navigation/router.tsx'
import { FilterRow } from '#web/site/offerings/filter-row.tsx'
import { countOf, kindWords } from '#web/site/offerings/kind-words.ts'
import { useTimetable } from '#web/site/offerings/queries.ts'
import { SessionCard } from '#web/site/offerings/session-card.tsx'
import {
  addressOf,
  type Filters,
  freeFilters,
  inWeekOf,
  isFiltered,
  onDay,
  type Pinned,
  readView,
  type TimetableView,
  withFilters,
} from '#web/site/offerings/timetable-view.ts'
import { WeekGrid } from '#web/site/offerings/week-grid.tsx'
import { WeekSkeleton } from '#web/site/offerings/week-skeleton.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { WeekNavigator } from '#web/ui/week-navigator.tsx'
import { useBookingDialogs } from './booking-dialogs.tsx'
import { TypeStrip } from './type-strip.tsx'

interface TimetableProps {
  kind: OfferingKind
  /** A timetable of one type and venue. */
  pinned?: Pinned
  /** The line of types above it, for pages that do not show them otherwise. */
  hasTypes?: boolean
}

/** The weekly timetable of a kind; week, day and filters live in the address. */
export function Timetable({ kind, pinned, hasTypes = false }: TimetableProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const today = useToday()
  const view = readView(new URLSearchParams(search), today, pinned)
  const timetable = useTimetable(kind, view)
  const [ask, dialogs] = useBookingDialogs(kind)
  const week = timetable.data
  const monday = mondayOf(view.day)
  const isOld = timetable.isPlaceholderData && week?.[0]?.date !== monday
  const free = freeFilters(view.filters, pinned)
  const count = week?.reduce((sum, day) => sum + day.sessions.length, 0) ?? 0

  // The chosen offering is marked only where others stand beside it.
  const hasOthers = week?.some(day => day.sessions.some(session => session.offeringId !== pinned?.offeringId))

  const show = (next: TimetableView, replace = true) =>
    navigate(pathname + addressOf(next, pinned), { replace, state: { keepsScroll: true } })
  const filter = (filters: Filters) =>
    show(withFilters(view, pinned ? { ...filters, typeId: pinned.typeId, venueId: pinned.venueId } : filters))
  const showWeek = (start: string) => show(inWeekOf(view, start), false)

  return (
    <>
      {hasTypes && <TypeStrip kind={kind} />}
      <FilterRow kind={kind} filters={free} onChange={filter} isPinned={pinned !== undefined} />
      <div className="timetable-bar">
        <p role="status">{week && !isOld ? `Showing ${countOf(kind, count)}` : ' '}</p>
        <WeekNavigator monday={monday} onChange={showWeek} />
        <p>
          {monday !== mondayOf(today) && (
            <button type="button" className="text-link" onClick={() => show({ ...view, day: today }, false)}>
              Back to this week
            </button>
          )}
        </p>
      </div>
      {timetable.isError && !week ? (
        <ErrorPanel onRetry={() => timetable.refetch()} />
      ) : !week ? (
        <WeekSkeleton />
      ) : count === 0 && !isOld ? (
        <NothingOn
          kind={kind}
          isFilteredOut={isFiltered(free)}
          onClear={() => filter({})}
          onNextWeek={() => showWeek(addDays(monday, 7))}
        />
      ) : (
        <WeekGrid
          kind={kind}
          week={week}
          day={view.day}
          isOld={isOld}
          isFilteredOut={isFiltered(free)}
          addressOfDay={day => pathname + addressOf(onDay(view, day), pinned)}
          onDay={day => show(onDay(view, day))}
          card={session => (
            <SessionCard
              key={session.id}
              session={session}
              onAsk={ask}
              isChosen={hasOthers === true && session.offeringId === pinned?.offeringId}
            />
          )}
        />
      )}
      {dialogs}
    </>
  )
}

function NothingOn(given: {
  kind: OfferingKind
  isFilteredOut: boolean
  onClear: () => void
  onNextWeek: () => void
}) {
  const { many } = kindWords[given.kind]
  const nextWeek = (
    <Button look={given.isFilteredOut ? 'secondary' : 'primary'} onClick={given.onNextWeek}>
      See the week after
    </Button>
  )
  return given.isFilteredOut ? (
    <EmptyState
      title={`No ${many} match`}
      action={
        <div className="row centred">
          <Button onClick={given.onClear}>Clear the filters</Button>
          {nextWeek}
        </div>
      }
    >
      Nothing this week fits all of your choices. Try another day or venue, or look at the week after.
    </EmptyState>
  ) : (
    <EmptyState title={`No ${many} this week`} action={nextWeek}>
      We are having a break. The timetable goes on in another week.
    </EmptyState>
  )
}
