import './class-times.css'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput } from '#contract/wire.ts'
import { addDays } from '#domain/calendar.ts'
import { addMinutes, minutesBetween } from '#domain/office/recurrence.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select, useMarking } from '#web/ui/forms/field.tsx'
import type { Text } from '#web/ui/forms/form.tsx'
import { TickField } from '../ui/fields.tsx'
import { ChoiceField } from './choice-field.tsx'
import { weekdayNames } from './session-words.ts'
import { TeachersField } from './teachers-field.tsx'

/** `lengthMinutes` is kept when the start changes; undefined once the end was typed. */
interface Hours {
  startTime: string
  endTime: string
  lengthMinutes: number | null
}

/** One line of the form: the same times on one or several days of the week. */
export interface Times extends Hours {
  key: string
  /** The id of the weekly time, if it exists already. */
  id?: number | undefined
  weekdays: number[]
  weeks: 'every' | 'odd' | 'even'
  roomId: number | null
  capacity: string
  teacherIds: number[]
}
export interface SingleDate extends Hours {
  key: string
  date: string
  endDate: string
  /** The last day was typed by hand, so a new first day does not move it. */
  hasOwnEnd?: boolean
}
export interface Room {
  id: number
  name: string
  capacity: number | null
}

export const laterOf = (one: string, other: string) => [one, other].sort()[1] as string

/** The length of a date of a new class. */
export const usualMinutes = 45

const hoursOf = (startTime: string, endTime: string): Hours => {
  const minutes = minutesBetween(startTime, endTime)
  return { startTime, endTime, lengthMinutes: minutes > 0 ? minutes : usualMinutes }
}

/** Moves the end with the start, within the day. An older draft has no length. */
const startedAt = (startTime: string, { endTime, lengthMinutes }: Hours) => {
  const end = startTime && lengthMinutes && addMinutes(startTime, lengthMinutes)
  return { startTime, endTime: end && end !== '24:00' ? end : endTime }
}

/** Returns a line with its end that many minutes after its start, if that is the same day. */
export const lastsFor = (minutes: number, line: Times): Times => ({
  ...line,
  lengthMinutes: minutes,
  ...startedAt(line.startTime, { ...line, lengthMinutes: minutes }),
})

/** Returns new times with the same hours and length as others. */
export const newTimes = ({
  startTime = '10:00',
  endTime = '10:45',
  ...like
}: Partial<Times> = {}): Times => ({
  weekdays: [],
  weeks: 'every',
  roomId: null,
  capacity: '12',
  teacherIds: [],
  ...like,
  ...hoursOf(startTime, endTime),
  key: crypto.randomUUID(),
})
export const newDate = (
  date: string,
  { startTime, endTime } = { startTime: '09:30', endTime: '15:30' },
): SingleDate => ({
  key: crypto.randomUUID(),
  date,
  endDate: date,
  ...hoursOf(startTime, endTime),
})

export const slotsOf = (lines: Times[]) =>
  lines.flatMap(({ key: _key, lengthMinutes: _length, weekdays, capacity, ...times }) =>
    weekdays.map(weekday => ({ ...times, weekday, capacity: Number(capacity) })),
  )
export const datesOfSingles = (singles: SingleDate[]) =>
  singles.map(({ key: _key, lengthMinutes: _length, hasOwnEnd: _end, ...date }) => date)

type NewDate = CallInput<typeof planner.addDates>['dates'][number]

/** Marks the dates that lie in a closure as kept, where the form's tick says so. */
export const keptInClosures = (
  dates: NewDate[],
  text: Text,
  isClosed: (date: NewDate) => boolean,
): NewDate[] =>
  dates.map(date => (text('keepDates') === 'yes' && isClosed(date) ? { ...date, isKept: true } : date))

export const singlesAreWhole = (singles: SingleDate[]) =>
  singles.every(single => single.date && single.endDate && single.startTime && single.endTime)

