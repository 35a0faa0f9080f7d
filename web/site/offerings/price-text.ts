import { creditText } from '#domain/prices.ts'
import { pounds } from '#web/ui/money.tsx'

interface Priced {
  pricePence: number
  credits: number
  /** Only credits pay for it. */
  isPackOnly?: boolean
}

/** '£8.50', '£8.50 or 1 credit', '1 credit', 'Free'. */
export function priceText({ pricePence, credits, isPackOnly = false }: Priced): string {
  const inCredits = credits > 0 ? creditText(credits) : ''
  if (pricePence === 0 || (isPackOnly && inCredits)) return inCredits || 'Free'
  return inCredits ? `${pounds(pricePence)} or ${inCredits}` : pounds(pricePence)
}
