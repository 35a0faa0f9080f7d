import './week-grid.css'
import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import { addDays, everyDay } from '#domain/calendar.ts'
import { compareNames } from '#domain/compare-text.ts'
import { shortDay } from '#domain/format-dates.ts'
import { clashInWords } from '#domain/office/planner-sentences.ts'
import { addMinutes, minutesBetween, overlaps } from '#domain/office/recurrence.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { isFull, placesOf, spoken, stateOf, stateWords } from './session-words.ts'
import { sized } from './sized.ts'
import type { PatternOf } from './type-pattern.tsx'

/** A draft being moved, with the time where it would be dropped. */
interface Moving {
  session: PlannerSession
  date: string
  startTime: string
  endTime: string
}

const pixelsOfQuarter = 14
const dragsAfterPixels = 4
/**
 * The minimum width of a card, in rem. A day with more overlapping cards than fit is wider than a seventh of the
 * window.
 */
const minCardRem = 2.75

/**
 * Draws a week to scale, 14 pixels for a quarter of an hour: venues as bands, and seven days in one window. What happens
 * at the same time stands side by side, and a day grows where the cards would be too narrow to press (decision O-192).
 * A draft is dragged with the mouse, or moved with the arrow keys
 * (15 minutes; with Shift a day) and dropped with Enter. Its clashes are shown meanwhile. Memoised, because three hundred
 * cards are slow to render.
 */
export const WeekGrid = memo(function WeekGrid({
  sessions,
  monday,
  patternOf,
  mayMove,
  onOpen,
  onMove,
}: {
  sessions: PlannerSession[]
  monday: string
  patternOf: PatternOf
  mayMove: boolean
  onOpen: (session: PlannerSession) => void
  onMove: (session: PlannerSession, to: { date: string; startTime: string }) => void
}) {
  const [moving, setMoving] = useState<Moving>()
  const days = everyDay(monday, addDays(monday, 6))
  const today = useToday()
  const clashes = moving ? clashesAt(moving, sessions) : []

  const moveTo = (session: PlannerSession, date: string, minutes: number) => {
    const startTime = addMinutes(session.startTime, minutes)
    const endTime = addMinutes(session.endTime, minutes)
    if (!startTime || !endTime || startTime === '24:00' || !days.includes(date)) return
    setMoving({ session, date, startTime, endTime })
  }
  const putDown = () => {
    if (!moving) return
    const { session, date, startTime } = moving
    setMoving(undefined)
    if (date !== session.date || startTime !== session.startTime) onMove(session, { date, startTime })
  }
  const bands = [...new Set(sessions.map(({ venueId }) => venueId))].map(venueId => {
    const own = sessions.filter(session => session.venueId === venueId)
    return { venueId, sessions: own, columns: days.map(day => sideBySide(drawnOn(day, monday, own))) }
  })
  const widths = days.map(
    (_, index) => minCardRem * Math.max(1, ...bands.flatMap(({ columns }) => lanesIn(columns[index]))),
  )
  const cardOf = (session: PlannerSession) => ({
    session,
    pattern: patternOf(session.typeName),
    isMoving: moving?.session.id === session.id,
    onOpen: () => onOpen(session),
    ...(mayMove &&
      session.state === 'draft' &&
      session.date >= monday && {
        onMoveTo: moveTo,
        moving,
        putDown,
        putBack: () => setMoving(undefined),
      }),
  })

  return (
    <div
      className="week-grid-place"
      ref={sized({
        '--days': widths.map(width => `minmax(${width}rem, 1fr)`).join(' '),
        '--least': `${widths.reduce((sum, width) => sum + width, 0)}rem`,
      })}
    >
      <p role="status" className="sr-only">
        {moving &&
          `${shortDay(moving.date)}, ${moving.startTime} to ${moving.endTime}. ${clashes.join('. ')}`}
      </p>
      {bands.map(band => (
        <Band
          key={band.venueId}
          days={days}
          today={today}
          sessions={band.sessions}
          columns={band.columns}
          cardOf={cardOf}
          moving={moving}
          clashes={clashes}
        />
      ))}
    </div>
  )
})

/** Finds what a date would clash with there: rooms and teachers of the shown sessions. */
function clashesAt({ session, ...to }: Moving, sessions: PlannerSession[]): string[] {
  return sessions
    .filter(
      other =>
        other.id !== session.id && other.date <= to.date && to.date <= other.endDate && overlaps(to, other),
    )
    .flatMap(other => {
      const teacher = other.teachers.find(({ id }) => session.teachers.some(own => own.id === id))
      return [
        session.roomId !== null &&
          other.roomId === session.roomId &&
          clashInWords({ ...other, with: 'room', name: other.room }),
        teacher && clashInWords({ ...other, with: 'teacher', name: teacher.name }),
      ].filter(words => typeof words === 'string')
    })
}

