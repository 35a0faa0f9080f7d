import { creditText } from '#domain/prices.ts'
import { pounds } from '#web/ui/money.tsx'

interface Priced {
  pricePence: number
  credits: number
  /** Only credits pay for it. */
  isPackOnly?: boolean
}

/** 'free', '£4', '£4.50'. */
export const trialPriceText = (trialPricePence: number): string =>
  trialPricePence === 0 ? 'free' : pounds(trialPricePence).replace(/\.00$/, '')

/**
 * '£8.50', '£8.50 or 1 credit', '1 credit', 'Free'; of what only credits pay for, the credits. Beside money they are
 * named where the business has any.
 */
export function priceText({ pricePence, credits, isPackOnly = false }: Priced, hasCredits: boolean): string {
  const inCredits = credits > 0 ? creditText(credits) : ''
  if (pricePence === 0 || (isPackOnly && inCredits)) return inCredits || 'Free'
  return inCredits && hasCredits ? `${pounds(pricePence)} or ${inCredits}` : pounds(pricePence)
}
