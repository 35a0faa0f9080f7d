import './credits-field.css'
import { useCallback, useRef, useState } from 'react'
import { costOfCredit, creditsWarning, type PackOnSale } from '#domain/office/credit-worth.ts'
import { Field } from '#web/ui/field.tsx'
import { type Text, useFormReading } from '#web/ui/form.tsx'

interface CreditsFieldProps {
  cheapestPack: PackOnSale | null
  /** What the places would cost as the form stands. */
  pricesIn: (text: Text) => { pricePence: number; credits: number }[]
  /** What an empty field means. */
  empty: string
}

/** How many credits a place costs: says what one costs in the cheapest pack, and warns where that is far from the price. */
export function CreditsField({ cheapestPack, pricesIn, empty }: CreditsFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [warnings, setWarnings] = useState<string[]>([])
  const read = useRef(pricesIn)
  read.current = pricesIn
  useFormReading(
    place,
    useCallback(
      (text: Text) => {
        const found = read.current(text).map(prices => creditsWarning(prices, cheapestPack ?? undefined))
        setWarnings([...new Set(found.filter(warning => warning !== undefined))])
      },
      [cheapestPack],
    ),
  )
  const [first, ...others] = warnings
  return (
    <div ref={place} className="credits-field">
      <Field
        label="Credits"
        name="credits"
        inputMode="numeric"
        className="credits-count"
        hint={cheapestPack ? `${empty}. ${costOfCredit(cheapestPack)}` : empty}
      />
      <p role="status" className="field-hint">
        {first && (
          <span className="credits-warning">
            <span aria-hidden="true">△</span> {first}
          </span>
        )}
        {others.length > 0 && `, and ${others.length} more like it`}
      </p>
    </div>
  )
}
