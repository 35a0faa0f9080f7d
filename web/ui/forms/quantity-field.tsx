import './quantity-field.css'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'

interface QuantityFieldProps {
  /** The name for screen readers. */
  label: string
  value: number
  most: number
  onStep: (step: 1 | -1) => void
  /** Allows typing the number. An empty field reports nothing, and shows the number again when it is left. */
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
