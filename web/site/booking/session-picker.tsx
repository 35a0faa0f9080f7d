import '#web/ui/chip.css'
import { type FamilyPlace, familyWords } from '#web/site/offerings/family-words.ts'
import { useToday } from '#web/today.tsx'
import { spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { useMarking } from '#web/ui/field.tsx'
import { bookableIds, isEverythingChosen, type OfferedSession, toggled } from './booking-choice.ts'

interface SessionPickerProps {
  legend: string
  sessions: OfferedSession[]
  chosen: number[]
  onChange: (ids: number[]) => void
  /** A trial is one session: choosing another replaces it. The caller says no by not changing anything. */
  isSingle?: boolean
  /** What the family has in them already. */
  held: Partial<Record<number, FamilyPlace[]>>
}

/** The sessions of an offering as chips that toggle; those that cannot be booked say why (decision E-18). */
export function SessionPicker({ legend, sessions, chosen, onChange, isSingle, held }: SessionPickerProps) {
  const today = useToday()
  const isEverything = isEverythingChosen(chosen, sessions)
  const marking = useMarking('sessions')
  const hasSelectAll = !isSingle && bookableIds(sessions).length > 1
  return (
    <fieldset className="session-picker">
      <legend className="field-label">{legend}</legend>
      {hasSelectAll && (
        <label className="tick-line choose-all">
          <input
            type="checkbox"
            className="tick-box"
            checked={isEverything}
            onChange={() => onChange(isEverything ? [] : bookableIds(sessions))}
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
                disabled={!session.isBookable}
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
              {held[session.id] && (
                <span className="session-chip-why">{familyWords(held[session.id] ?? [], today)}</span>
              )}
              {!session.isBookable && (
                <span className="session-chip-why">{session.placesLeft === 0 ? 'Full' : 'Started'}</span>
              )}
            </label>
          </li>
        ))}
      </ul>
      {marking.note}
    </fieldset>
  )
}
