import './quantity-field.css'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'

interface QuantityFieldProps {
  /** What there are so many of, for the reader of a screen. */
  label: string
  value: number
  most: number
  onStep: (step: 1 | -1) => void
  /** Lets the number be typed too; nothing is told while the field is empty, and on leaving it the number is back. */
  onType?: (quantity: number) => void
}

/** A number between a minus and a plus, from 1 up to `most`. */
export function QuantityField({ label, value, most, onStep, onType }: QuantityFieldProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <fieldset className="quantity">
      <legend className="sr-only">Quantity of {label}</legend>
      <IconButton label="One fewer" icon={Minus} isSmall disabled={value <= 1} onClick={() => onStep(-1)} />
      {onType ? (
        <input
          type="number"
          inputMode="numeric"
          aria-label="Quantity"
          min={1}
          max={most}
          value={isEmpty ? '' : value}
          onFocus={event => event.currentTarget.select()}
          onChange={event => {
            const typed = event.currentTarget.valueAsNumber
            setEmpty(Number.isNaN(typed))
            if (!Number.isNaN(typed)) onType(Math.min(Math.max(1, Math.trunc(typed)), most))
          }}
          onBlur={() => setEmpty(false)}
        />
      ) : (
        <output aria-live="polite">{value}</output>
      )}
      <IconButton label="One more" icon={Plus} isSmall disabled={value >= most} onClick={() => onStep(1)} />
    </fieldset>
  )
}
