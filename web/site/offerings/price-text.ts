import { pounds } from '#web/ui/money.tsx'

/** '£8.50', '£8.50 or 1 credit', '1 credit', 'Free'. */
export function priceText({ pricePence, credits }: { pricePence: number; credits: number }): string {
  const inCredits = credits > 0 ? `${credits} ${credits === 1 ? 'credit' : 'credits'}` : ''
  if (pricePence === 0) return inCredits || 'Free'
  return inCredits ? `${pounds(pricePence)} or ${inCredits}` : pounds(pricePence)
}
