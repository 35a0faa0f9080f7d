import './filters.css'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSettled } from '#web/ui/settled.ts'

/** The line of what narrows a list down. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <search className="filters no-print">{children}</search>
)

/** Words that are looked for, once they have not changed for 150 ms. */
export function WordsFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [words, setWords] = useState(value)
  const settled = useSettled(words, 150)
  const told = useRef({ value, onChange })
  useEffect(() => {
    // Changed from elsewhere: the way back, or a link.
    if (told.current.value !== value) setWords(value)
    told.current = { value, onChange }
  })
  useEffect(() => {
    if (settled !== told.current.value) told.current.onChange(settled)
  }, [settled])
  return (
    <label className="words-filter">
      <span className="sr-only">{label}</span>
      <Search aria-hidden="true" className="icon" />
      <input
        type="search"
        placeholder={label}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
        className="field-box"
      />
    </label>
  )
}

/** One of a few: `State: Unpaid`. The first option means all. */
export const ChoiceFilter = ({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) => (
  <label className="choice-filter" data-chosen={value !== (options[0]?.value ?? '') || undefined}>
    <span>{label}</span>
    <select value={value} onChange={event => onChange(event.currentTarget.value)}>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
)
