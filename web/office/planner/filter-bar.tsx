import './planner-page.css'
import { useState } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import type { Term } from '#contract/office/terms.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { weekdays } from '#domain/office/reports.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { Thumb } from '../ui/thumb.tsx'
import type { Choices } from './planner-queries.ts'
import { stateWords } from './session-words.ts'

const kindWords = { class: 'Classes', event: 'Events', parentSession: 'Parents’ sessions' }

interface Narrowing {
  label: string
  name:
    | 'term'
    | 'venue'
    | 'room'
    | 'kind'
    | 'type'
    | 'age'
    | 'teacher'
    | 'state'
    | 'weekday'
    | 'hour'
    | 'only'
  /** The label of the option for no filter. */
  all: string
  options: { id: number | string; name: string }[]
}
/** The filters that are always shown; a press shows the others. A chosen venue offers its rooms there. */
const usual: Narrowing['name'][] = ['venue', 'room', 'type', 'teacher', 'state']
const kindChoices = everyOfferingKind.map(id => ({ id, name: kindWords[id] }))
const stateChoices = Object.entries(stateWords).map(([id, name]) => ({ id, name }))
const weekdayChoices = weekdays.map((name, nth) => ({ id: nth + 1, name }))
const hourChoices = Array.from({ length: 24 }, (_, id) => {
  const hour = String(id).padStart(2, '0')
  return { id, name: `${hour}:00–${hour}:59` }
})
const onlyChoices = [
  { id: 'clashes', name: 'Clashes' },
  { id: 'underThird', name: 'Under a third full' },
]

interface FilterBarProps {
  filters: Record<Narrowing['name'], string>
  setFilters: (changes: Partial<Record<Narrowing['name'], string>>) => void
  /** Undefined while they load. */
  choices: Choices | undefined
  terms: Term[]
  sessions: PlannerSession[]
}

/** The filters of the planner in one line, each with the choices that the business has; rare ones after a press. */
export function FilterBar({ filters, setFilters, choices, terms, sessions }: FilterBarProps) {
  const rooms = choices?.venues.find(({ id }) => String(id) === filters.venue)?.rooms ?? []
  const working = choices?.teachers ?? []
  // A former member may still teach dates, which must be found.
  const gone = sessions
    .flatMap(session => session.teachers)
    .find(({ id }) => String(id) === filters.teacher && !working.some(teacher => teacher.id === id))
  const teachers = gone ? [...working, gone] : working
  const narrowing: Narrowing[] = [
    { label: 'Term', name: 'term', all: 'All terms', options: terms },
    { label: 'Venue', name: 'venue', all: 'All venues', options: choices?.venues ?? [] },
    ...(rooms.length > 0 ? [{ label: 'Room', name: 'room', all: 'All rooms', options: rooms } as const] : []),
    { label: 'Kind', name: 'kind', all: 'All kinds', options: kindChoices },
    { label: 'Type', name: 'type', all: 'All types', options: choices?.types ?? [] },
    { label: 'Age', name: 'age', all: 'All ages', options: choices?.ages ?? [] },
    { label: 'Teacher', name: 'teacher', all: 'All teachers', options: teachers },
    { label: 'State', name: 'state', all: 'All but cancelled', options: stateChoices },
    { label: 'Weekday', name: 'weekday', all: 'All weekdays', options: weekdayChoices },
    { label: 'Starts', name: 'hour', all: 'At any hour', options: hourChoices },
    { label: 'Only', name: 'only', all: 'Everything', options: onlyChoices },
  ]
  const hidden = narrowing.filter(({ name }) => !usual.includes(name))
  const chosen = hidden.filter(({ name }) => filters[name] !== '').length
  const [isMore, setMore] = useState(chosen > 0)
  const isChosen = ({ id }: { id: number }, name: Narrowing['name']) => String(id) === filters[name]
  // A choice of the browser's own holds no pictures: what is chosen has its own beside the choice.
  const pictureOf = (name: Narrowing['name']) => {
    const type = name === 'type' && choices?.types.find(one => isChosen(one, name))
    const teacher = name === 'teacher' && teachers.find(one => isChosen(one, name))
    if (type) return <Thumb picture={type.imagePath ?? ''} />
    return teacher ? <Avatar name={teacher.name} size="small" /> : undefined
  }
  const draw = ({ label, name, all, options }: Narrowing) => (
    <ChoiceFilter
      key={name}
      label={label}
      picture={pictureOf(name)}
      value={filters[name]}
      options={[
        { value: '', label: all },
        ...options.map(option => ({ value: String(option.id), label: option.name })),
      ]}
      onChange={value => setFilters({ [name]: value, ...(name === 'venue' && { room: '' }) })}
    />
  )
  return (
    <div className="planner-filters">
      <Filters>
        {narrowing.filter(({ name }) => usual.includes(name)).map(draw)}
        <Button look="quiet" size="small" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {isMore ? 'Fewer filters' : 'More filters'}
          {chosen > 0 && ` (${chosen} chosen)`}
        </Button>
        {isMore && hidden.map(draw)}
      </Filters>
    </div>
  )
}
