import './week-navigator.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '#domain/calendar.ts'
import { slashedDate } from './british-dates.ts'

interface WeekNavigatorProps {
  monday: string
  onChange: (monday: string) => void
  /** The pointer or focus is on a button: its week may be fetched ahead. */
  onIntent?: (monday: string) => void
  label?: string
}

/** Last week / the range / Next week, seven days at a time (spec 1 §4). */
export function WeekNavigator({ monday, onChange, onIntent, label = 'Week' }: WeekNavigatorProps) {
  const last = addDays(monday, -7)
  const next = addDays(monday, 7)
  const expect = (week: string) => ({
    onClick: () => onChange(week),
    onPointerEnter: () => onIntent?.(week),
    onFocus: () => onIntent?.(week),
  })
  return (
    <fieldset className="week-navigator">
      <legend className="sr-only">{label}</legend>
      <button type="button" className="button button-secondary button-small" {...expect(last)}>
        <ChevronLeft aria-hidden="true" className="size-5" /> Last week
      </button>
      <p aria-live="polite" className="font-bold tabular-nums">
        {slashedDate(monday)} – {slashedDate(addDays(monday, 6))}
      </p>
      <button type="button" className="button button-secondary button-small" {...expect(next)}>
        Next week <ChevronRight aria-hidden="true" className="size-5" />
      </button>
    </fieldset>
  )
}
