import { pounds } from './money.ts'
import { requireThat } from './refusal.ts'

/** A row of the cancellation policy, applied this many hours or more before the start (spec 4 §3). */
export interface PolicyRow {
  hoursBefore: number
  /** The percentage of the card payment that is refunded to the card. */
  cardPercent: number
  /** Whether the rest becomes class credits; otherwise the business keeps it. */
  asCredits: boolean
  /** Whether credits that paid for the place are returned. */
  returnCredits: boolean
}

/** How one place is settled: by a chosen amount, or by a percentage of the payment. */
export interface SettlementTerms {
  money: { pence: number } | { percent: number }
  rest: 'credits' | 'kept'
  returnCredits: boolean
}

export interface PlaceMoney {
  /** The money that was to be paid for the place, without its credits. */
  payablePence: number
  creditsUsed: number
  /** The price of the place in credits; 0 if credits cannot pay for it, as with trials and guests. */
  creditPrice: number
  /** The money of this place that was refunded or became credits before it was cancelled. */
  backPence: number
  /** The credits of this place that were returned before it was cancelled. */
  creditsBack: number
}

/** The result for one cancelled place. The five amounts add up to what was payable. */
export interface Settlement {
  /** Refunded as money, to the card or by hand. */
  refundedPence: number
  /** Converted to class credits. */
  asCreditsPence: number
  keptPence: number
  /** Refunded before the cancellation. */
  backBeforePence: number
  /** Expected for the place, but not received when it was cancelled. */
  notReceivedPence: number
  /** The number of credits returned of those that paid for the place. */
  creditsReturned: number
  /** The credits given instead of money. */
  creditsGranted: number
}

const nothingBack: SettlementTerms = { money: { percent: 0 }, rest: 'kept', returnCredits: false }

/**
 * Returns the terms of the policy row that applies: the one with the most hours, but not more than remain
 * before the start.
 */
export function termsByPolicy(rows: readonly PolicyRow[], hoursBefore: number): SettlementTerms {
  const row = rows
    .toSorted((one, other) => other.hoursBefore - one.hoursBefore)
    .find(each => each.hoursBefore <= hoursBefore)
  if (!row) return nothingBack
  return {
    money: { percent: row.cardPercent },
    rest: row.asCredits ? 'credits' : 'kept',
    returnCredits: row.returnCredits,
  }
}

export const settlementSentences = {
  noCreditPrice: 'This class has no price in credits. Choose card or nothing',
} as const

/** Returns “At most £12.50 can be refunded”. */
export const atMostBack = (pence: number): string => `At most ${pounds(pence)} can be refunded`

/** The money of the places that an order still has: what is payable, and how much of that was received. */
export interface LiveMoney {
  payablePence: number
  receivedPence: number
}

/** The money of an order that was paid at once. */
const receivedInFull: LiveMoney = { payablePence: 1, receivedPence: 1 }

/**
 * Settles places of one order that are cancelled together (spec 3 §5.3). `leftPence` is what can still be
 * refunded of the order's money: if it is too little, the last places get less. If money is still expected
 * (spec 4 §4), each place gets its share of the money received, rounded down, and the last place the rest.
 */
export function settlePlaces(
  places: readonly (PlaceMoney & { terms: SettlementTerms })[],
  leftPence: number,
  live: LiveMoney = receivedInFull,
): Settlement[] {
  let left = leftPence
  const rest = { ...live }
  const isReceived = live.receivedPence === live.payablePence
  return places.map(place => {
    const { payablePence, backPence } = place
    const receivedPence =
      isReceived || rest.payablePence === 0
        ? payablePence
        : Math.floor((rest.receivedPence * payablePence) / rest.payablePence)
    rest.payablePence -= payablePence
    rest.receivedPence -= receivedPence
    const settlement = settlePlace(
      place,
      receivedPence,
      Math.min(left, Math.max(0, receivedPence - backPence)),
    )
    left -= settlement.refundedPence + settlement.asCreditsPence
    return settlement
  })
}

function settlePlace(
  place: PlaceMoney & { terms: SettlementTerms },
  receivedPence: number,
  worthPence: number,
): Settlement {
  const { payablePence, creditPrice, terms } = place
  const refundedPence = moneyBack(terms, { receivedPence, creditPrice, worthPence })
  const restPence = worthPence - refundedPence
  const isCredited = terms.rest === 'credits' && restPence > 0
  requireThat(!isCredited || creditPrice > 0, settlementSentences.noCreditPrice)
  return {
    refundedPence,
    asCreditsPence: isCredited ? restPence : 0,
    keptPence: isCredited ? 0 : restPence,
    backBeforePence: receivedPence - worthPence,
    notReceivedPence: payablePence - receivedPence,
    creditsReturned: terms.returnCredits ? maxGoodwill(place).credits : 0,
    creditsGranted: isCredited ? creditsFor(restPence, place) : 0,
  }
}

/** Returns the credits to give instead of this much of a place's money: at least one. */
const creditsFor = (pence: number, { payablePence, creditsUsed, creditPrice }: PlaceMoney): number =>
  Math.max(1, Math.ceil(((creditPrice - creditsUsed) * pence) / payablePence))

