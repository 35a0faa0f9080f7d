import { paidWith } from './prices.ts'
import { requireThat } from './refusal.ts'
import { priceIsNow } from './sentences.ts'

/** What an order takes from its customer: money, and class credits. */
export interface Payable {
  totalPence: number
  creditsUsed: number
}

/** Refuses an order that takes more money or more credits than its customer was shown, where the submit says so. */
export function requireNotHigher({ totalPence, creditsUsed }: Payable, shown: Payable | undefined): void {
  const isHigher = shown && (totalPence > shown.totalPence || creditsUsed > shown.creditsUsed)
  requireThat(!isHigher, priceIsNow(paidWith(totalPence, creditsUsed)))
}
