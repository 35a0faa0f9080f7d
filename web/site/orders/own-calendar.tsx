import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import type { TimetableView } from '#web/site/offerings/timetable-view.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { BookAgain } from './book-again.tsx'
import { type OwnPlace, type OwnSession, ownTimetableQuery } from './calendar-queries.ts'
import { FilteredWeek } from './filtered-week.tsx'
import { orderHeadings } from './order-words.ts'
import { OwnSessionCard } from './own-session-card.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'

interface OwnCalendarProps {
  kind: OfferingKind
  /** A day of the week to open on; today by default. */
  firstDay?: string
  /** Whether it only shows bookings, without adding or moving. */
  isReadOnly?: boolean
}

/** The week of the account's bookings of a kind, with its own filters and weeks (spec 2 §2). */
export function OwnCalendar({ kind, firstDay, isReadOnly = false }: OwnCalendarProps) {
  const today = useToday()
  const [view, setView] = useState<TimetableView>({ day: firstDay ?? today, filters: {} })
  const [moving, setMoving] = useState<OwnPlace>()
  const week = useQuery(ownTimetableQuery(useApi(), kind, view))
  const [moved, setMoved] = useState<{ bookingId: number; sessionId: number }>()
  const hasMoved = week.data?.some(({ sessions }) =>
    sessions.some(({ bookingId, id }) => bookingId === moved?.bookingId && id === moved.sessionId),
  )
  useEffect(() => {
    if (!hasMoved || !moved) return
    // Moves the focus to the new card, because the pressed one is gone.
    document.getElementById(idOf(moved))?.closest('li')?.focus()
    setMoved(undefined)
  }, [hasMoved, moved])
  const { calendar, add } = orderHeadings[kind]
  const monday = mondayOf(view.day)
  return (
    <section aria-label={calendar} className="own-calendar">
      <h2 className="subheading">{calendar}</h2>
      <FilteredWeek
        kind={kind}
        labels={{
          filters: `Filter ${calendar.toLowerCase()}`,
          weeks: `Week of ${calendar.toLowerCase()}`,
          grid: calendar,
        }}
        view={view}
        onView={setView}
        week={week}
        card={session => (
          <BookedCard
            key={session.bookingId}
            kind={kind}
            session={session}
            onMove={isReadOnly ? undefined : () => setMoving({ ...session, sessionId: session.id })}
          />
        )}
        dayFoot={
          isReadOnly ? undefined : (
            <LinkButton
              to={addresses.ofKind[kind].timetable({ date: monday })}
              look="quiet"
              size="small"
              className="add-to-day"
            >
              {add}
            </LinkButton>
          )
        }
      />
      {moving && (
        <RescheduleDialog
          kind={kind}
          place={moving}
          onMoved={({ id, date }) => {
            setMoved({ bookingId: moving.bookingId, sessionId: id })
            setView({ day: date, filters: {} })
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
    </section>
  )
}

const idOf = ({ bookingId }: { bookingId: number }) => `booked-${bookingId}`

/** A booking with its attendee; a future one can be moved, a past one booked again. */
function BookedCard({
  kind,
  session,
  onMove,
}: {
  kind: OfferingKind
  session: OwnSession
  onMove: (() => void) | undefined
}) {
  const isPast = `${session.date} ${session.startTime}` <= useNowInLondon()
  const isCancelled = session.state === 'cancelled'
  const id = idOf(session)
  return (
    <OwnSessionCard
      id={id}
      session={session}
      isOpen={!isPast && !isCancelled}
      isCancelled={isCancelled}
      remark={isCancelled ? ' Cancelled' : session.isTrial ? ' (trial)' : undefined}
      fact={session.attendee}
      action={
        !onMove ? undefined : isPast ? (
          <BookAgain kind={kind} place={session} className="session-action session-action-second" />
        ) : isCancelled ? undefined : (
          <button
            type="button"
            className="session-action session-action-second"
            aria-describedby={id}
            onClick={onMove}
          >
            Reschedule
          </button>
        )
      }
    />
  )
}
