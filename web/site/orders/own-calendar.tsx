import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { mondayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import type { TimetableView } from '#web/site/offerings/timetable-view.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { type OwnPlace, type OwnSession, ownTimetableQuery } from './calendar-queries.ts'
import { FilteredWeek } from './filtered-week.tsx'
import { orderHeadings } from './order-words.ts'
import { OwnSessionCard } from './own-session-card.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'

interface OwnCalendarProps {
  kind: OfferingKind
  /** A day of the week it opens on; without it, today. */
  firstDay?: string
  /** Only shows what is booked: nothing is added or moved here. */
  isReadOnly?: boolean
}

/** The week of what one has booked of a kind, with filters and weeks of its own (spec 2 §2). */
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
    // On to where it is now: the card that was pressed is gone.
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

/** What was booked, when, where and for whom; what is still to come can be moved. */
function BookedCard({ session, onMove }: { session: OwnSession; onMove: (() => void) | undefined }) {
  const isPast = `${session.date} ${session.startTime}` <= useNowInLondon()
  const id = idOf(session)
  return (
    <OwnSessionCard
      id={id}
      session={session}
      isOpen={!isPast}
      remark={session.isTrial ? ' (trial)' : undefined}
      fact={session.attendee}
      action={
        onMove &&
        !isPast && (
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
