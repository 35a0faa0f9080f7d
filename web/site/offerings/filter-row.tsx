import { SlidersHorizontal, X } from 'lucide-react'
import { useId } from 'react'
import type { Weekday } from '#domain/calendar.ts'
import { distanceWords } from '#domain/distance.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { IconButton } from '#web/ui/button.tsx'
import { PillSelect } from '#web/ui/pill-select.tsx'
import { yearsWords } from './child-ages.ts'
import { kindWords } from './kind-words.ts'
import { nearestFirst, useNearMe } from './near-me.ts'
import { NearMeButton } from './near-me-button.tsx'
import { useLookups } from './queries.ts'
import { type Filters, type HalfDay, weekdays } from './timetable-view.ts'

interface FilterRowProps {
  kind: OfferingKind
  filters: Filters
  /** Called with the change, or 'none' to clear all filters. */
  onChange: (change: Filters | 'none') => void
  /** Whether type and venue are fixed, so that only age, half of the day and weekday remain. */
  isPinned?: boolean
  label?: string
  /** The parts of the finder, on the pages that sell (decision E-66). */
  finder?: {
    /** The ages of the family's own children. */
    children: { years: number; label: string }[]
    /** The words of the button that closes a phone's filters: 'Show 4 classes'. */
    done: string
  }
}

const halfDayOptions: { value: HalfDay; label: string }[] = [
  { value: 'am', label: 'AM' },
  { value: 'pm', label: 'PM' },
]
const longWeekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const weekdayOptions = weekdays.map((value, index) => ({ value, label: longWeekdays[index] ?? value }))
const asOptions = (lookup: readonly { id: number; name: string }[]) =>
  lookup.map(({ id, name }) => ({ value: id, label: name }))

/** Leaves out what is full, or shows it again (decision E-80). */
export const PlacesLeftButton = ({ filters, onChange }: Pick<FilterRowProps, 'filters' | 'onChange'>) => (
  <button
    type="button"
    className="button button-secondary button-small places-left"
    aria-pressed={filters.hasPlaces === true}
    onClick={() => onChange({ hasPlaces: filters.hasPlaces ? undefined : true })}
  >
    Places left
  </button>
)

/**
 * The filters: age, half of the day, venue, type and weekday, and one "Clear" for all (spec 1 §2). On a phone
 * they open from a button with their count.
 */
export function FilterRow({
  kind,
  filters,
  onChange,
  isPinned = false,
  label = `Filter the ${kindWords[kind].many}`,
  finder,
}: FilterRowProps) {
  const { types, venues, ageGroups } = useLookups(kind)
  const id = useId()
  const chosen = Object.values(filters).filter(value => value !== undefined).length
  const change = <Name extends keyof Filters>(name: Name) =>
    ((value: Filters[Name]) => onChange({ [name]: value })) as (value: Filters[Name]) => void
  const { miles } = useNearMe()
  const { years, weekday, days } = filters
  const ofChildren = finder?.children ?? []
  const ages = [
    ...ofChildren.map(({ years, label }) => ({ value: `${years} years`, label })),
    // An age that was chosen elsewhere.
    ...(years !== undefined && !ofChildren.some(child => child.years === years)
      ? [{ value: `${years} years`, label: yearsWords(years) }]
      : []),
    ...asOptions(ageGroups),
  ]
  return (
    <>
      <button
        type="button"
        className="button button-secondary button-small filters-button"
        data-chosen={chosen > 0 || undefined}
        popoverTarget={id}
      >
        <SlidersHorizontal aria-hidden="true" className="icon" /> Filters
        {chosen > 0 && (
          <b className="filters-count">
            {chosen}
            <span className="sr-only"> chosen</span>
          </b>
        )}
      </button>
      <search id={id} popover="auto" aria-label={label} className="sheet filters">
        <p className="sheet-head filters-head">
          <strong className="card-title">{label}</strong>
          <IconButton label="Close the filters" icon={X} popoverTarget={id} popoverTargetAction="hide" />
        </p>
        {ofChildren.length > 0 && (
          <p className="filter-children">
            {ofChildren.map(child => (
              <button
                key={child.years}
                type="button"
                className="button button-secondary button-small"
                aria-pressed={years === child.years}
                onClick={() => onChange({ years: years === child.years ? undefined : child.years })}
              >
                {child.label}
              </button>
            ))}
          </p>
        )}
        <PillSelect<number | string>
          label="Age"
          name="age"
          any={isPinned ? 'for any age' : 'Any age'}
          options={ages}
          value={years === undefined ? filters.ageGroupId : `${years} years`}
          onChange={age =>
            onChange(typeof age === 'string' ? { years: Number.parseInt(age, 10) } : { ageGroupId: age })
          }
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
              options={nearestFirst(venues, miles).map(({ id, name }) => {
                const far = miles?.get(id)
                return { value: id, label: far === undefined ? name : `${name} · ${distanceWords(far)}` }
              })}
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
        <PillSelect<Weekday | 'several'>
          label="Day"
          name="day"
          any="Any day"
          options={
            days ? [{ value: 'several' as const, label: days.join(', ') }, ...weekdayOptions] : weekdayOptions
          }
          value={days ? 'several' : weekday}
          onChange={day => day !== 'several' && onChange({ weekday: day })}
        />
        {finder && (
          <>
            <PlacesLeftButton filters={filters} onChange={onChange} />
            <NearMeButton venues={venues} />
          </>
        )}
        {chosen > 0 && (
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={event => {
              // The pressed button disappears, so the focus moves.
              event.currentTarget.closest('search')?.querySelector('select')?.focus()
              onChange('none')
            }}
          >
            Clear
          </button>
        )}
        <button
          type="button"
          className="button button-primary filters-done"
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          {finder?.done ?? 'Done'}
        </button>
      </search>
    </>
  )
}
