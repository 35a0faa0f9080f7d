import '#web/ui/chip.css'
import { useId } from 'react'
import { everyLaterMethod, type LaterMethod, laterMethods } from '#domain/desk-payment.ts'

/** How a family pays an order: by card at once, or later (decision E-60). */
export type HowPaid = 'card' | LaterMethod

const options = [
  { value: 'card', label: 'Card' },
  ...everyLaterMethod.map(value => ({ value, label: laterMethods[value] })),
] as const

interface HowToPayProps {
  /** The price, with whether the family may choose to pay it later. */
  quote: { totalPence: number; mayPayLater?: boolean | undefined }
  value: HowPaid
  onChange: (value: HowPaid) => void
}

/**
 * The choice between the card and paying later; nothing if the business does not offer it. It stays where it is
 * while there is nothing to pay, so that nothing moves.
 */
export function HowToPay({ quote, value, onChange }: HowToPayProps) {
  const id = useId()
  if (!quote.mayPayLater) return null
  return (
    <fieldset className="above-m" disabled={quote.totalPence === 0} aria-describedby={id}>
      <legend className="field-label">How would you like to pay?</legend>
      <div className="row gap-s">
        {options.map(option => (
          <label key={option.value} className="chip">
            <input
              type="radio"
              name="howPaid"
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
      <p id={id} className="field-hint">
        {value === 'card'
          ? 'You pay on the next page.'
          : 'Your places are confirmed at once. The next page says how to pay us, by when, and the reference to quote.'}
      </p>
    </fieldset>
  )
}

/** Returns how an order of this price is paid later; undefined if it is paid by card or has nothing to pay. */
export const paidLater = (quote: HowToPayProps['quote'], value: HowPaid): LaterMethod | undefined =>
  quote.mayPayLater && quote.totalPence > 0 && value !== 'card' ? value : undefined
