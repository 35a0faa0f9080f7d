import './finder.css'
import '#web/ui/pill-select.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { takesYears } from '#domain/ages.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { distanceWords } from '#domain/distance.ts'
import { useApi } from '#web/api.ts'
import { useNavigate, useSearchParams } from '#web/navigation/router.tsx'
import { useHasToken, useIsSignedIn } from '#web/session.ts'
import { useChildAges, yearsWords } from '#web/site/offerings/child-ages.ts'
import { countOf } from '#web/site/offerings/kind-words.ts'
import { nearestFirst, useNearMe } from '#web/site/offerings/near-me.ts'
import { NearMeButton } from '#web/site/offerings/near-me-button.tsx'
import { useLookups, useNextSession } from '#web/site/offerings/queries.ts'
import { timetableQuery } from '#web/site/offerings/timetable-query.ts'
import {
  type Filters,
  filterAddress,
  isFiltered,
  passes,
  readView,
  weekdays,
  withAgeGroups,
} from '#web/site/offerings/timetable-view.ts'
import { useToday } from '#web/today.tsx'
import { longWeekday, spokenDate } from '#web/ui/british-dates.ts'

/** The oldest age that is listed where an age group has no end. */
const maxListedYears = 17

/**
 * Finds a class by age, days and venue: a form that works without JavaScript too. The address holds the choice, so the
 * browser's Back restores it (decision E-66).
 */
export function Finder() {
  const today = useToday()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { filters } = readView(search, today)
  const { venues, ageGroups } = useLookups('class')
  const { miles } = useNearMe()
  const children = useChildAges()
  const hasToken = useHasToken()
  const isSignedIn = useIsSignedIn()
  const id = useId()
  const [isTouched, setTouched] = useState(false)
  const found = useFound(withAgeGroups(filters, ageGroups), isTouched)
  const years = Array.from({ length: maxListedYears + 1 }, (_, year) => year).filter(year =>
    ageGroups.some(
      group => (group.fromMonths !== undefined || group.toMonths !== undefined) && takesYears(group, year),
    ),
  )

  // Where the business does not say for which months its age groups are, they are listed themselves.
  const hasYears = years.length > 0
  const age = hasYears ? filters.years : filters.ageGroupId
  const ages = hasYears
    ? years.map(year => ({ value: year, label: yearsWords(year) }))
    : ageGroups.map(({ id, name }) => ({ value: id, label: name }))

  const choose = (change: Filters) => {
    const chosen = filterAddress({ ...filters, ...change })
    navigate(chosen === '?' ? addresses.home() : addresses.home() + chosen, {
      replace: true,
      state: { keepsScroll: true },
    })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const chosen = filterAddress(filters)
    navigate(addresses.ofKind.class.timetable() + (chosen === '?' ? '' : chosen))
  }
  const days = filters.days ?? (filters.weekday ? [filters.weekday] : [])
  const touch = () => setTouched(true)
  if (venues.length === 0) return null
  return (
    <search className="finder page-width" aria-labelledby="finder">
      <form
        action={addresses.ofKind.class.timetable()}
        className="card"
        onSubmit={send}
        onPointerEnter={touch}
        onFocus={touch}
      >
        <h2 id="finder" className="card-title">
          Find a class
        </h2>
        {(hasToken || isSignedIn === undefined) && (
          <p className="finder-children" data-known={isSignedIn || undefined}>
            {children.map(child => (
              <button
                key={child.years}
                type="button"
                className="button button-secondary button-small"
                aria-pressed={filters.years === child.years}
                onClick={() => choose({ years: filters.years === child.years ? undefined : child.years })}
              >
                {child.label}
              </button>
            ))}
          </p>
        )}
        <div className="finder-field">
          <label htmlFor={`${id}-age`}>Age</label>
          <select
            id={`${id}-age`}
            name={hasYears ? 'years' : 'age'}
            className="pill-select"
            value={age ?? ''}
            data-chosen={age !== undefined || undefined}
            onChange={event => {
              const chosen = asNumber(event.currentTarget.value)
              choose(hasYears ? { years: chosen } : { ageGroupId: chosen })
            }}
          >
            <option value="">Any age</option>
            {ages.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="finder-field">
          <label htmlFor={`${id}-venue`}>Venue</label>
          <select
            id={`${id}-venue`}
            name="venue"
            className="pill-select"
            value={filters.venueId ?? ''}
            data-chosen={filters.venueId !== undefined || undefined}
            onChange={event => choose({ venueId: asNumber(event.currentTarget.value) })}
          >
            <option value="">Any venue</option>
            {nearestFirst(venues, miles).map(({ id, name }) => {
              const far = miles?.get(id)
              return (
                <option key={id} value={id}>
                  {far === undefined ? name : `${name} · ${distanceWords(far)}`}
                </option>
              )
            })}
          </select>
        </div>
        <div className="finder-near">
          <NearMeButton venues={venues} />
        </div>
        <fieldset className="finder-days">
          <legend>Days</legend>
          {weekdays.map((day, at) => (
            <label key={day} className="finder-day">
              <input
                type="checkbox"
                name="days"
                value={day}
                aria-label={longWeekday(addDays(mondayOf(today), at))}
                checked={days.includes(day)}
                onChange={event => {
                  const { checked } = event.currentTarget
                  const next = weekdays.filter(one => (one === day ? checked : days.includes(one)))
                  choose(
                    next.length > 1
                      ? { days: next, weekday: undefined }
                      : { days: undefined, weekday: next[0] },
                  )
                }}
              />
              <span aria-hidden="true">{day}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button button-primary finder-show">
          {found.label}
        </button>
        <span role="status" className="sr-only">
          {isTouched && found.status}
        </span>
      </form>
    </search>
  )
}

const asNumber = (text: string): number | undefined => (text === '' ? undefined : Number(text))

/** Counts what the timetable will show: this week's classes to come, else when the next one is. */
function useFound(filters: Filters, isTouched: boolean): { label: string; status: string } {
  const today = useToday()
  const isWanted = isTouched || isFiltered(filters)
  const { data: week } = useQuery({
    ...timetableQuery(useApi(), 'class', { day: today, filters: {} }),
    enabled: isWanted,
  })
  const count = week
    ?.flatMap(({ sessions }) => sessions)
    .filter(session => session.isBookable && passes(session, filters)).length
  const { data: next } = useNextSession('class', addDays(mondayOf(today), 7), filters, count === 0)
  if (count === undefined) return { label: 'Show classes', status: '' }
  if (count > 0) {
    const classes = countOf('class', count)
    return { label: `Show ${classes}`, status: `${classes} to come this week` }
  }
  if (next === undefined) return { label: 'Show classes', status: '' }
  if (next === null) return { label: 'No class matches', status: 'No class matches' }
  const day = spokenDate(next.date, today)
  return { label: `Next on ${day}`, status: `None this week, the next is on ${day}` }
}
