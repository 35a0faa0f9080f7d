import './day-list.css'
import './clash-words.css'
import type { PlannerSession } from '#contract/office/planner.ts'
import { addDays, everyDay, mondayOf } from '#domain/calendar.ts'
import { shortDay } from '#domain/format-dates.ts'
import { clashInWords } from '#domain/office/planner-sentences.ts'
import { StateWord } from '../ui/state-word.tsx'
import { placesOf, stateOf, stateShapes } from './session-words.ts'
import { type PatternOf, TypeSign } from './type-pattern.tsx'

/** One day of the week as a list: a phone shows it instead of the grid. */
export function DayList({
  sessions,
  patternOf,
  day,
  onDay,
  onOpen,
}: {
  sessions: PlannerSession[]
  patternOf: PatternOf
  day: string
  onDay: (day: string) => void
  onOpen: (session: PlannerSession) => void
}) {
  const monday = mondayOf(day)
  const ofDay = sessions
    .filter(({ date, endDate }) => date <= day && day <= endDate)
    .sort((one, other) => one.startTime.localeCompare(other.startTime))
  return (
    <section className="day-list" aria-label={shortDay(day)}>
      <div className="day-list-days">
        {everyDay(monday, addDays(monday, 6)).map(date => (
          <button
            key={date}
            type="button"
            aria-label={shortDay(date)}
            aria-pressed={date === day}
            onClick={() => onDay(date)}
          >
            {shortDay(date).slice(0, 3)}
            <br />
            {Number(date.slice(8))}
          </button>
        ))}
      </div>
      {ofDay.length === 0 && <p className="quiet">No dates on this day</p>}
      {ofDay.map(session => (
        <button key={session.id} type="button" className="day-list-row" onClick={() => onOpen(session)}>
          <TypeSign pattern={patternOf(session.typeName)} colour={session.colour} />
          <span className="figures strong">{session.startTime}</span>
          <span>
            <span className="strong">{session.title}</span>
            <br />
            <span className="quiet">
              {session.venue}
              {session.room && `, ${session.room}`} · {session.ages}
            </span>
          </span>
          <span className="figures">
            {session.state !== 'cancelled' && (
              <>
                {placesOf(session)}
                <br />
              </>
            )}
            <StateWord is={stateShapes[session.state]}>{stateOf(session)}</StateWord>
          </span>
          {session.clashes.map(clash => (
            <span key={`${clash.sessionId} ${clash.with}`} className="planner-clash">
              {clashInWords(clash)}
            </span>
          ))}
        </button>
      ))}
    </section>
  )
}
