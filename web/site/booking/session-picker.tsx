import '#web/ui/chip.css'
import './session-picker.css'
import { type FamilyPlace, familyWords } from '#web/site/offerings/family-words.ts'
import { fewLeft } from '#web/site/offerings/session-card.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDays, spokenWhen, timeRange } from '#web/ui/british-dates.ts'
import { useMarking } from '#web/ui/forms/field.tsx'
import { bookableIds, isEverythingChosen, type OfferedSession, toggled } from './booking-choice.ts'
import type { HeldPlaces } from './queries.ts'

interface SessionPickerProps {
  legend: string
  sessions: OfferedSession[]
  chosen: number[]
  onChange: (ids: number[]) => void
  /** Whether another choice replaces the first, as for a trial. The caller refuses by not changing the value. */
  isSingle?: boolean
  /** The family's places. A session that a chosen child has already cannot be chosen. */
  held: HeldPlaces
  /** Opens the waiting list of a full session. */
  onWait?: (session: OfferedSession) => void
}

/** A choice of an offering's sessions, as chips; those that cannot be booked say why (decision E-18). */
export function SessionPicker({
  legend,
  sessions,
  chosen,
  onChange,
  isSingle,
  held,
  onWait,
}: SessionPickerProps) {
  const today = useToday()
  const free = sessions.filter(({ id }) => !held.isHeld(id))
  const isEverything = isEverythingChosen(chosen, free)
  const marking = useMarking('sessions')
  const hasSelectAll = !isSingle && bookableIds(free).length > 1
  return (
    <fieldset className="session-picker">
      <legend className="field-label">{legend}</legend>
      {hasSelectAll && (
        <label className="tick-line choose-all">
          <input
            type="checkbox"
            className="tick-box"
            checked={isEverything}
            onChange={() => onChange(isEverything ? [] : bookableIds(free))}
          />
          <span>Select all</span>
        </label>
      )}
      <ul className="session-chips">
        {sessions.map(session => (
          <li key={session.id}>
            <label className="chip session-chip">
              <input
                {...marking.given}
                type="checkbox"
                value={session.id}
                className="sr-only"
                disabled={!session.isBookable || !free.includes(session)}
                checked={chosen.includes(session.id)}
                onChange={() => {
                  const isChosen = chosen.includes(session.id)
                  onChange(isSingle ? (isChosen ? [] : [session.id]) : toggled(chosen, session.id))
                }}
              />
              <span className="session-chip-when">
                {spokenDays(session.startDate, session.endDate, today)}{' '}
                <span className="figures">{timeRange(session.startTime, session.endTime)}</span>
              </span>
              <span className="session-chip-name">{session.name}</span>
              {held.places[session.id] && (
                <span className="session-chip-why">{familyWords(held.places[session.id] ?? [], today)}</span>
              )}
              {session.isBookable && fewLeft(session.placesLeft) && (
                <span>{fewLeft(session.placesLeft)}</span>
              )}
              {!session.isBookable && (
                <span className="session-chip-why">{session.placesLeft === 0 ? 'Full' : 'Started'}</span>
              )}
            </label>
            {onWait && session.placesLeft === 0 && !isAwaited(held.places[session.id]) && (
              <button type="button" className="text-link lone-link" onClick={() => onWait(session)}>
                Waiting list<span className="sr-only"> for {spokenWhen(session, today)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {marking.note}
    </fieldset>
  )
}

/** Whether somebody of the family waits there, or has a reserved place. */
const isAwaited = (places: FamilyPlace[] = []) =>
  places.some(({ state }) => state === 'waiting' || state === 'kept')
