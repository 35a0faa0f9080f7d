import { pounds } from '../money.ts'
import { creditText } from '../prices.ts'
import { mostCredits } from './session-changes.ts'

/** A class pack that is on sale. */
export interface PackOnSale {
  name: string
  credits: number
  pricePence: number
}

/** The pack in which one credit costs least. One that costs nothing says nothing of what a credit is worth. */
export function cheapestPack(packs: readonly PackOnSale[]): PackOnSale | undefined {
  const priced = packs.filter(({ credits, pricePence }) => credits > 0 && pricePence > 0)
  return priced.toSorted((one, other) => one.pricePence * other.credits - other.pricePence * one.credits)[0]
}

const priceOfCredits = (credits: number, pack: PackOnSale) =>
  Math.round((credits * pack.pricePence) / pack.credits)

/** “1 credit costs £7.50 in Ten classes”: beside the field where credits are typed. */
export const costOfCredit = (pack: PackOnSale): string =>
  `1 credit costs ${pounds(priceOfCredits(1, pack))} in ${pack.name}`

/**
 * Warns where the price of a place divided by its credits is more than a third away from what a credit costs in the
 * cheapest pack. A place without credits or without a price has nothing to compare.
 */
export function creditsWarning(
  { pricePence, credits }: { pricePence: number; credits: number },
  pack: PackOnSale | undefined,
): string | undefined {
  if (!pack || credits < 1 || pricePence < 1) return undefined
  // Multiplied out, so that a third is exact.
  const inPack = credits * pack.pricePence
  if (3 * Math.abs(pricePence * pack.credits - inPack) <= inPack) return undefined
  const better = Math.max(1, Math.round((pricePence * pack.credits) / pack.pricePence))
  const paid = `The price is ${pounds(pricePence)}, and ${creditText(credits)} ${credits === 1 ? 'costs' : 'cost'} ${pounds(priceOfCredits(credits, pack))} in ${pack.name}`
  return better === credits || better > mostCredits
    ? paid
    : `${paid}. ${creditText(better)} would be ${pounds(priceOfCredits(better, pack))}`
}
