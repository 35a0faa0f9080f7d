import './credits-field.css'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { costOfCredit, creditsWarning, type PackOnSale } from '#domain/office/credit-worth.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { type Text, useFormReading } from '#web/ui/forms/form.tsx'

interface CreditsFieldProps {
  cheapestPack: PackOnSale | null
  /** Returns the prices of the places as the form stands. */
  pricesIn: (text: Text) => { pricePence: number; credits: number }[]
  /** The meaning of an empty field. */
  empty: string
}

/**
 * A field for the credits that a place costs. Shows what a credit costs in the cheapest pack, and warns if the
 * place's credits, bought in that pack, cost much more or less than the place's price.
 */
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
            <TriangleAlert aria-hidden="true" className="sign" /> {first}
          </span>
        )}
        {others.length > 0 && `, and ${others.length} more like it`}
      </p>
    </div>
  )
}
