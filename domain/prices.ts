import { pounds } from './money.ts'
import { requireThat } from './refusal.ts'
import { priceIsNow } from './sentences.ts'

/** One place to be sold: a session for one attendee, in the order in which credits are spent (start order). */
export interface PricedPlace {
  pricePence: number
  /** Credits that this one place costs; 0 means that credits cannot pay for it. */
  credits: number
}

export type Discount = { percent: number } | { amountPence: number }

export interface PlacePrice {
  listPence: number
  creditsUsed: number
  /** What is left to pay by card after credits and this place's share of the discount. */
  payablePence: number
}

export interface OrderPrice {
  places: PlacePrice[]
  listPence: number
  creditsUsed: number
  creditValuePence: number
  discountPence: number
  totalPence: number
}

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

/** '£7.50', '1 credit', '£3.75 and 1 credit': what pays for an order. */
export function paidWith(pence: number, credits: number): string {
  if (credits === 0) return pounds(pence)
  return pence === 0 ? creditText(credits) : `${pounds(pence)} and ${creditText(credits)}`
}

/** '1 credit', '2 credits'. */
export const creditText = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`

/** The credits that a place costs: none of what is free, unless credits alone pay for it (decision E-09). */
export const creditsOfPlace = (of: { pricePence: number; credits: number; isPackOnly: boolean }): number =>
  of.pricePence === 0 && !of.isPackOnly ? 0 : of.credits

/**
 * Whether credits do not reach for what they alone pay for: there is none, or too few are left for what has no price
 * (decision A-19) when those before it, in start order, have taken theirs.
 */
export function lacksCredits(
  places: readonly { isPackOnly: boolean; pricePence: number; credits: number }[],
  balance: number,
): boolean {
  let creditsLeft = balance
  return places.some(({ isPackOnly, pricePence, credits }) => {
    const used = Math.min(creditsLeft, credits)
    creditsLeft -= used
    return isPackOnly && (balance === 0 || (pricePence === 0 && used < credits))
  })
}

/** The card provider takes no payment below this (record 007). */
export const smallestCardPaymentPence = 30

/** Whether a card can pay it, or nobody has to. */
export const isPayable = (pence: number): boolean => pence === 0 || pence >= smallestCardPaymentPence

/** Half-up, on whole numbers that may not be negative. */
const roundHalfUp = (dividend: number, divisor: number) =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

/** The smaller of what was asked for, what is needed and what there is (decisions E-10, A-19). */
export function creditsToUse(needed: number, balance: number, wanted: number | undefined): number {
  return Math.max(0, Math.min(wanted ?? needed, needed, balance))
}

/**
 * Prices an order (decision E-09): k of a place's c credits reduce it by k/c of its price, half-up; the discount
 * comes off the rest; nothing falls below 0. Places must come in start order, those of one session together.
 */
export function priceOrder(places: PricedPlace[], credits: number, discount?: Discount): OrderPrice {
  let creditsLeft = credits
  const afterCredits = places.map(place => {
    const used = Math.min(creditsLeft, place.credits)
    creditsLeft -= used
    const value = place.credits === 0 ? 0 : roundHalfUp(place.pricePence * used, place.credits)
    return { listPence: place.pricePence, creditsUsed: used, restPence: place.pricePence - value }
  })
  const listPence = sum(afterCredits.map(place => place.listPence))
  const restPence = sum(afterCredits.map(place => place.restPence))
  const discounted = discount ? discountOn(restPence, discount) : 0
  // So little is waived, as part of the discount.
  const isWaived = restPence - discounted < smallestCardPaymentPence
  const discountPence = isWaived ? restPence : discounted
  const totalPence = restPence - discountPence
  const payable = shareOut(
    totalPence,
    afterCredits.map(place => place.restPence),
  )
  return {
    places: afterCredits.map((place, index) => ({
      listPence: place.listPence,
      creditsUsed: place.creditsUsed,
      payablePence: payable[index] ?? 0,
    })),
    listPence,
    creditsUsed: credits - creditsLeft,
    creditValuePence: listPence - restPence,
    discountPence,
    totalPence,
  }
}

function discountOn(restPence: number, discount: Discount): number {
  return 'percent' in discount
    ? Math.min(restPence, roundHalfUp(restPence * discount.percent, 100))
    : Math.min(restPence, discount.amountPence)
}

/** Splits a whole so that the parts, each at most its weight, add up to it to the penny. */
function shareOut(whole: number, weights: number[]): number[] {
  const all = sum(weights)
  let weightSoFar = 0
  let sharedSoFar = 0
  return weights.map(weight => {
    weightSoFar += weight
    const upToHere = all === 0 ? 0 : Math.floor((whole * weightSoFar) / all)
    const share = upToHere - sharedSoFar
    sharedSoFar = upToHere
    return share
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
