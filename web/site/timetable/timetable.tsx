import '#web/site/offerings/timetable.css'
import { memo, type ReactNode, useEffect, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { distanceWords } from '#domain/distance.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { currentLocation, isOverPage, type Location } from '#web/navigation/history.ts'
import { useAddress, useDeferredLocation, useNavigate } from '#web/navigation/router.tsx'
import { useChildAges } from '#web/site/offerings/child-ages.ts'
import { FilterRow, PlacesLeftButton } from '#web/site/offerings/filter-row.tsx'
import { countOf, kindWords } from '#web/site/offerings/kind-words.ts'
import { useNearMe } from '#web/site/offerings/near-me.ts'
import { NextSession } from '#web/site/offerings/next-session.tsx'
import { useFamilyPlaces, useLookups, useNextSession, useTimetable } from '#web/site/offerings/queries.ts'
import { SessionCard } from '#web/site/offerings/session-card.tsx'
import type { Session } from '#web/site/offerings/timetable-query.ts'
import {
  addressOf,
  daysOn,
  filtered,
  freeFilters,
  isFiltered,
  onDay,
  type Pinned,
  readView,
  type TimetableView,
  withAgeGroups,
} from '#web/site/offerings/timetable-view.ts'
import { WeekGrid } from '#web/site/offerings/week-grid.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { WeekNavigator } from '#web/ui/week-navigator.tsx'
import { useBookingDialogs } from './booking-dialogs.tsx'
import { TypeStrip } from './type-strip.tsx'

interface TimetableProps {
  kind: OfferingKind
  /** The heading; on a phone the button for the filters is beside it. */
  heading: ReactNode
  /** Fixes the timetable to one type and venue. */
  pinned?: Pinned
  /** Whether to show the line of types, for pages that do not list them otherwise. */
  hasTypes?: boolean
}

/** The weekly timetable of a kind; week, day and filters are in the address. */
export const Timetable = (props: TimetableProps) => (
  <TimetableAt {...props} location={useDeferredLocation()} />
)

/**
 * Shows the timetable at a location. Memoised, so that the pressed control is painted before the timetable
 * renders.
 */
const TimetableAt = memo(function TimetableAt({
  kind,
  heading,
  pinned,
  hasTypes = false,
  location,
}: TimetableProps & { location: Location }) {
  const { pathname, search } = location
  const today = useToday()
  const asked = readView(new URLSearchParams(search), today, pinned)
  const { ageGroups } = useLookups(kind)
  const view = { ...asked, filters: withAgeGroups(asked.filters, ageGroups) }
  const { miles } = useNearMe()
  const { timetable, isOld } = useTimetable(kind, view)
  const week = timetable.data
  const [ask, dialogs] = useBookingDialogs(kind, isOld ? undefined : week)
  const isNarrowed = isFiltered(freeFilters(view.filters, pinned))
  const sessions = week?.flatMap(day => day.sessions) ?? []
  const toCome = sessions.filter(session => session.isBookable).length
  const isFull = toCome > 0 && !sessions.some(({ isBookable, placesLeft }) => isBookable && placesLeft > 0)
  const isThin = !isOld && (toCome <= fewSessions || isFull)
  const show = useShow(location, pinned)
  const openedOn = useNextDay(kind, location, view, Boolean(week) && !isOld && toCome === 0, show)
  const family = useFamilyPlaces(view.day)
  useSharedSession(kind, location, sessions, shared => ask('details', shared))
  const goOnFrom = useFocusOnceShown(sessions)

  // The chosen offering is marked only if others are shown beside it.
  const hasOthers = sessions.some(session => session.offeringId !== pinned?.offeringId)
  const next = week && isThin && (
    <NextSession
      kind={kind}
      from={addDays(mondayOf(view.day), 7)}
      filters={view.filters}
      isFull={isFull}
      addressOf={session => pathname + addressOf({ ...view, day: session.date }, pinned)}
      onFollowed={goOnFrom}
    />
  )

  return (
    <div
      className="timetable"
      data-filtered={isNarrowed || undefined}
      data-days={view.filters.weekday || view.filters.days ? true : undefined}
    >
      <div className="timetable-head">
        {heading}
        <Filtering
          kind={kind}
          pinned={pinned}
          done={week && !isOld ? `Show ${countOf(kind, sessions.length)}` : 'Show'}
        />
      </div>
      {hasTypes && <TypeStrip kind={kind} />}
      <WeekGrid
        kind={kind}
        week={week}
        day={view.day}
        isOld={isOld}
        bar={
          <>
            <WeekBar
              status={week && !isOld ? `Showing ${countOf(kind, sessions.length)}` : ' '}
              pinned={pinned}
            />
            {openedOn && mondayOf(openedOn) === mondayOf(view.day) && (
              <p role="status" className="centred">
                Nothing is on before {spokenDate(openedOn, today)}, so here is that week.
              </p>
            )}
            {sessions.length > 0 && (toCome === 0 || isFull) && next}
          </>
        }
        instead={
          timetable.isError && !week ? (
            <ErrorPanel onRetry={() => timetable.refetch()} />
          ) : (
            week &&
            sessions.length === 0 &&
            !isOld && (
              <NothingOn
                kind={kind}
                isFilteredOut={isNarrowed}
                onClear={() => show(shown => filtered(shown, 'none', pinned))}
                next={next}
              />
            )
          )
        }
        addressOfDay={day => pathname + addressOf(onDay(view, day), pinned)}
        onDay={day => show(shown => onDay(shown, day))}
        isOver={isOver}
        partOf={view.filters.weekday ? undefined : hourOf}
        card={session => (
          <SessionCard
            key={session.id}
            kind={kind}
            session={session}
            onAsk={ask}
            family={family[session.id]}
            isChosen={hasOthers && session.offeringId === pinned?.offeringId}
            distance={distanceOf(miles?.get(session.venueId))}
          />
        )}
      />
      {toCome > 0 && !isFull && next}
      {dialogs}
    </div>
  )
})

/**
 * Moves on to the next day with something, where the address names no day and nothing more is on in this week. Returns
 * that day.
 */
function useNextDay(
  kind: OfferingKind,
  { search }: Location,
  { filters }: TimetableView,
  isOver: boolean,
  show: Show,
): string | undefined {
  const today = useToday()
  const isFree = !new URLSearchParams(search).has('date')
  const { data: next } = useNextSession(kind, today, filters, isFree && isOver)
  const [openedOn, setOpenedOn] = useState<string>()
  const day = isFree && isOver ? next?.date : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a day, not again for every new function.
  useEffect(() => {
    if (!day) return
    setOpenedOn(day)
    show(shown => ({ ...shown, day }))
  }, [day])
  return openedOn
}

/** Opens the details of the session in a shared address; closing them removes it from the address. */
function useSharedSession(
  kind: OfferingKind,
  location: Location,
  sessions: Session[],
  open: (shared: Session) => void,
) {
  const { sessionId } = addresses.ofKind[kind].timetable.read(new URLSearchParams(location.search))
  const shared = sessions.find(({ id }) => String(id) === sessionId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens it on arrival, and not again for later answers.
  useEffect(() => {
    if (shared && !isOverPage()) open(shared)
  }, [shared?.id, location])
}

/** Moves the focus to a session once it is shown: the link to it may disappear at that moment. */
function useFocusOnceShown(sessions: Session[]): (session: Session) => void {
  const [awaited, setAwaited] = useState<number>()
  const isShown = sessions.some(({ id }) => id === awaited)
  useEffect(() => {
    if (!isShown) return
    document.querySelector<HTMLElement>(`#session-${awaited} button`)?.focus()
    setAwaited(undefined)
  }, [isShown, awaited])
  return ({ id }) => setAwaited(id)
}

const distanceOf = (miles: number | undefined) => (miles === undefined ? undefined : distanceWords(miles))

/** A week with at most this many sessions to come links to the next session after it. */
const fewSessions = 3

const hourOf = (session: Session) => session.startTime.slice(0, 2)
const isOver = (session: Session) => !session.isBookable

type Show = (change: (shown: TimetableView) => TimetableView, replace?: boolean) => void

/**
 * Returns a function that shows another view. It changes the current address, which may be ahead of the drawn one,
 * unless that is another page already.
 */
function useShow(drawn: Location, pinned: Pinned | undefined): Show {
  const navigate = useNavigate()
  const today = useToday()
  return (change, replace = true) => {
    const asked = currentLocation()
    const { pathname, search } = asked.pathname === drawn.pathname ? asked : drawn
    const next = change(readView(new URLSearchParams(search), today, pinned))
    navigate(pathname + addressOf(next, pinned), { replace, state: { keepsScroll: true } })
  }
}

/** Returns the last requested view and how to change it, for parts that must react to a press at once. */
function useAskedView(pinned: Pinned | undefined): [TimetableView, Show] {
  const address = useAddress()
  return [readView(new URLSearchParams(address.search), useToday(), pinned), useShow(address, pinned)]
}

function Filtering({ kind, pinned, done }: { kind: OfferingKind; pinned: Pinned | undefined; done: string }) {
  const [{ filters }, show] = useAskedView(pinned)
  const children = useChildAges()
  const isOfChildren = offeringKinds[kind].attendees === 'children'
  return (
    <FilterRow
      kind={kind}
      filters={freeFilters(filters, pinned)}
      onChange={change => show(shown => filtered(shown, change, pinned))}
      isPinned={pinned !== undefined}
      finder={pinned ? undefined : { done, children: isOfChildren ? children : [] }}
    />
  )
}

function WeekBar({ status, pinned }: { status: string; pinned: Pinned | undefined }) {
  const [{ day, filters }, show] = useAskedView(pinned)
  const today = useToday()
  const monday = mondayOf(day)
  return (
    <div className="timetable-bar">
      <p role="status">{status}</p>
      <WeekNavigator
        monday={monday}
        onStep={days => show(shown => daysOn(shown, days), false)}
        isInFigures={pinned !== undefined}
      />
      <p>
        {!pinned && (
          <PlacesLeftButton
            filters={filters}
            onChange={change => show(shown => filtered(shown, change, pinned))}
          />
        )}
        {monday !== mondayOf(today) && (
          <button
            type="button"
            className="text-link"
            onClick={() => {
              // This press removes the button, so the focus moves.
              document.querySelector<HTMLElement>('.timetable-bar button')?.focus()
              show(shown => ({ ...shown, day: today }), false)
            }}
          >
            Back to this week
          </button>
        )}
      </p>
    </div>
  )
}

function NothingOn(given: {
  kind: OfferingKind
  isFilteredOut: boolean
  onClear: () => void
  /** The link to the next session. */
  next: ReactNode
}) {
  const { many } = kindWords[given.kind]
  return given.isFilteredOut ? (
    <EmptyState
      title={`No ${many} match`}
      action={
        <div className="row centred">
          {given.next}
          <Button
            look="secondary"
            onClick={() => {
              // This press removes the button, so the focus moves.
              document.querySelector<HTMLElement>('.timetable-bar button')?.focus()
              given.onClear()
            }}
          >
            Clear the filters
          </Button>
        </div>
      }
    >
      Nothing this week fits all of your choices.
    </EmptyState>
  ) : (
    <EmptyState title={`No ${many} this week`} action={given.next} />
  )
}