type CardOf = (session: PlannerSession) => CardProps

function Band({
  days,
  today,
  sessions,
  columns,
  cardOf,
  moving,
  clashes,
}: {
  days: string[]
  today: string
  sessions: PlannerSession[]
  columns: Placed[][]
  cardOf: CardOf
  moving: Moving | undefined
  clashes: string[]
}) {
  const first = Number([...sessions.map(({ startTime }) => startTime)].sort()[0]?.slice(0, 2))
  const last = Math.ceil(minutesBetween('00:00', [...sessions.map(lastMoment)].sort().at(-1) ?? '24:00') / 60)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const top = (time: string) =>
    (minutesBetween(`${String(first).padStart(2, '0')}:00`, time) / 15) * pixelsOfQuarter
  const height = `${hours.length * 4 * pixelsOfQuarter}px`
  return (
    <section className="week-band" aria-label={sessions[0]?.venue} ref={sized({ '--height': height })}>
      <h2>
        <span className="week-venue">{sessions[0]?.venue}</span>
      </h2>
      <div className="week-days">
        <div className="week-hours">
          {hours.map(hour => (
            <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
          ))}
        </div>
        {days.map((day, index) => {
          const isTarget = moving?.date === day && moving.session.venueId === sessions[0]?.venueId
          return (
            <div key={day} className="week-day">
              <div className="week-day-head">
                <h3 aria-current={day === today ? 'date' : undefined}>{shortDay(day)}</h3>
              </div>
              <div className="week-column" data-day={day}>
                {columns[index]?.map(({ session, lane, lanes }) => (
                  <Card
                    key={session.id}
                    {...cardOf(session)}
                    placed={{
                      '--top': `${top(session.startTime)}px`,
                      '--tall': `${top(lastMoment(session)) - top(session.startTime)}px`,
                      '--left': `${(lane / lanes) * 100}%`,
                      '--wide': `${100 / lanes}%`,
                    }}
                  />
                ))}
                {day === today && <NowLine topOf={top} hours={hours} />}
                {isTarget && moving && (
                  <div
                    className="week-ghost"
                    data-clash={clashes.length > 0 || undefined}
                    ref={sized({
                      '--top': `${top(moving.startTime)}px`,
                      '--tall': `${top(moving.endTime) - top(moving.startTime)}px`,
                    })}
                  >
                    <strong>
                      {moving.startTime}–{moving.endTime}
                    </strong>
                    {clashes.map(words => (
                      <span key={words}>{words}</span>
                    ))}
                  </div>
                )}
              </div>
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** Returns the day on which a session of several days is drawn: its first, or Monday if it began in an earlier week. */
const drawnOn = (day: string, monday: string, sessions: PlannerSession[]) =>
  sessions.filter(({ date }) => day === (date < monday ? monday : date))

const lastMoment = ({ date, endDate, startTime, endTime }: PlannerSession) =>
  date === endDate || endTime > startTime ? endTime : '24:00'

interface Placed {
  session: PlannerSession
  lane: number
  lanes: number
}

/** Places a day's sessions side by side where they overlap. One that overlaps with none has the day's whole width. */
function sideBySide(sessions: PlannerSession[]): Placed[] {
  const byTime = [...sessions].sort(
    (one, other) =>
      compareNames(one.startTime, other.startTime) || compareNames(one.room, other.room) || one.id - other.id,
  )
  const groups: PlannerSession[][] = []
  for (const session of byTime) {
    const group = groups.at(-1)
    if (group?.some(other => overlaps(drawn(other), drawn(session)))) group.push(session)
    else groups.push([session])
  }
  return groups.flatMap(group => {
    const lanes: PlannerSession[][] = []
    for (const session of group) {
      const lane = lanes.find(others => !others.some(other => overlaps(drawn(other), drawn(session))))
      if (lane) lane.push(session)
      else lanes.push([session])
    }
    return lanes.flatMap((lane, index) =>
      lane.map(session => ({ session, lane: index, lanes: lanes.length })),
    )
  })
}
const lanesIn = (column: Placed[] = []) => column.map(({ lanes }) => lanes)
const drawn = (session: PlannerSession) => ({ startTime: session.startTime, endTime: lastMoment(session) })

/** Draws the present moment across today, where the shown hours contain it. */
function NowLine({ topOf, hours }: { topOf: (time: string) => number; hours: number[] }) {
  const time = useNowInLondon().slice(11)
  if (!hours.includes(Number(time.slice(0, 2)))) return null
  return <div className="week-now" ref={sized({ '--top': `${topOf(time)}px` })} />
}

interface CardProps {
  session: PlannerSession
  pattern: number
  isMoving: boolean
  onOpen: () => void
  moving?: Moving | undefined
  onMoveTo?: (session: PlannerSession, date: string, minutes: number) => void
  putDown?: () => void
  putBack?: () => void
}

function Card({
  session,
  pattern,
  isMoving,
  onOpen,
  moving,
  onMoveTo,
  putDown,
  putBack,
  placed,
}: CardProps & { placed: Record<string, string> }) {
  const from = useRef<{ x: number; y: number; isDragged: boolean }>(undefined)
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    // A finger scrolls; on a phone a draft is moved in its panel.
    if (!onMoveTo || event.button !== 0 || event.pointerType === 'touch') return
    from.current = { x: event.clientX, y: event.clientY, isDragged: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const start = from.current
    if (!start || !onMoveTo || event.buttons === 0) return
    const [x, y] = [event.clientX - start.x, event.clientY - start.y]
    if (!start.isDragged && Math.hypot(x, y) < dragsAfterPixels) return
    start.isDragged = true
    const columns =
      event.currentTarget.closest('.week-days')?.querySelectorAll<HTMLElement>('[data-day]') ?? []
    const day = columnUnder(columns, event.clientX)
    onMoveTo(session, day ?? session.date, Math.round(y / pixelsOfQuarter) * 15)
  }
  const onPointerUp = () => {
    if (from.current?.isDragged) putDown?.()
  }
  const onClick = () => {
    // The click that ends a drag opens nothing.
    if (!from.current?.isDragged) onOpen()
    from.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isMoving) {
      event.preventDefault()
      putDown?.()
      return
    }
    if (event.key === 'Escape' && isMoving) putBack?.()
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key]
    if (!step || !onMoveTo) return
    event.preventDefault()
    const at = isMoving && moving ? moving : session
    const minutes = minutesBetween(session.startTime, at.startTime)
    if (event.shiftKey) onMoveTo(session, addDays(at.date, step), minutes)
    else onMoveTo(session, at.date, minutes + step * 15)
  }
  const initials = session.teachers.map(({ name }) =>
    name
      .split(' ')
      .map(part => part[0])
      .join(''),
  )
  return (
    <button
      type="button"
      // When another venue's band renders it, the focus finds it by this id.
      id={`date-${session.id}`}
      className="week-card"
      aria-keyshortcuts={onMoveTo && 'ArrowUp ArrowDown Shift+ArrowLeft Shift+ArrowRight'}
      data-pattern={pattern}
      data-state={session.state}
      data-full={(session.state === 'scheduled' && isFull(session)) || undefined}
      data-clash={session.clashes.length > 0 || undefined}
      data-moving={isMoving || undefined}
      data-short={minutesBetween(session.startTime, lastMoment(session)) < 45 || undefined}
      data-movable={onMoveTo ? true : undefined}
      ref={sized({ ...placed, '--colour': session.colour })}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        from.current = undefined
        putBack?.()
      }}
      onClick={onClick}
      onKeyDown={onKeyDown}
      // Only Enter drops what the keys moved; losing the focus cancels.
      onBlur={() => isMoving && putBack?.()}
    >
      {/* The visible text is short, so screen readers get all of it; the title comes first. */}
      <span className="sr-only">{spoken(session)}</span>
      <span aria-hidden="true" className="week-card-when figures">
        {session.startTime}{' '}
        <span>{session.state === 'cancelled' ? stateWords.cancelled : placesOf(session)}</span>
      </span>
      <span aria-hidden="true" className="week-card-title">
        {session.title}
      </span>
      <span aria-hidden="true">
        {[session.waiting > 0 && `${session.waiting} waiting`, session.room, session.ages, ...initials]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {session.state !== 'scheduled' && <span aria-hidden="true">{stateOf(session)}</span>}
      {session.clashes.map(clash => (
        <span key={`${clash.sessionId} ${clash.with}`} aria-hidden="true" className="week-card-clash">
          {clashInWords(clash)}
        </span>
      ))}
    </button>
  )
}

function columnUnder(columns: Iterable<HTMLElement>, x: number): string | undefined {
  return [...columns].find(column => {
    const { left, right } = column.getBoundingClientRect()
    return left <= x && x < right
  })?.dataset.day
}
