import './week-navigator.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '#domain/calendar.ts'
import { slashedDate } from './british-dates.ts'

interface WeekNavigatorProps {
  monday: string
  onChange: (monday: string) => void
  label?: string
}

/** Last week / the range / Next week, seven days at a time (spec 1 §4). */
export function WeekNavigator({ monday, onChange, label = 'Week' }: WeekNavigatorProps) {
  const last = addDays(monday, -7)
  const next = addDays(monday, 7)
  return (
    <fieldset className="week-navigator">
      <legend className="sr-only">{label}</legend>
      <button type="button" className="button button-secondary button-small" onClick={() => onChange(last)}>
        <ChevronLeft aria-hidden="true" className="icon" /> Last week
      </button>
      <p aria-live="polite">
        {slashedDate(monday)} – {slashedDate(addDays(monday, 6))}
      </p>
      <button type="button" className="button button-secondary button-small" onClick={() => onChange(next)}>
        Next week <ChevronRight aria-hidden="true" className="icon" />
      </button>
    </fieldset>
  )
}
