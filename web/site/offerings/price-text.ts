import { creditText } from '#domain/prices.ts'
import { pounds } from '#web/ui/money.tsx'

interface Priced {
  pricePence: number
  credits: number
  /** Whether it can only be paid with credits. */
  isPackOnly?: boolean
}

/** Formats a trial price: 'free', '£4', '£4.50'. */
export const trialPriceText = (trialPricePence: number): string =>
  trialPricePence === 0 ? 'free' : pounds(trialPricePence).replace(/\.00$/, '')

/**
 * Formats a price: '£8.50', '£8.50 or 1 credit', '1 credit', 'Free'. Pack-only prices are in credits. Credits appear
 * beside money only if the business sells them.
 */
export function priceText({ pricePence, credits, isPackOnly = false }: Priced, hasCredits: boolean): string {
  const inCredits = credits > 0 ? creditText(credits) : ''
  if (pricePence === 0 || (isPackOnly && inCredits)) return inCredits || 'Free'
  return inCredits && hasCredits ? `${pounds(pricePence)} or ${inCredits}` : pounds(pricePence)
}
