import '#web/ui/chip.css'
import type { ChangeEventHandler, ReactNode } from 'react'
import { Star } from './field.tsx'
import { useFormValue } from './form.tsx'

interface RadioGroupProps {
  legend: ReactNode
  name: string
  options: readonly { value: string; label: string }[]
  isStarred?: boolean
  onChange?: ChangeEventHandler<HTMLInputElement>
}

/** Radio buttons that look like chips, uncontrolled for use in a form. */
export function RadioGroup({ legend, name, options, isStarred, onChange }: RadioGroupProps) {
  const chosen = useFormValue(name)
  return (
    <fieldset>
      <legend className="field-label">
        {legend}
        {isStarred && <Star />}
      </legend>
      <div className="row gap-s">
        {options.map(({ value, label }) => (
          <label key={value} className="chip">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              onChange={onChange}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
