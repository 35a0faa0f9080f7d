import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type TouchEvent, useRef } from 'react'
import { addDays, weekdayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { PageLink } from '#web/navigation.tsx'
import { fetchDialogs } from '#web/site/bookings/booking-dialogs.tsx'
import { useToday } from '#web/today.tsx'
import { dayAndMonth, longWeekday } from '#web/ui/british-dates.ts'
import { countOf, kindPages } from './kind-pages.ts'
import { type SessionAction, SessionCard } from './session-card.tsx'
import type { Session, Week } from './timetable-query.ts'

interface WeekGridProps {
  kind: OfferingKind
  week: Week
  /** The one day that a phone shows: its weekday counts, for the week may be the one seen before. */
  day: string
  addressOfDay: (day: string) => string
  onDay: (day: string) => void
  onAsk: (action: SessionAction, session: Session) => void
  /** The asked week is on its way, and this is what was seen before it. */
  isOld: boolean
  /** An empty day may have sessions that the filters keep back. */
  isFilteredOut: boolean
  /** The offering that somebody came for: marked where others stand beside it. */
  chosenOfferingId: number | undefined
}

const swipePixels = 60

/** Monday to Sunday side by side; where that has no room, one day under a strip of seven. */
export function WeekGrid({
  kind,
  week,
  day,
  addressOfDay,
  onDay,
  onAsk,
  isOld,
  isFilteredOut,
  chosenOfferingId,
}: WeekGridProps) {
  const today = useToday()
  const touch = useRef<{ x: number; y: number }>(undefined)
  const shown = week.find(({ date }) => weekdayOf(date) === weekdayOf(day)) ?? week[0]
  if (!shown) return null
  const hasOthers = week.some(({ sessions }) =>
    sessions.some(session => session.offeringId !== chosenOfferingId),
  )
  const endSwipe = (event: TouchEvent) => {
    const start = touch.current
    const end = event.changedTouches[0]
    touch.current = undefined
    if (!start || !end) return
    const across = end.clientX - start.x
    const isSwipe = Math.abs(across) > swipePixels && Math.abs(across) > 2 * Math.abs(end.clientY - start.y)
    if (isSwipe) onDay(addDays(day, across < 0 ? 1 : -1))
  }
  return (
    <div className="week" data-old={isOld || undefined} aria-busy={isOld}>
      <nav aria-label="Days of the week" className="day-strip">
        <ol>
          {week.map(({ date, sessions }) => (
            <li key={date}>
              <PageLink
                to={addressOfDay(date)}
                replace
                state={{ keepsScroll: true }}
                className="day-link"
                aria-current={date === shown.date ? 'date' : undefined}
                data-today={date === today || undefined}
              >
                <span>{weekdayOf(date)}</span>
                <strong>{Number(date.slice(8))}</strong>
                <span className="day-count" data-none={sessions.length === 0 || undefined}>
                  {sessions.length}
                  <span className="sr-only"> {kindPages[kind].many}</span>
                </span>
              </PageLink>
            </li>
          ))}
        </ol>
      </nav>
      {/** biome-ignore lint/a11y/noStaticElementInteractions: a swipe is a shortcut; the arrows and the strip do the same. */}
      <div
        className="week-days"
        onPointerEnter={fetchDialogs}
        onFocus={fetchDialogs}
        onTouchStart={event => {
          const start = event.touches[0]
          touch.current =
            event.touches.length === 1 && start ? { x: start.clientX, y: start.clientY } : undefined
        }}
        onTouchEnd={endSwipe}
      >
        {week.map(({ date, sessions }) => (
          <section
            key={date}
            aria-labelledby={`day-${date}`}
            className="day"
            data-shown={date === shown.date || undefined}
            data-today={date === today || undefined}
          >
            <header className="day-head">
              <button
                type="button"
                className="icon-button day-step"
                aria-label="Day before"
                onClick={() => onDay(addDays(day, -1))}
              >
                <ChevronLeft aria-hidden="true" className="size-6" />
              </button>
              <h2 id={`day-${date}`}>
                <span className="day-short">{weekdayOf(date)}</span>
                <span className="day-long">{longWeekday(date)}</span>{' '}
                <span className="day-date">{dayAndMonth(date)}</span>
                {date === today && <span className="day-today">Today</span>}
              </h2>
              <button
                type="button"
                className="icon-button day-step"
                aria-label="Day after"
                onClick={() => onDay(addDays(day, 1))}
              >
                <ChevronRight aria-hidden="true" className="size-6" />
              </button>
            </header>
            {sessions.length > 0 ? (
              <ul className="day-sessions" aria-label={countOf(kind, sessions.length)}>
                {sessions.map(session => (
                  <SessionCard
                    key={session.id}
                    session={session}
                    onAsk={onAsk}
                    isChosen={hasOthers && session.offeringId === chosenOfferingId}
                  />
                ))}
              </ul>
            ) : (
              <p className="day-empty">{isFilteredOut ? 'Nothing matches' : `No ${kindPages[kind].many}`}</p>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}
