import { paidWith } from './prices.ts'
import { requireThat } from './refusal.ts'
import { priceIsNow } from './sentences.ts'

/** The price of an order: money and class credits. */
export interface Payable {
  totalPence: number
  creditsUsed: number
}

/**
 * Refuses an order that costs more money or credits than the customer was shown, if the call says what was
 * shown.
 */
export function requireNotHigher({ totalPence, creditsUsed }: Payable, shown: Payable | undefined): void {
  const isHigher = shown && (totalPence > shown.totalPence || creditsUsed > shown.creditsUsed)
  requireThat(!isHigher, priceIsNow(paidWith(totalPence, creditsUsed)))
}