/** A choice between weekly times and single dates. */
export function WeeklyOrSingle({
  isWeekly,
  onChange,
}: {
  isWeekly: boolean
  onChange: (isWeekly: boolean) => void
}) {
  return (
    <div className="row">
      <Checkbox
        type="radio"
        name="when"
        value="weekly"
        label="Week by week"
        checked={isWeekly}
        onChange={() => onChange(true)}
      />
      <Checkbox
        type="radio"
        name="when"
        value="single"
        label="Single dates"
        checked={!isWeekly}
        onChange={() => onChange(false)}
      />
    </div>
  )
}

function HoursFields({ hours, onChange }: { hours: Hours; onChange: (changes: Partial<Hours>) => void }) {
  return (
    <>
      <Field
        label="Start"
        type="time"
        value={hours.startTime}
        onChange={event => onChange(startedAt(event.currentTarget.value, hours))}
      />
      <Field
        label="End"
        type="time"
        value={hours.endTime}
        onChange={event => onChange({ endTime: event.currentTarget.value, lengthMinutes: null })}
      />
    </>
  )
}

interface TimesRowProps {
  line: Times
  /** All lines of the form; the last one cannot be removed. */
  lines: Times[]
  rooms: Room[]
  teachers: { id: number; name: string }[]
  /** Whether each line is an existing weekly time, which has exactly one day. */
  isOneDay?: boolean
  onChange: (lines: Times[]) => void
  /**
   * Returns the action that creates a room and passes it to `take`; undefined for members who may
   * not create one.
   */
  newRoom?: (take: (roomId: number) => void) => (() => void) | undefined
}

/** Returns the lines and another one like the last, without its days. */
export const withAnother = (lines: Times[]): Times[] => [
  ...lines,
  newTimes({ ...lines.at(-1), id: undefined, weekdays: [] }),
]

export function TimesRow({ line, lines, rooms, teachers, isOneDay, onChange, newRoom }: TimesRowProps) {
  const change = (changes: Partial<Times>) =>
    onChange(lines.map(one => (one.key === line.key ? { ...one, ...changes } : one)))
  const onNewRoom = newRoom?.(roomId => change({ roomId }))
  const room = rooms.find(({ id }) => id === line.roomId)
  const isOverfull = room?.capacity && Number(line.capacity) > room.capacity
  const toggle = (weekday: number) =>
    line.weekdays.includes(weekday)
      ? line.weekdays.filter(day => day !== weekday)
      : [...line.weekdays, weekday].sort()
  return (
    <div className="slot-row">
      {isOneDay ? (
        <Select
          label="Day"
          value={line.weekdays[0] ?? ''}
          options={[
            ...(line.weekdays.length === 0 ? [{ value: '', label: 'Choose' }] : []),
            ...weekdayNames.map((label, index) => ({ value: index + 1, label })),
          ]}
          onChange={event => change({ weekdays: [Number(event.currentTarget.value)] })}
        />
      ) : (
        <fieldset className="slot-days">
          <legend className="sr-only">Days of the week</legend>
          {weekdayNames.map((name, index) => (
            <Checkbox
              key={name}
              label={name.slice(0, 3)}
              aria-label={name}
              checked={line.weekdays.includes(index + 1)}
              onChange={() => change({ weekdays: toggle(index + 1) })}
            />
          ))}
        </fieldset>
      )}
      <HoursFields hours={line} onChange={change} />
      <Select
        label="Weeks"
        value={line.weeks}
        options={[
          { value: 'every', label: 'Every' },
          { value: 'odd', label: 'Odd' },
          { value: 'even', label: 'Even' },
        ]}
        onChange={event => change({ weeks: event.currentTarget.value as Times['weeks'] })}
      />
      <Field
        label="Places"
        inputMode="numeric"
        value={line.capacity}
        onChange={event => change({ capacity: event.currentTarget.value })}
      />
      <ChoiceField
        label="Room"
        value={line.roomId}
        options={rooms}
        nothing="None"
        onChoose={roomId => change({ roomId })}
        makes={onNewRoom && { label: 'New room', onPress: onNewRoom }}
      />
      <TeachersField
        teachers={teachers}
        chosen={line.teacherIds}
        onChoose={teacherIds => change({ teacherIds })}
      />
      {isOverfull && (
        <p className="slot-wide field-hint">
          {room.name} holds {room.capacity}. Say why under Reason
        </p>
      )}
      {lines.length > 1 && (
        <Button
          look="quiet"
          size="small"
          className="slot-remove"
          aria-label={`Remove ${line.weekdays.map(day => weekdayNames[day - 1]).join(', ') || 'this time'} ${line.startTime}`}
          onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
        >
          Remove
        </Button>
      )}
    </div>
  )
}

