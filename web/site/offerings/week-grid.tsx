import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type TouchEvent, useId, useRef } from 'react'
import { weekdayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { dayAndMonth, longWeekday } from '#web/ui/british-dates.ts'
import { IconButton } from '#web/ui/button.tsx'
import { countOf, kindWords } from './kind-words.ts'

interface WeekGridProps<Session> {
  kind: OfferingKind
  week: TimetableDay<Session>[]
  /** The one day that a phone shows: its weekday counts, for the week may be the one seen before. */
  day: string
  /** Where the day is part of the page's address, its link; else a day is a button. */
  addressOfDay?: (day: string) => string
  onDay: (day: string) => void
  /** So many days on or back. */
  onStep: (days: number) => void
  /** One session, as a list item. */
  card: (session: Session) => ReactNode
  /** What stands under a day's sessions. */
  dayFoot?: ReactNode
  /** The asked week is on its way, and this is what was seen before it. */
  isOld: boolean
  /** An empty day may have sessions that the filters keep back. */
  isFilteredOut: boolean
  /** Of several weeks on a page, which one this is: 'Your classes'. */
  label?: string
}

const swipePixels = 60

/** Monday to Sunday side by side; where that has no room, one day under a strip of seven. */
export function WeekGrid<Session>({
  kind,
  week,
  day,
  addressOfDay,
  onDay,
  onStep,
  card,
  dayFoot,
  isOld,
  isFilteredOut,
  label,
}: WeekGridProps<Session>) {
  const today = useToday()
  const idOf = useId()
  const Heading = label ? 'h3' : 'h2'
  const touch = useRef<{ x: number; y: number }>(undefined)
  const shown = week.find(({ date }) => weekdayOf(date) === weekdayOf(day)) ?? week[0]
  if (!shown) return null
  const endSwipe = (event: TouchEvent) => {
    const start = touch.current
    const end = event.changedTouches[0]
    touch.current = undefined
    if (!start || !end) return
    const across = end.clientX - start.x
    const isSwipe = Math.abs(across) > swipePixels && Math.abs(across) > 2 * Math.abs(end.clientY - start.y)
    if (isSwipe) onStep(across < 0 ? 1 : -1)
  }
  return (
    <div className="week" data-old={isOld || undefined} aria-busy={isOld}>
      <nav aria-label={label ? `Days of the week: ${label}` : 'Days of the week'} className="day-strip">
        <ol>
          {week.map(({ date, sessions }) => (
            <li key={date}>
              <DayLink
                address={addressOfDay?.(date)}
                onDay={() => onDay(date)}
                isShown={date === shown.date}
                isToday={date === today}
              >
                <span>{weekdayOf(date)}</span>
                <strong>{Number(date.slice(8))}</strong>
                <span className="day-count" data-none={sessions.length === 0 || undefined}>
                  {sessions.length}
                  <span className="sr-only"> {kindWords[kind].many}</span>
                </span>
              </DayLink>
            </li>
          ))}
        </ol>
      </nav>
      <div
        className="week-days"
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
            aria-label={label && `${label}: ${longWeekday(date)} ${dayAndMonth(date)}`}
            aria-labelledby={label ? undefined : `${idOf}${date}`}
            className="day"
            data-shown={date === shown.date || undefined}
            data-today={date === today || undefined}
          >
            <header className="day-head">
              <IconButton
                label="Day before"
                icon={ChevronLeft}
                className="day-step"
                onClick={() => onStep(-1)}
              />
              <Heading id={`${idOf}${date}`}>
                <span className="day-short">{weekdayOf(date)}</span>
                <span className="day-long">{longWeekday(date)}</span>{' '}
                <time dateTime={date}>{dayAndMonth(date)}</time>
                {date === today && <span className="day-today">Today</span>}
              </Heading>
              <IconButton
                label="Day after"
                icon={ChevronRight}
                className="day-step"
                onClick={() => onStep(1)}
              />
            </header>
            {sessions.length > 0 ? (
              <ul className="day-sessions" aria-label={countOf(kind, sessions.length)}>
                {sessions.map(card)}
              </ul>
            ) : (
              <p className="day-empty">{isFilteredOut ? 'Nothing matches' : `No ${kindWords[kind].many}`}</p>
            )}
            {dayFoot}
          </section>
        ))}
      </div>
    </div>
  )
}

function DayLink(given: {
  address: string | undefined
  onDay: () => void
  isShown: boolean
  isToday: boolean
  children: ReactNode
}) {
  const shared = {
    className: 'day-link',
    'aria-current': given.isShown ? ('date' as const) : undefined,
    'data-today': given.isToday || undefined,
    children: given.children,
  }
  return given.address === undefined ? (
    <button type="button" {...shared} onClick={given.onDay} />
  ) : (
    <PageLink to={given.address} onFollow={given.onDay} {...shared} />
  )
}
