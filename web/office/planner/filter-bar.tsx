import './planner-page.css'
import type { PlannerSession } from '#contract/office/planner.ts'
import type { Term } from '#contract/office/terms.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import type { Choices } from './planner-queries.ts'
import { stateWords } from './session-words.ts'

const kindWords = { class: 'Classes', event: 'Events', parentSession: 'Parents’ sessions' }

interface Narrowing {
  label: string
  name: 'term' | 'venue' | 'room' | 'kind' | 'type' | 'age' | 'teacher' | 'state' | 'only'
  /** The label of the option for no filter. */
  all: string
  options: { id: number | string; name: string }[]
}
const kindChoices = everyOfferingKind.map(id => ({ id, name: kindWords[id] }))
const stateChoices = Object.entries(stateWords).map(([id, name]) => ({ id, name }))
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

/** The filters of the planner, each with the choices that the business has. */
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
    { label: 'Only', name: 'only', all: 'Everything', options: onlyChoices },
  ]
  return (
    <div className="planner-filters">
      <Filters>
        {narrowing.map(({ label, name, all, options }) => (
          <ChoiceFilter
            key={name}
            label={label}
            value={filters[name]}
            options={[
              { value: '', label: all },
              ...options.map(option => ({ value: String(option.id), label: option.name })),
            ]}
            onChange={value => setFilters({ [name]: value, ...(name === 'venue' && { room: '' }) })}
          />
        ))}
      </Filters>
    </div>
  )
}