export interface Alone {
  singles: SingleDate[]
  roomId: number | null
  teacherIds: number[]
}

/** The fields of a camp or workshop: single dates with common places, room and teachers. */
export function SingleDatesFields({
  given: { singles, roomId, teacherIds },
  onChange,
  isClosed,
  rooms,
  teachers,
  onNewRoom,
}: {
  given: Alone
  onChange: (changes: Partial<Alone>) => void
  isClosed: (single: SingleDate) => boolean
  rooms: Room[]
  teachers: { id: number; name: string }[]
  onNewRoom?: (() => void) | undefined
}) {
  return (
    <>
      <SingleDates singles={singles} onChange={singles => onChange({ singles })} />
      {singles.some(isClosed) && <TickField label="Keep dates that lie in a closure" name="keepDates" />}
      <div className="columns">
        <Field label="Places" name="capacity" inputMode="numeric" />
        <ChoiceField
          label="Room"
          value={roomId}
          options={rooms}
          nothing="None"
          onChoose={roomId => onChange({ roomId })}
          makes={onNewRoom && { label: 'New room', onPress: onNewRoom }}
        />
        <TeachersField
          teachers={teachers}
          chosen={teacherIds}
          onChoose={teacherIds => onChange({ teacherIds })}
        />
      </div>
    </>
  )
}

function SingleDates({
  singles,
  onChange,
}: {
  singles: SingleDate[]
  onChange: (singles: SingleDate[]) => void
}) {
  const { given, note } = useMarking('dates')
  const list = useRef<HTMLDivElement>(null)
  const change = (key: string, changes: Partial<SingleDate>) =>
    onChange(singles.map(single => (single.key === key ? { ...single, ...changes } : single)))
  return (
    <div ref={list} className="stack">
      {singles.map(single => (
        <div key={single.key} className="slot-row">
          <Field
            label="First day"
            type="date"
            value={single.date}
            onChange={event => {
              const date = event.currentTarget.value
              change(single.key, { date, ...(!single.hasOwnEnd && { endDate: date }) })
            }}
          />
          <Field
            label="Last day"
            type="date"
            value={single.endDate}
            onChange={event => change(single.key, { endDate: event.currentTarget.value, hasOwnEnd: true })}
          />
          <HoursFields hours={single} onChange={changes => change(single.key, changes)} />
          {singles.length > 1 && (
            <Button
              look="quiet"
              size="small"
              className="slot-remove"
              aria-label={`Remove ${single.date}`}
              onClick={() => onChange(singles.filter(({ key }) => key !== single.key))}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      <div>
        <Button
          look="secondary"
          size="small"
          {...given}
          onClick={() => {
            const last = singles.at(-1) as SingleDate
            flushSync(() => onChange([...singles, newDate(last.date && addDays(last.date, 7), last)]))
            // Scrolls to the new row, whose day is typed next, so that the form's foot does not cover it.
            list.current?.querySelectorAll('.slot-row').item(singles.length).querySelector('input')?.focus()
          }}
        >
          Another date
        </Button>
        {note}
      </div>
    </div>
  )
}
