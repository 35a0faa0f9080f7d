import './next-session.css'
import { ArrowRight } from 'lucide-react'
import {
  type ReactNode,
  Suspense,
  type TouchEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { addDays, weekdayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { TimetableDay } from '#domain/timetable.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { dayAndMonth, longWeekday, spokenDate } from '#web/ui/british-dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DaysSkeleton } from './days-skeleton.tsx'
import { countOf, kindWords } from './kind-words.ts'

interface WeekGridProps<Session> {
  kind: OfferingKind
  /** Undefined while loading. */
  week: TimetableDay<Session>[] | undefined
  /** The requested day. A phone shows only that, or the next day with a session unless the day was pressed. */
  day: string
  /** The links to other weeks, under the strip of days. */
  bar: ReactNode
  /** Replaces the days. */
  instead?: ReactNode
  /** Returns the link of a day, if days are part of the address; without it a day is a button. */
  addressOfDay?: (day: string) => string
  onDay: (day: string) => void
  /** Renders one session, as a list item. */
  card: (session: Session) => ReactNode
  /** Whether a session is over. Past days then collapse into a narrow column, and today's past sessions into a line. */
  isOver?: (session: Session) => boolean
  /** Returns the part of the day in which a session begins. At a desk each part is one row of the whole week. */
  partOf?: (session: Session) => string
  /** Shown under a day's sessions. */
  dayFoot?: ReactNode
  /** The sessions that a day's number counts, and for which a phone opens the day; all by default. */
  counts?: (session: Session) => boolean
  /** Whether this is an earlier answer, shown while the week loads. */
  isOld: boolean
  /** The name of this week, if a page has several: 'Your classes'. */
  label?: string
}

const swipePixels = 60

/** Shows Monday to Sunday side by side, or on a narrow screen one day under a strip of seven. */
export function WeekGrid<Session>({
  kind,
  week,
  day,
  bar,
  instead,
  addressOfDay,
  onDay,
  card,
  isOver,
  partOf,
  dayFoot,
  counts = () => true,
  isOld,
  label,
}: WeekGridProps<Session>) {
  const today = useToday()
  const [showsOver, setShowsOver] = useState(false)
  const idOf = useId()
  const touch = useRef<{ x: number; y: number }>(undefined)
  const pressed = useRef({ day: '', before: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another day is shown, no press waits for it.
  useEffect(() => {
    pressed.current.before = ''
  }, [day])
  const shown = pressed.current.day === day ? day : week && dayWithSomething(week, day, today, counts, isOver)
  const press = (next: string) => {
    pressed.current = { day: next, before: day }
    onDay(next)
  }
  /** Moves by days, across weeks too. Starts from the last pressed day, even if that is still rendering. */
  const step = (days: number) =>
    press(addDays(pressed.current.before === day ? pressed.current.day : (shown ?? day), days))
  // A passive listener, which React's props cannot express, so that scrolling never waits.
  const watchTouch = useCallback((days: HTMLElement | null) => {
    const begin = ({ touches: [start, ...others] }: globalThis.TouchEvent) => {
      touch.current = start && others.length === 0 ? { x: start.clientX, y: start.clientY } : undefined
    }
    days?.addEventListener('touchstart', begin, { passive: true })
  }, [])
  const endSwipe = (event: TouchEvent) => {
    const start = touch.current
    const end = event.changedTouches[0]
    touch.current = undefined
    if (!start || !end) return
    const across = end.clientX - start.x
    const isSwipe = Math.abs(across) > swipePixels && Math.abs(across) > 2 * Math.abs(end.clientY - start.y)
    if (isSwipe) step(across < 0 ? 1 : -1)
  }
  const daysOver = isOver ? (week?.filter(({ date }) => date < today).length ?? 0) : 0
  const folds = daysOver > 0 && daysOver < 7
  const parts = partOf && week && partsOf(week, partOf)
  return (
    <div className="week" data-old={isOld || undefined} aria-busy={isOld}>
      <nav aria-label={label ? `Days of the week: ${label}` : 'Days of the week'} className="day-strip">
        {week ? (
          <ol>
            {week
              .map(({ date, sessions }) => ({ date, count: sessions.filter(counts).length }))
              .map(({ date, count }) => (
                <li key={date}>
                  <DayLink
                    address={addressOfDay?.(date)}
                    onDay={() => press(date)}
                    className="day-link"
                    aria-current={date === shown ? 'date' : undefined}
                    data-today={date === today || undefined}
                  >
                    <span>{weekdayOf(date)}</span>
                    <strong>{Number(date.slice(8))}</strong>
                    <span className="day-count" data-none={count === 0 || undefined}>
                      {count}
                      <span className="sr-only">
                        {' '}
                        {count === 1 ? kindWords[kind].one : kindWords[kind].many}
                      </span>
                    </span>
                  </DayLink>
                </li>
              ))}
          </ol>
        ) : (
          <Skeleton shape="row" />
        )}
      </nav>
      {bar}
      {instead ||
        (week ? (
          <div
            className="week-days"
            data-folded={(folds && !showsOver) || undefined}
            data-rows={parts ? true : undefined}
            ref={watchTouch}
            onTouchEnd={endSwipe}
          >
            {folds && (
              <button
                type="button"
                className="days-over"
                aria-expanded={showsOver}
                onClick={() => setShowsOver(!showsOver)}
              >
                <span>
                  {daysOver} {daysOver === 1 ? 'day' : 'days'} over · <b>{showsOver ? 'hide' : 'show'}</b>
                </span>
              </button>
            )}
            {week.map(({ date, sessions }) => (
              <Suspense key={date}>
                <Day
                  id={`${idOf}${date}`}
                  date={date}
                  label={label}
                  isShown={date === shown}
                  isToday={date === today}
                  isOver={folds && date < today}
                  foot={dayFoot}
                >
                  {/* A collapsed day is not rendered, which saves half of the page at the end of a
                      week. */}
                  {(!folds || showsOver || date >= today || date === shown) && (
                    <DaySessions
                      kind={kind}
                      sessions={sessions}
                      card={card}
                      isOver={date === today ? isOver : undefined}
                      partOf={partOf}
                      parts={parts}
                    />
                  )}
                  {sessions.length <= fewOfDay && date === shown && (
                    <NextDay week={week} date={date} addressOfDay={addressOfDay} onDay={press} />
                  )}
                </Day>
              </Suspense>
            ))}
            {parts && <span className="week-end" />}
          </div>
        ) : (
          <DaysSkeleton />
        ))}
    </div>
  )
}

/** Returns this day if it has sessions to come; else the next such day, and past days only on request. */
function dayWithSomething<Session>(
  week: TimetableDay<Session>[],
  day: string,
  today: string,
  counts: (session: Session) => boolean,
  isOver: ((session: Session) => boolean) | undefined,
): string | undefined {
  const wanted = week.find(({ date }) => weekdayOf(date) === weekdayOf(day)) ?? week[0]
  if (!wanted) return undefined
  const isAhead = ({ date, sessions }: TimetableDay<Session>) =>
    date >= wanted.date && sessions.some(session => counts(session) && !isOver?.(session))
  const looksAhead = isOver && wanted.date >= today
  const filled = [wanted, ...week].find(
    ({ date, sessions }) => (!looksAhead || date >= today) && sessions.some(counts),
  )
  return (week.find(isAhead) ?? filled ?? wanted).date
}

/** The maximum number of rows for which the styles have room. */
const maxRows = 18

/** Lists the parts of the day in which sessions of a week begin; undefined for more than fit. */
function partsOf<Session>(week: TimetableDay<Session>[], partOf: (session: Session) => string) {
  const parts = [...new Set(week.flatMap(({ sessions }) => sessions.map(partOf)))].sort()
  return parts.length <= maxRows ? parts : undefined
}

interface DayProps {
  id: string
  date: string
  label: string | undefined
  isShown: boolean
  isToday: boolean
  isOver: boolean
  foot: ReactNode
  children: ReactNode
}

function Day({ id, date, label, isShown, isToday, isOver, foot, children }: DayProps) {
  const Heading = label ? 'h3' : 'h2'
  return (
    <section
      aria-label={label && `${label}: ${longWeekday(date)} ${dayAndMonth(date)}`}
      aria-labelledby={label ? undefined : id}
      className="day"
      data-shown={isShown || undefined}
      data-today={isToday || undefined}
      data-over={isOver || undefined}
    >
      <header className="day-head">
        <Heading id={id}>
          <span className="day-short">{weekdayOf(date)}</span>
          <span className="day-long">{longWeekday(date)}</span>{' '}
          <time dateTime={date}>{dayAndMonth(date)}</time>
          {isToday && <span className="day-today">Today</span>}
        </Heading>
      </header>
      {children}
      {foot}
    </section>
  )
}

interface DaySessionsProps<Session> {
  kind: OfferingKind
  sessions: Session[]
  card: (session: Session) => ReactNode
  isOver: ((session: Session) => boolean) | undefined
  partOf: ((session: Session) => string) | undefined
  /** The rows of the week, each of which every day has, empty or not. */
  parts: string[] | undefined
}

/** A day's sessions; today's past ones are collapsed. */
function DaySessions<Session>({
  kind,
  sessions,
  card,
  isOver = () => false,
  partOf,
  parts,
}: DaySessionsProps<Session>) {
  const { many } = kindWords[kind]
  const coming = sessions.filter(session => !isOver(session))
  const over = sessions.filter(isOver)
  const list = (listed: Session[]) => (
    <ul className="day-sessions" aria-label={countOf(kind, listed.length)}>
      {listed.map(card)}
    </ul>
  )
  const first = (
    <>
      {over.length > 0 && (
        <details className="sessions-over">
          <summary>{over.length} over</summary>
          {list(over)}
        </details>
      )}
      {coming.length === 0 && (
        <p className="day-empty">{over.length > 0 ? `No more ${many} today` : `No ${many}`}</p>
      )}
    </>
  )
  const [nextUp] = coming
  const later = nextUp && partOf?.(nextUp)
  return partOf && parts && parts.length > 0 ? (
    <div className="day-rows">
      {parts.map((part, at) => {
        const begun = coming.filter(session => partOf(session) === part)
        return (
          <div key={part}>
            {at === 0 && first}
            {at === 0 && over.length > 0 && later && later !== part && <LaterToday hour={later} />}
            {begun.length > 0 && list(begun)}
          </div>
        )
      })}
    </div>
  ) : (
    <>
      {first}
      {coming.length > 0 && list(coming)}
    </>
  )
}

/** Scrolls down to today's next session, when the rows above it are over. */
const LaterToday = ({ hour }: { hour: string }) => (
  <button
    type="button"
    className="later-today"
    onClick={event => {
      const [next] =
        event.currentTarget.closest('.day')?.querySelectorAll('.day-rows > div > ul button') ?? []
      next?.scrollIntoView({ block: 'center' })
      ;(next as HTMLElement | undefined)?.focus({ preventScroll: true })
    }}
  >
    From {hour}:00 <span aria-hidden="true">↓</span>
  </button>
)

/** A day with at most this many sessions links to the next one, on a phone. */
const fewOfDay = 3

/** Links from a phone's day to the next day of the week with a session. */
function NextDay(given: {
  week: TimetableDay<unknown>[]
  date: string
  addressOfDay: ((day: string) => string) | undefined
  onDay: (day: string) => void
}) {
  const today = useToday()
  const next = given.week.find(({ date, sessions }) => date > given.date && sessions.length > 0)?.date
  if (!next) return null
  return (
    <p className="next-day">
      <DayLink address={given.addressOfDay?.(next)} onDay={() => given.onDay(next)} className="next-session">
        Next: {spokenDate(next, today)} <ArrowRight aria-hidden="true" className="icon" />
      </DayLink>
    </p>
  )
}

interface DayLinkProps {
  address: string | undefined
  onDay: () => void
  className: string
  'aria-current'?: 'date' | undefined
  'data-today'?: boolean | undefined
  children: ReactNode
}

function DayLink({ address, onDay, ...shared }: DayLinkProps) {
  return address === undefined ? (
    <button type="button" {...shared} onClick={onDay} />
  ) : (
    <PageLink to={address} onFollow={onDay} {...shared} />
  )
}
