import './discount-field.css'
import '#web/ui/forms/field.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useOffers } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'

interface DiscountFieldProps {
  /** The code entered last. */
  code: string
  /** Called when a code is entered, by leaving the field, Enter or the button; an empty code removes it. */
  onApply: (code: string) => void
  isApplied: boolean
  problem: string | undefined
}

/**
 * The discount code field (decision C-06), if the business has codes. An invalid code is reported here, and the choice
 * stays.
 */
export function DiscountField({ code, onApply, isApplied, problem }: DiscountFieldProps) {
  const id = useId()
  const offers = useOffers()
  const [text, setText] = useState(code)
  const note = useRef<HTMLParagraphElement>(null)
  const isSaid = problem !== undefined || (isApplied && code !== '')
  useEffect(() => {
    // The dialog's foot may cover it.
    if (isSaid) note.current?.scrollIntoView({ block: 'nearest' })
  }, [isSaid])
  const apply = () => text.trim() !== code && onApply(text.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter applies the code; it does not place the order.
    event.preventDefault()
    apply()
  }
  if (!offers('discounts')) return null
  return (
    <div>
      <label htmlFor={id} className="field-label">
        Discount code
      </label>
      <div className="discount-row">
        <input
          id={id}
          name="discountCode"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onBlur={apply}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck="false"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          className="field-box"
        />
        {/* No tab stop: leaving the field applies the code too. */}
        <Button look="secondary" onClick={apply} tabIndex={-1}>
          Apply
        </Button>
      </div>
      <p id={`${id}-note`} ref={note} role="status" className={problem ? 'field-error' : 'field-hint'}>
        {problem ?? (isApplied ? 'Your discount is in the total.' : ' ')}
      </p>
    </div>
  )
}
