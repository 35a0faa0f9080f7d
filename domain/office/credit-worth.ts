import { maxCredits } from '#domain/limits.ts'
import { pounds } from '../money.ts'
import { creditText } from '../prices.ts'

/** A class pack that is on sale. */
export interface PackOnSale {
  name: string
  credits: number
  pricePence: number
}

/**
 * Returns the pack with the cheapest credit. A free pack is ignored, because it says nothing about the value of a
 * credit.
 */
export function cheapestPack(packs: readonly PackOnSale[]): PackOnSale | undefined {
  const priced = packs.filter(({ credits, pricePence }) => credits > 0 && pricePence > 0)
  return priced.toSorted((one, other) => one.pricePence * other.credits - other.pricePence * one.credits)[0]
}

const priceOfCredits = (credits: number, pack: PackOnSale) =>
  Math.round((credits * pack.pricePence) / pack.credits)

/** Returns “1 credit costs £7.50 in Ten classes”: the hint beside the field for credits. */
export const costOfCredit = (pack: PackOnSale): string =>
  `1 credit costs ${pounds(priceOfCredits(1, pack))} in ${pack.name}`

/**
 * Warns if the price of a place per credit differs by more than a third from the cheapest pack's. A place without
 * credits or price is not compared.
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
  return better === credits || better > maxCredits
    ? paid
    : `${paid}. ${creditText(better)} would be ${pounds(priceOfCredits(better, pack))}`
}
