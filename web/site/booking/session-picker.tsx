import '#web/ui/chip.css'
import './session-picker.css'
import { type ReactNode, useEffect, useId } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { type FamilyPlace, familyWords } from '#web/site/offerings/family-words.ts'
import { countOf } from '#web/site/offerings/kind-words.ts'
import { fewLeft } from '#web/site/offerings/session-card.tsx'
import { useToday } from '#web/today.tsx'
import { dayAndMonth, spokenDays, spokenWhen, timeRange } from '#web/ui/british-dates.ts'
import { useMarking } from '#web/ui/forms/field.tsx'
import { useOneTabStop } from '#web/ui/forms/one-tab-stop.ts'
import { bookableIds, isEverythingChosen, type OfferedSession, toggled } from './booking-choice.ts'
import { groupDates, nameAll } from './date-groups.ts'
import type { HeldPlaces } from './queries.ts'

interface SessionPickerProps {
  kind: OfferingKind
  legend: string
  /** The session that opened the dialog: its weekday and time come first, and its date is in sight. */
  pressed: number
  sessions: OfferedSession[]
  chosen: number[]
  onChange: (ids: number[]) => void
  /** Whether another choice replaces the first, as for a trial. The caller refuses by not changing the value. */
  isSingle?: boolean
  /** The family's places. A session that a chosen child has already cannot be chosen. */
  held: HeldPlaces
  /** Opens the waiting list of a full session. */
  onWait?: (session: OfferedSession) => void
  /** Says what these sessions cost together. */
  priceOf?: (sessions: OfferedSession[]) => string
}

/**
 * A choice of an offering's sessions, as chips by weekday and time; those that cannot be booked say why (decision
 * E-18).
 */
export function SessionPicker(given: SessionPickerProps) {
  const { kind, legend, pressed, sessions, chosen, onChange, isSingle = false, held, priceOf } = given
  const id = useId()
  const marking = useMarking('sessions')
  const { ref, ...keys } = useOneTabStop<HTMLFieldSetElement>()
  const groups = groupDates(sessions, pressed)
  const free = sessions.filter(one => one.isBookable && !held.isHeld(one.id))
  useEffect(() => {
    // At opening only: afterwards nothing scrolls by itself.
    ref.current?.querySelector('.chip:has(:checked)')?.scrollIntoView({ block: 'nearest' })
  }, [ref])
  const choose = { chosen, onChange, priceOf }
  return (
    <fieldset ref={ref} className="session-picker" aria-describedby={`${id}-keys`} {...keys}>
      <legend className="field-label">{legend}</legend>
      <p id={`${id}-keys`} className="arrow-keys">
        Arrow keys move between the dates
      </p>
      {groups.map(group => {
        const ofGroup = group.sessions.filter(one => free.includes(one))
        const all = !isSingle && ofGroup.length > 1 && nameAll(group, ofGroup, groups)
        return (
          <fieldset key={group.title} className="date-group">
            <legend className={group.isMixed && groups.length === 1 ? 'sr-only' : 'strong'}>
              {group.title}
            </legend>
            {all && (
              <ChooseAll {...choose} of={ofGroup} count={countOf(kind, ofGroup.length)} isBrief>
                {all}
              </ChooseAll>
            )}
            <ul className="session-chips">
              {group.sessions.map(session => (
                <SessionChip
                  key={session.id}
                  {...given}
                  session={session}
                  isInWeek={!group.isMixed}
                  marking={marking.given}
                />
              ))}
            </ul>
          </fieldset>
        )
      })}
      {!isSingle && free.length > 1 && (
        <ChooseAll {...choose} of={free} count={`${free.length} dates`}>
          Select all
        </ChooseAll>
      )}
      {marking.note}
    </fieldset>
  )
}

interface ChooseAllProps extends Pick<SessionPickerProps, 'chosen' | 'onChange' | 'priceOf'> {
  of: OfferedSession[]
  count: string
  /** Whether whole pounds are written without pence. */
  isBrief?: boolean
  children: ReactNode
}

/** Chooses all these dates, or none of them; says before the press how many they are, and their price. */
function ChooseAll({ chosen, onChange, priceOf, of, count, isBrief, children }: ChooseAllProps) {
  const isChosen = isEverythingChosen(chosen, of)
  const ids = bookableIds(of)
  const others = chosen.filter(id => !ids.includes(id))
  const price = priceOf?.(of) ?? ''
  return (
    <label className="tick-line choose-all">
      <input
        type="checkbox"
        className="tick-box"
        data-field="sessions"
        checked={isChosen}
        onChange={() => onChange(isChosen ? others : [...others, ...ids])}
      />
      <span>
        <span className="strong">{children}</span>
        <span>
          {` · ${count}`}
          {price && ` · ${isBrief ? price.replace(/\.00$/, '') : price}`}
        </span>
      </span>
    </label>
  )
}

interface SessionChipProps
  extends Pick<SessionPickerProps, 'chosen' | 'onChange' | 'isSingle' | 'held' | 'onWait'> {
  session: OfferedSession
  /** Whether the heading above says weekday and time, so that only screen readers need them here. */
  isInWeek: boolean
  marking: ReturnType<typeof useMarking>['given']
}

function SessionChip({
  session,
  isInWeek,
  chosen,
  onChange,
  isSingle,
  held,
  onWait,
  marking,
}: SessionChipProps) {
  const today = useToday()
  const isChosen = chosen.includes(session.id)
  const places = held.places[session.id] ?? []
  return (
    <li>
      <label className="chip session-chip">
        <input
          {...marking}
          type="checkbox"
          value={session.id}
          className="sr-only"
          disabled={!session.isBookable || held.isHeld(session.id)}
          checked={isChosen}
          onChange={() => onChange(isSingle ? (isChosen ? [] : [session.id]) : toggled(chosen, session.id))}
        />
        <ChipWhen session={session} isInWeek={isInWeek} />
        <span className="session-chip-name">{session.name}</span>
        {places.length > 0 && <span className="session-chip-why">{familyWords(places, today)}</span>}
        {session.isBookable && fewLeft(session.placesLeft) && <span>{fewLeft(session.placesLeft)}</span>}
        {!session.isBookable && (
          <span className="session-chip-why">{session.placesLeft === 0 ? 'Full' : 'Started'}</span>
        )}
      </label>
      {onWait && session.placesLeft === 0 && !isAwaited(places) && (
        <button type="button" className="text-link lone-link" onClick={() => onWait(session)}>
          Waiting list<span className="sr-only"> for {spokenWhen(session, today)}</span>
        </button>
      )}
    </li>
  )
}

/** Shows 'Sat 6 Feb 10:00–10:45', of which only '6 Feb' is drawn below the heading of a weekday and time. */
function ChipWhen({ session, isInWeek }: { session: OfferedSession; isInWeek: boolean }) {
  const today = useToday()
  const days = spokenDays(session.startDate, session.endDate, today)
  const time = timeRange(session.startTime, session.endTime)
  if (!isInWeek) {
    return (
      <span className="session-chip-when">
        {days} <span className="figures">{time}</span>
      </span>
    )
  }
  const day = dayAndMonth(session.startDate)
  const [before, after] = days.split(day)
  return (
    <span className="session-chip-when">
      <span className="sr-only">{before}</span>
      {day}
      <span className="sr-only">{`${after} ${time}`}</span>
    </span>
  )
}

/** Whether somebody of the family waits there, or has a reserved place. */
const isAwaited = (places: FamilyPlace[]) =>
  places.some(({ state }) => state === 'waiting' || state === 'kept')
