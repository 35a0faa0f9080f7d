import './week-navigator.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '#domain/calendar.ts'
import { useToday } from '#web/today.tsx'
import { dayRange, slashedDate } from './british-dates.ts'

interface WeekNavigatorProps {
  monday: string
  /** Moves by this many days from the week that is shown, or about to be shown. */
  onStep: (days: number) => void
  label?: string
  /** Whether the range is in figures, as spec 2 §4 wants it on one page. */
  isInFigures?: boolean
}

/** Last week / the range / Next week, seven days at a time (spec 1 §4). */
export function WeekNavigator({ monday, onStep, label = 'Week', isInFigures }: WeekNavigatorProps) {
  const today = useToday()
  const sunday = addDays(monday, 6)
  return (
    <fieldset className="week-navigator">
      <legend className="sr-only">{label}</legend>
      <button type="button" className="button button-secondary button-small" onClick={() => onStep(-7)}>
        <ChevronLeft aria-hidden="true" className="icon" /> <span>Last week</span>
      </button>
      <p aria-live="polite">
        {isInFigures ? `${slashedDate(monday)} – ${slashedDate(sunday)}` : dayRange(monday, sunday, today)}
      </p>
      <button type="button" className="button button-secondary button-small" onClick={() => onStep(7)}>
        <span>Next week</span> <ChevronRight aria-hidden="true" className="icon" />
      </button>
    </fieldset>
  )
}
