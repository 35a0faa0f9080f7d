import './terms-page.css'
import { addDays } from '#domain/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { weekdayNames } from './session-words.ts'

/** One line of the form: the same times on one or several days of the week. */
export interface Times {
  key: number
  weekdays: number[]
  startTime: string
  endTime: string
  weeks: 'every' | 'odd' | 'even'
  roomId: number | null
  capacity: string
  teacherIds: number[]
}
export interface SingleDate {
  key: number
  date: string
  endDate: string
  startTime: string
  endTime: string
}

export const laterOf = (one: string, other: string) => [one, other].sort()[1] as string

let lastKey = 0
export const newTimes = (like?: Times): Times => ({
  weekdays: [],
  startTime: '10:00',
  endTime: '10:45',
  weeks: 'every',
  roomId: null,
  capacity: '12',
  teacherIds: [],
  ...like,
  key: ++lastKey,
})
export const newDate = (date: string): SingleDate => ({
  key: ++lastKey,
  date,
  endDate: date,
  startTime: '09:30',
  endTime: '15:30',
})

export const slotsOf = (lines: Times[]) =>
  lines.flatMap(({ key: _key, weekdays, capacity, ...times }) =>
    weekdays.map(weekday => ({ ...times, weekday, capacity: Number(capacity) })),
  )

export function TimesRow({
  line,
  rooms,
  teachers,
  onChange,
  onRemove,
}: {
  line: Times
  rooms: { id: number; name: string; capacity: number | null }[]
  teachers: { id: number; name: string }[]
  onChange: (changes: Partial<Times>) => void
  onRemove?: () => void
}) {
  const room = rooms.find(({ id }) => id === line.roomId)
  const isOverfull = room?.capacity && Number(line.capacity) > room.capacity
  const toggle = (weekday: number) =>
    line.weekdays.includes(weekday)
      ? line.weekdays.filter(day => day !== weekday)
      : [...line.weekdays, weekday].sort()
  return (
    <div className="slot-row">
      <fieldset className="slot-days">
        <legend className="sr-only">Days of the week</legend>
        {weekdayNames.map((name, index) => (
          <Checkbox
            key={name}
            label={name.slice(0, 3)}
            aria-label={name}
            checked={line.weekdays.includes(index + 1)}
            onChange={() => onChange({ weekdays: toggle(index + 1) })}
          />
        ))}
      </fieldset>
      <Field
        label="Start"
        type="time"
        value={line.startTime}
        onChange={event => onChange({ startTime: event.currentTarget.value })}
      />
      <Field
        label="End"
        type="time"
        value={line.endTime}
        onChange={event => onChange({ endTime: event.currentTarget.value })}
      />
      <Select
        label="Weeks"
        value={line.weeks}
        options={[
          { value: 'every', label: 'Every' },
          { value: 'odd', label: 'Odd' },
          { value: 'even', label: 'Even' },
        ]}
        onChange={event => onChange({ weeks: event.currentTarget.value as Times['weeks'] })}
      />
      <Select
        label="Room"
        value={line.roomId ?? ''}
        options={[{ value: '', label: 'None' }, ...rooms.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={event => onChange({ roomId: Number(event.currentTarget.value) || null })}
      />
      <Field
        label="Places"
        inputMode="numeric"
        value={line.capacity}
        {...(isOverfull && { hint: `${room.name} holds ${room.capacity}. Give a reason under More` })}
        onChange={event => onChange({ capacity: event.currentTarget.value })}
      />
      <Select
        label="Teacher"
        value={line.teacherIds[0] ?? ''}
        options={[
          { value: '', label: 'Nobody yet' },
          ...teachers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event =>
          onChange({ teacherIds: event.currentTarget.value ? [Number(event.currentTarget.value)] : [] })
        }
      />
      {onRemove && (
        <Button look="quiet" size="small" onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  )
}

export function SingleDates({
  singles,
  onChange,
  rooms,
}: {
  singles: SingleDate[]
  onChange: (singles: SingleDate[]) => void
  rooms: { id: number; name: string }[]
}) {
  const change = (key: number, changes: Partial<SingleDate>) =>
    onChange(singles.map(single => (single.key === key ? { ...single, ...changes } : single)))
  return (
    <>
      {singles.map(single => (
        <div key={single.key} className="slot-row">
          <Field
            label="First day"
            type="date"
            value={single.date}
            onChange={event => {
              const date = event.currentTarget.value
              change(single.key, { date, endDate: laterOf(single.endDate, date) })
            }}
          />
          <Field
            label="Last day"
            type="date"
            value={single.endDate}
            onChange={event => change(single.key, { endDate: event.currentTarget.value })}
          />
          <Field
            label="Start"
            type="time"
            value={single.startTime}
            onChange={event => change(single.key, { startTime: event.currentTarget.value })}
          />
          <Field
            label="End"
            type="time"
            value={single.endTime}
            onChange={event => change(single.key, { endTime: event.currentTarget.value })}
          />
          {singles.length > 1 && (
            <Button
              look="quiet"
              size="small"
              onClick={() => onChange(singles.filter(({ key }) => key !== single.key))}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      <Button
        look="secondary"
        size="small"
        onClick={() => {
          const last = singles.at(-1) as SingleDate
          onChange([
            ...singles,
            { ...last, ...newDate(addDays(last.date, 7)), startTime: last.startTime, endTime: last.endTime },
          ])
        }}
      >
        Another date
      </Button>
      <div className="row">
        <Field label="Places" name="capacity" inputMode="numeric" />
        <Select
          label="Room"
          name="roomId"
          options={[
            { value: 0, label: 'None' },
            ...rooms.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
    </>
  )
}
