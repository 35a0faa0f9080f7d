import { trialPriceText } from '#web/site/offerings/price-text.ts'
import type { Session } from '#web/site/offerings/timetable-query.ts'
import { pounds } from '#web/ui/money.tsx'

/** Says what coming dates cost: 'from £8.00', 'free to £8.00' or '£8.50 a class', and 'first visit free'. Returns an empty list without dates. */
export function offerInBrief(
  sessions: Pick<Session, 'pricePence' | 'isPackOnly' | 'offersTrial' | 'trialPricePence'>[],
  one: string,
): string[] {
  const prices = sessions.filter(({ isPackOnly }) => !isPackOnly).map(({ pricePence }) => pricePence)
  const least = Math.min(...prices)
  const most = Math.max(...prices)
  const trials = sessions
    .filter(({ offersTrial }) => offersTrial)
    .map(({ trialPricePence }) => trialPricePence)
  const range = least === 0 ? `free to ${pounds(most)}` : `from ${pounds(least)}`
  const price = least < most ? range : least === 0 ? 'free' : `${pounds(least)} a ${one}`
  return [
    ...(prices.length > 0 ? [price] : sessions.length > 0 ? ['paid with class credits'] : []),
    ...(trials.length > 0 ? [`first visit ${trialPriceText(Math.min(...trials))}`] : []),
  ]
}
