import './planner-page.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '#domain/calendar.ts'
import { shortDay } from '#domain/format-dates.ts'
import { useToday } from '#web/today.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DayFilter } from '../ui/day-filter.tsx'

const views = ['week', 'list', 'month'] as const

interface PlannerBarProps {
  filters: { view: string; day: string }
  setFilters: (changes: { view?: string; day?: string; to?: string }) => void
  /** The number of days of a step back or on. */
  step: number
  /** A term is shown whole and chosen days are shown as they are, so they have no steps. */
  range: 'weeks' | 'term' | 'days'
  from: string
  to: string
}

/** Shows the days on screen, with buttons for other days and for week, list and month. */
export function PlannerBar({ filters, setFilters, step, range, from, to }: PlannerBarProps) {
  const today = useToday()
  return (
    <div className="planner-bar no-print">
      <div className="planner-weeks">
        {range === 'weeks' && (
          <>
            <IconButton
              label={filters.view === 'month' ? 'Four weeks back' : 'The week before'}
              icon={ChevronLeft}
              onClick={() => setFilters({ day: addDays(filters.day, -step) })}
            />
            <Button look="secondary" size="small" onClick={() => setFilters({ day: today })}>
              Today
            </Button>
            <IconButton
              label={filters.view === 'month' ? 'Four weeks on' : 'The next week'}
              icon={ChevronRight}
              onClick={() => setFilters({ day: addDays(filters.day, step) })}
            />
          </>
        )}
        <h2 className="figures">
          {shortDay(from)} – {shortDay(to)} {to.slice(0, 4)}
        </h2>
        {range === 'days' && (
          <Button look="secondary" size="small" onClick={() => setFilters({ to: '' })}>
            Week by week
          </Button>
        )}
        {range === 'weeks' && (
          <>
            <label className="sr-only" htmlFor="planner-day">
              Go to a day
            </label>
            <DayFilter
              id="planner-day"
              value={filters.day}
              className="field-box planner-day"
              isNeeded
              onChange={day => setFilters({ day })}
            />
          </>
        )}
      </div>
      <fieldset className="planner-views">
        <legend className="sr-only">View</legend>
        {views.map(view => (
          <button
            key={view}
            type="button"
            aria-pressed={filters.view === view}
            onClick={() => setFilters({ view })}
          >
            {view.slice(0, 1).toUpperCase() + view.slice(1)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
