import type { ComponentProps } from 'react'
import { useTyped } from './typed.ts'

interface DayFilterProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: string
  /** Called with a day, or with '' if none is required. */
  onChange: (day: string) => void
  isNeeded?: boolean
}

/** Whether a typed day is complete: a year with fewer than four digits is still being typed. */
const isMeant = (typed: string, isNeeded: boolean) =>
  typed === '' ? !isNeeded : typed.length === 10 && typed >= '1900'

/**
 * A field for a day that decides which data are shown. While it is typed it changes with every digit, so it is reported
 * after 300 ms without a change, and not overwritten meanwhile.
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
        // Leaving the field means that typing is done.
        if (!isDay(typed)) setTyped(value)
        else if (typed !== value) onChange(typed)
      }}
    />
  )
}