/** The goodwill that staff ask for a place: money, and credits that paid for it. */
export interface GoodwillAsked {
  pence: number
  credits: number
}

/** The goodwill for one place, which stays booked. */
export type Goodwill = Pick<
  Settlement,
  'refundedPence' | 'asCreditsPence' | 'creditsReturned' | 'creditsGranted'
>

/** Returns the most goodwill that a place can still get: what was paid for it and not yet returned. */
export const maxGoodwill = (place: PlaceMoney): GoodwillAsked => ({
  pence: Math.max(0, place.payablePence - place.backPence),
  credits: Math.max(0, place.creditsUsed - place.creditsBack),
})

/**
 * Proposes goodwill for a place in a camp that lost some of its days: that share of the payment. Money is
 * rounded down to the penny and credits up to a whole one. A class has one day.
 */
export function proposeGoodwill(
  place: PlaceMoney,
  { lost, of }: { lost: number; of: number },
): GoodwillAsked {
  const most = maxGoodwill(place)
  return {
    pence: Math.min(most.pence, Math.floor((place.payablePence * lost) / of)),
    credits: Math.min(most.credits, Math.ceil((place.creditsUsed * lost) / of)),
  }
}

/**
 * Settles goodwill for places of one order, which stay booked. `leftPence` is what can still be refunded of
 * the order's money: if it is too little, the last places get less. Without a price in credits, money is
 * refunded.
 */
export function settleGoodwill(
  places: readonly (PlaceMoney & { asked: GoodwillAsked })[],
  leftPence: number,
  settle: 'card' | 'credits',
): Goodwill[] {
  let left = leftPence
  return places.map(({ asked, ...place }) => {
    const most = maxGoodwill(place)
    const pence = Math.min(asked.pence, most.pence, left)
    left -= pence
    const isCredited = settle === 'credits' && place.creditPrice > 0 && pence > 0
    return {
      refundedPence: isCredited ? 0 : pence,
      asCreditsPence: isCredited ? pence : 0,
      creditsReturned: Math.min(asked.credits, most.credits),
      creditsGranted: isCredited ? creditsFor(pence, place) : 0,
    }
  })
}

function moneyBack(
  { money, rest }: SettlementTerms,
  {
    receivedPence,
    creditPrice,
    worthPence,
  }: { receivedPence: number; creditPrice: number; worthPence: number },
): number {
  if ('pence' in money) {
    requireThat(money.pence <= worthPence, atMostBack(worthPence))
    return money.pence
  }
  // A policy that gives credits refunds money if there is no price in credits.
  const percent = rest === 'credits' && creditPrice === 0 ? 100 : money.percent
  return Math.min(worthPence, Math.floor((2 * receivedPence * percent + 100) / 200))
}

/** A refund in the books: in progress or made, failed and still owed, or replaced. */
export interface BookedRefund {
  pence: number
  state: 'back' | 'owed' | 'superseded'
}

/** An order's money. `cameInPence`, the money received, plus `refundedTwicePence` is the sum of the other amounts. */
export interface OrderBooks {
  cameInPence: number
  /** Money for the places that the family still has. */
  staysPence: number
  backPence: number
  /** Failed refunds that somebody has to settle. */
  owedPence: number
  asCreditsPence: number
  keptPence: number
  /** Money refunded at the card provider after it had become credits. */
  refundedTwicePence: number
}

/**
 * Adds up an order. Money refunded without a cancelled place (goodwill, a refund at the provider) is taken
 * from what stays, then from what was kept.
 */
export function addUp(order: {
  cameInPence: number
  /** The price of everything that the order still has. */
  livePence: number
  settlements: readonly Settlement[]
  refunds: readonly BookedRefund[]
  /** Money of booked places that became credits as goodwill. */
  goodwillAsCreditsPence?: number
}): OrderBooks {
  const { cameInPence, livePence, settlements, refunds, goodwillAsCreditsPence = 0 } = order
  const backPence = sum(refunds.filter(({ state }) => state === 'back').map(({ pence }) => pence))
  const owedPence = sum(refunds.filter(({ state }) => state === 'owed').map(({ pence }) => pence))
  const asCreditsPence =
    goodwillAsCreditsPence + sum(settlements.map(settlement => settlement.asCreditsPence))
  const restPence = cameInPence - backPence - owedPence - asCreditsPence
  const heldPence = Math.max(0, restPence)
  const keptBefore = sum(settlements.map(settlement => settlement.keptPence))
  const staysPence = Math.min(heldPence, Math.max(0, Math.min(livePence, heldPence - keptBefore)))
  return {
    cameInPence,
    staysPence,
    backPence,
    owedPence,
    asCreditsPence,
    keptPence: heldPence - staysPence,
    refundedTwicePence: heldPence - restPence,
  }
}

/** Returns the most that can still be refunded: all that the business still has of the order's money. */
export const leftToGiveBack = ({ staysPence, keptPence }: OrderBooks): number => staysPence + keptPence

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
