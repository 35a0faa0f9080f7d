import './filters.css'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFilters } from './office-list.ts'
import { useTyped } from './typed.ts'

/** The line of a list's filters. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <search className="filters no-print">{children}</search>
)

/**
 * A search field that reports its words after 150 ms without a change; the address has them as `words`. The
 * first words add a history entry, later ones replace it.
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

/** A filter with a few options: `State: Unpaid`. The first option means all. */
export const ChoiceFilter = ({
  label,
  picture,
  value,
  options,
  onChange,
}: {
  label: string
  /** A small picture of what is chosen. */
  picture?: ReactNode
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) => (
  <label className="choice-filter" data-chosen={value !== (options[0]?.value ?? '') || undefined}>
    {picture}
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
