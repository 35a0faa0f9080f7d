import { minCardPaymentPence } from './limits.ts'
import { pounds } from './money.ts'

/** A place to be sold: a session for one attendee. */
export interface PricedPlace {
  pricePence: number
  /** The credits that this place costs. 0 means that credits cannot pay for it. */
  credits: number
}

export type Discount = { percent: number } | { amountPence: number }

export interface PlacePrice {
  listPence: number
  creditsUsed: number
  /** The amount left to pay by card after credits and this place's share of the discount. */
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

/** Describes a payment: '£7.50', '1 credit', '£3.75 and 1 credit'. */
export function paidWith(pence: number, credits: number): string {
  if (credits === 0) return pounds(pence)
  return pence === 0 ? creditText(credits) : `${pounds(pence)} and ${creditText(credits)}`
}

/** Returns '1 credit', '2 credits'. */
export const creditText = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`

/** Returns the credits that a place costs. A free place costs none, unless it is pack-only (decision E-09). */
export const creditsOfPlace = (of: { pricePence: number; credits: number; isPackOnly: boolean }): number =>
  of.pricePence === 0 && !of.isPackOnly ? 0 : of.credits

/** Whether only credits can pay for a place: it costs credits, but has no price in money. */
const needsCredits = ({ pricePence, credits }: PricedPlace): boolean => pricePence === 0 && credits > 0

/**
 * Shares credits among places in start order: first to pack-only places, then to the others (decision E-09). Returns
 * the credits of each place.
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

/** Whether the credits are missing or too few for pack-only places (decision A-19). */
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

/** Whether an amount is 0 or a card can pay it. */
export const isPayable = (pence: number): boolean => pence === 0 || pence >= minCardPaymentPence

/** Divides and rounds half up, for whole numbers that are not negative. */
const roundHalfUp = (dividend: number, divisor: number) =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))

/** Returns the smallest of the credits requested, needed and available (decisions E-10, A-19). */
export function creditsToUse(needed: number, balance: number, wanted: number | undefined): number {
  return Math.max(0, Math.min(wanted ?? needed, needed, balance))
}

/**
 * Prices an order (decision E-09). Using k of a place's c credits reduces it by k/c of its price, half-up.
 * The discount comes off the rest, and nothing falls below 0. Places must be in start order, those of one
 * session together.
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
  // Such a small amount is waived as part of the discount.
  const isWaived = restPence - discounted < minCardPaymentPence
  const discountPence = isWaived ? restPence : discounted
  const totalPence = restPence - discountPence
  const discounts = shareDiscount(
    discountPence,
    afterCredits.map(place => place.restPence),
  )
  return {
    places: afterCredits.map((place, index) => ({
      listPence: place.listPence,
      creditsUsed: place.creditsUsed,
      payablePence: place.restPence - (discounts[index] ?? 0),
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

/**
 * Shares a discount by price over the places with something left to pay, half-up; the last one takes the rest. So
 * cancelling a place refunds what it cost. Each share is within a penny of the exact one, so none exceeds its place's
 * price.
 */
function shareDiscount(discountPence: number, restPences: number[]): number[] {
  const allPence = sum(restPences) || 1
  const floors = restPences.map(restPence => Math.floor((discountPence * restPence) / allPence))
  const remainders = restPences.map(restPence => (discountPence * restPence) % allPence)
  let penniesLeft = discountPence - sum(floors)
  let canTakeOne = remainders.filter(remainder => remainder > 0).length
  return floors.map((floor, index) => {
    const remainder = remainders[index] as number
    if (remainder === 0) return floor
    canTakeOne--
    const takesOne = penniesLeft > canTakeOne || (penniesLeft > 0 && remainder * 2 >= allPence)
    if (takesOne) penniesLeft--
    return floor + Number(takesOne)
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
