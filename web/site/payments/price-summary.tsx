import './price-summary.css'
import type { ReactNode } from 'react'
import { pounds } from '#web/ui/money.tsx'

interface PriceSummaryProps {
  quote: Record<'listPence' | 'discountPence' | 'totalPence' | 'creditBalance', number>
  creditsUsed: number
}

/** How the total comes about. Every line is always there, so that nothing jumps when a figure changes. */
export function PriceSummary({ quote, creditsUsed }: PriceSummaryProps) {
  const { listPence, discountPence, totalPence, creditBalance } = quote
  const creditPence = listPence - discountPence - totalPence
  return (
    <dl className="price-lines">
      <Line term="Price">{pounds(listPence)}</Line>
      <Line term="Class credits used">
        {creditsUsed}
        {creditPence > 0 && ` (−${pounds(creditPence)})`}
      </Line>
      <Line term="Class credits left">{creditBalance - creditsUsed}</Line>
      <Line term="Discount">{discountPence > 0 ? `−${pounds(discountPence)}` : '–'}</Line>
    </dl>
  )
}

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
  /** What it is for: '2 classes, 1 child'. */
  what: string
  isSettled: boolean
}

/** The total in the dialog's foot; said aloud, politely, when it changes. */
export function Total({ pence, what, isSettled }: TotalProps) {
  return (
    <p role="status" className="total" data-settled={isSettled || undefined}>
      <span>Total: {what}</span> <strong className="figures">{pounds(pence)}</strong>
    </p>
  )
}
