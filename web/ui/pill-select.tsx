import './pill-select.css'

interface PillSelectProps<Value extends string | number> {
  /** The name for screen readers: the chosen option is the visible text. */
  label: string
  name: string
  /** The option for no filter: 'Any age'. */
  any: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** A native drop-down in the shape of a pill, for a row of filters; a chosen one stands out. */
export function PillSelect<Value extends string | number>({
  label,
  name,
  any,
  options,
  value,
  onChange,
}: PillSelectProps<Value>) {
  return (
    <select
      aria-label={label}
      name={name}
      value={value ?? ''}
      data-chosen={value !== undefined || undefined}
      onChange={event => {
        const text = event.currentTarget.value
        onChange(options.find(option => String(option.value) === text)?.value)
      }}
      className="pill-select"
    >
      <option value="">{any}</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
