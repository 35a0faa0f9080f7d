import './filters.css'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFilters } from './office-list.ts'
import { useTyped } from './typed.ts'

/** The line of what narrows a list down. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <search className="filters no-print">{children}</search>
)

/**
 * Words that are looked for, once they have not changed for 150 ms; in the address as `words`. The first ones are a step
 * of the way back, what they become replaces them.
 */
export function WordsFilter({ label }: { label: string }) {
  const [{ words: value }, setFilters] = useFilters({ words: '' })
  const onChange = (words: string) => setFilters({ words }, { replace: value !== '' })
  const [words, setWords] = useTyped({ value, onChange }, 150)
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
