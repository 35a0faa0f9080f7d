import type { OfferingKind } from '#domain/offering-kinds.ts'
import { PillSelect } from '#web/ui/pill-select.tsx'
import { kindWords } from './kind-words.ts'
import { useLookups } from './queries.ts'
import { type Filters, type HalfDay, isFiltered, weekdays } from './timetable-view.ts'

interface FilterRowProps {
  kind: OfferingKind
  filters: Filters
  /** What was chosen, or that nothing is any more. */
  onChange: (change: Filters | 'none') => void
  /** Of one type and venue: age, half of the day and weekday are left to choose. */
  isPinned?: boolean
  label?: string
}

const halfDayOptions: { value: HalfDay; label: string }[] = [
  { value: 'am', label: 'AM' },
  { value: 'pm', label: 'PM' },
]
const longWeekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const weekdayOptions = weekdays.map((value, index) => ({ value, label: longWeekdays[index] ?? value }))
const asOptions = (lookup: readonly { id: number; name: string }[]) =>
  lookup.map(({ id, name }) => ({ value: id, label: name }))

/** Age, half of the day, venue, type and weekday, and one "Clear" for them all (spec 1 §2). */
export function FilterRow({
  kind,
  filters,
  onChange,
  isPinned = false,
  label = `Filter the ${kindWords[kind].many}`,
}: FilterRowProps) {
  const { types, venues, ageGroups } = useLookups(kind)
  const change = <Name extends keyof Filters>(name: Name) =>
    ((value: Filters[Name]) => onChange({ [name]: value })) as (value: Filters[Name]) => void
  return (
    <search aria-label={label} className="side-scroll">
      <div className="filter-row">
        <PillSelect
          label="Age"
          name="age"
          any={isPinned ? 'for any age' : 'Any age'}
          options={asOptions(ageGroups)}
          value={filters.ageGroupId}
          onChange={change('ageGroupId')}
        />
        <PillSelect
          label="AM/PM"
          name="time"
          any="Any time"
          options={halfDayOptions}
          value={filters.halfDay}
          onChange={change('halfDay')}
        />
        {!isPinned && (
          <>
            <PillSelect
              label="Venue"
              name="venue"
              any="Any venue"
              options={asOptions(venues)}
              value={filters.venueId}
              onChange={change('venueId')}
            />
            <PillSelect
              label={`Type of ${kindWords[kind].one}`}
              name="type"
              any={`Any ${kindWords[kind].one}`}
              options={asOptions(types)}
              value={filters.typeId}
              onChange={change('typeId')}
            />
          </>
        )}
        <PillSelect
          label="Day"
          name="day"
          any="Any day"
          options={weekdayOptions}
          value={filters.weekday}
          onChange={change('weekday')}
        />
        {isFiltered(filters) && (
          <button type="button" className="button button-quiet button-small" onClick={() => onChange('none')}>
            Clear
          </button>
        )}
      </div>
    </search>
  )
}
