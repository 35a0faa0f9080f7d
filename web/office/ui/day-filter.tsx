import type { ComponentProps } from 'react'
import { useTyped } from './typed.ts'

interface DayFilterProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: string
  /** Given a day, or '' where none is chosen and none is needed. */
  onChange: (day: string) => void
  isNeeded?: boolean
}

/** A year has four figures: with fewer it is before all that there is. */
const isMeant = (typed: string, isNeeded: boolean) =>
  typed === '' ? !isNeeded : typed.length === 10 && typed >= '1900'

/**
 * A day that what is shown depends on. Typed figure by figure it is another day after each, or none: it is told once it
 * has not changed for 300 ms, and nothing is put into the field meanwhile.
 */
export function DayFilter({
  value,
  onChange,
  isNeeded = false,
  className = 'field-box',
  ...input
}: DayFilterProps) {
  const isDay = (day: string) => isMeant(day, isNeeded)
  const [typed, setTyped] = useTyped({ value, onChange }, 300, isDay)
  return (
    <input
      {...input}
      type="date"
      value={typed}
      className={className}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={() => {
        // Whoever goes on to an arrow or a link has said what they mean.
        if (!isDay(typed)) setTyped(value)
        else if (typed !== value) onChange(typed)
      }}
    />
  )
}
