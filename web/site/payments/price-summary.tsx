import './price-summary.css'
import type { ReactNode } from 'react'
import { paidWith } from '#domain/prices.ts'
import { sentences } from '#domain/sentences.ts'
import { useIsSignedIn } from '#web/session.ts'
import { useOffers } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { pounds } from '#web/ui/money.tsx'

interface PriceSummaryProps {
  quote: Record<'listPence' | 'discountPence' | 'totalPence' | 'creditBalance', number>
  creditsUsed: number
  /** Whether the answer is missing, so that the shown price is not valid. */
  isUnknown: boolean
}

/**
 * Shows how the total is made up. Every line that the business may need is always there, so that nothing moves when an
 * amount changes. Only accounts see credits.
 */
export function PriceSummary({ quote, creditsUsed, isUnknown }: PriceSummaryProps) {
  const offers = useOffers()
  const isSignedIn = useIsSignedIn()
  const { listPence, discountPence, totalPence, creditBalance } = quote
  const creditPence = listPence - discountPence - totalPence
  return (
    <dl className="price-lines">
      <Line term="Price">{isUnknown ? '–' : pounds(listPence)}</Line>
      {isSignedIn && offers('credits') && (
        <>
          <Line term="Class credits used">
            {creditsUsed}
            {creditPence > 0 && !isUnknown && ` (−${pounds(creditPence)})`}
          </Line>
          <Line term="Class credits left">{creditBalance - creditsUsed}</Line>
        </>
      )}
      {offers('discounts') && (
        <Line term="Discount">{discountPence > 0 && !isUnknown ? `−${pounds(discountPence)}` : '–'}</Line>
      )}
    </dl>
  )
}

interface KeepCreditsProps {
  balance: number
  isKept: boolean
  onChange: (keeps: boolean) => void
}

/** The switch that saves credits for later (decision E-10), for an account that has some. It stands under the total. */
export const KeepCredits = ({ balance, isKept, onChange }: KeepCreditsProps) =>
  balance > 0 && (
    <Checkbox
      label="Keep my credits for later"
      checked={isKept}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

interface TotalProps {
  pence: number
  /** The class credits that are used too. */
  credits?: number
  /** The number of credits needed, if there are too few and nothing else can pay. */
  lacking?: number
  /** The subject: '2 classes, 1 child'. */
  what: ReactNode
  isSettled: boolean
  /** Retries after a failure. */
  onRetry?: (() => void) | false
}

/** The total in the dialog's foot; changes are announced politely. */
export function Total({ pence, credits = 0, lacking, what, isSettled, onRetry }: TotalProps) {
  if (onRetry) {
    return (
      <p role="status" className="total">
        <span>{sentences.totalUnknown}</span>{' '}
        <Button look="quiet" size="small" onClick={onRetry}>
          Work out the total again
        </Button>
      </p>
    )
  }
  const isInCredits = credits > 0 && pence === 0
  return (
    <p role="status" className="total" data-settled={isSettled || undefined}>
      <span>Total: {what}</span> <strong className="figures">{paidWith(pence, credits)}</strong>
      {isInCredits && (
        <span>{lacking === undefined ? `${pounds(0)} to pay` : `You have ${lacking || 'none'}`}</span>
      )}
    </p>
  )
}
