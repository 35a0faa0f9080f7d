import { pounds } from './money.ts'

/** One place to be sold: a session for one attendee. */
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

/** Whether nothing but credits pays for a place: it has no price, and it is not free. */
const needsCredits = ({ pricePence, credits }: PricedPlace): boolean => pricePence === 0 && credits > 0

/**
 * Shares credits out among places in start order: first to those that nothing else pays for, then to the others
 * (decision E-09). Answers how many each of them gets.
 */
function shareCredits(places: readonly PricedPlace[], credits: number): number[] {
  let creditsLeft = credits
  const used = places.map(() => 0)
  for (const isTheirTurn of [needsCredits, (place: PricedPlace) => !needsCredits(place)]) {
    for (const [index, place] of places.entries()) {
      if (!isTheirTurn(place)) continue
      used[index] = Math.min(creditsLeft, place.credits)
      creditsLeft -= used[index]
    }
  }
  return used
}

/**
 * Whether credits do not reach for what they alone pay for: there is none, or too few for what has no price
 * (decision A-19).
 */
export function lacksCredits(
  places: readonly { isPackOnly: boolean; pricePence: number; credits: number }[],
  balance: number,
): boolean {
  const used = shareCredits(
    places.map(place => ({ ...place, credits: creditsOfPlace(place) })),
    balance,
  )
  return places.some(
    ({ isPackOnly, pricePence, credits }, index) =>
      isPackOnly && (balance === 0 || (pricePence === 0 && (used[index] ?? 0) < credits)),
  )
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
  const creditsOf = shareCredits(places, credits)
  const afterCredits = places.map((place, index) => {
    const used = creditsOf[index] ?? 0
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
    creditsUsed: sum(creditsOf),
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
