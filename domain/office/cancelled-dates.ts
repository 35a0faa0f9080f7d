import { pounds } from '../money.ts'
import { creditText } from '../prices.ts'
import type { Goodwill, PlaceMoney, Settlement, SettlementTerms } from '../settlement.ts'

/** How long cancelling dates, or goodwill for one, can be undone. Until then nobody is told and nothing is settled (spec 4 §3). */
export const undoSeconds = 60

/** How the places of cancelled dates are settled: to the card, as credits, or by a move to another date. */
export const datesSettled = ['card', 'credits', 'move'] as const
export type DatesSettled = (typeof datesSettled)[number]

/**
 * Returns the terms of a place whose date the business cancels: nothing is kept. Places without a price in credits, and
 * those that cannot move, are refunded to the card.
 */
export const termsOfDate = (settle: DatesSettled): SettlementTerms =>
  settle === 'credits'
    ? { money: { percent: 0 }, rest: 'credits', returnCredits: true }
    : { money: { percent: 100 }, rest: 'kept', returnCredits: true }

/** Why a place is settled in another way than was chosen for all places; '' if it is not. */
export const outcomes = [
  '',
  'paidWithCredits',
  'partlyWithCredits',
  'noCreditPrice',
  'free',
  'backBefore',
  'lessLeft',
  'notReceived',
] as const
export type Outcome = (typeof outcomes)[number]

/** Returns why a place of a cancelled date is settled in another way than was chosen; '' if it is not. */
export function outcomeOf(
  place: Pick<PlaceMoney, 'payablePence' | 'creditsUsed' | 'creditPrice' | 'backPence'>,
  { refundedPence, asCreditsPence, creditsReturned, creditsGranted, notReceivedPence }: Settlement,
  settle: DatesSettled,
): Outcome {
  const { payablePence, creditsUsed, creditPrice, backPence } = place
  const backNow = refundedPence + asCreditsPence
  if (payablePence + creditsUsed === 0) return 'free'
  if (notReceivedPence > 0) return 'notReceived'
  if (backNow < payablePence - backPence) return 'lessLeft'
  if (backNow + creditsReturned === 0) return 'backBefore'
  if (settle === 'credits') return refundedPence > 0 && creditPrice === 0 ? 'noCreditPrice' : ''
  if (creditsReturned === 0) return ''
  return refundedPence + creditsGranted > 0 ? 'partlyWithCredits' : 'paidWithCredits'
}

/** Describes what is returned: “£8.50 and 2 credits”, “nothing”. */
export const backInText = ({ refundedPence, credits }: { refundedPence: number; credits: number }): string =>
  [refundedPence > 0 && pounds(refundedPence), credits > 0 && creditText(credits)]
    .filter(Boolean)
    .join(' and ') || 'nothing'

const reasonOf: Record<Exclude<Outcome, ''>, [one: string, more: string]> = {
  paidWithCredits: ['was paid with credits', 'were paid with credits'],
  partlyWithCredits: ['was partly paid with credits', 'were partly paid with credits'],
  noCreditPrice: ['has no price in credits', 'have no price in credits'],
  free: ['was free', 'were free'],
  backBefore: ['has had its money back before', 'have had their money back before'],
  lessLeft: [
    'gets less, because money of its order went back before',
    'get less, because money of their orders went back before',
  ],
  notReceived: ['has not been paid in full', 'have not been paid in full'],
}

/**
 * Describes the places that are settled in another way than was chosen: “1 place was paid with credits: 1
 * credit goes back”.
 */
export function outcomesInWords(
  settled: readonly { refundedPence: number; credits: number; why: Outcome }[],
): string[] {
  return outcomes.flatMap(why => {
    const these = settled.filter(place => place.why === why)
    if (why === '' || these.length === 0) return []
    const refundedPence = these.reduce((sum, place) => sum + place.refundedPence, 0)
    const credits = these.reduce((sum, place) => sum + place.credits, 0)
    const isOne = refundedPence > 0 ? credits === 0 : credits <= 1
    const [one, more] = reasonOf[why]
    const who = these.length === 1 ? `1 place ${one}` : `${these.length} places ${more}`
    return [`${who}: ${backInText({ refundedPence, credits })} ${isOne ? 'goes' : 'go'} back`]
  })
}

/** A place of the dates that are settled together, with what is returned for it. */
export interface SettledPlace {
  /** The order's number or id. `family` is the account's id, or a guest's contact. */
  order: number | string
  family: number | string
  /** Whether the family has an email address. */
  isReached: boolean
  /** Whether it was paid at the desk: its money goes back by hand. */
  isPaidAtDesk: boolean
  /** Undefined if nothing is returned, as for a place that moves. */
  settlement?: Goodwill | undefined
}

/**
 * Adds up what is returned and how much of it by hand. Counts the cards, the families, those who are mailed
 * and those to ring.
 */
export function addUpPlaces(places: readonly SettledPlace[]) {
  let refundedPence = 0
  let byHandPence = 0
  let credits = 0
  const [cards, creditFamilies] = [new Set<number | string>(), new Set<number | string>()]
  const families = new Map<number | string, boolean>()
  for (const { order, family, isReached, isPaidAtDesk, settlement } of places) {
    families.set(family, isReached)
    if (!settlement) continue
    const ofPlace = settlement.creditsReturned + settlement.creditsGranted
    refundedPence += settlement.refundedPence
    credits += ofPlace
    if (isPaidAtDesk) byHandPence += settlement.refundedPence
    else if (settlement.refundedPence > 0) cards.add(order)
    if (ofPlace > 0) creditFamilies.add(family)
  }
  const mailed = [...families.values()].filter(isReached => isReached).length
  return {
    ...{ refundedPence, byHandPence, credits, families: families.size, cards: cards.size },
    ...{ creditFamilies: creditFamilies.size, mailed, toRing: families.size - mailed },
  }
}

/** The totals of cancelling dates as they were shown. The call is refused if they have changed. */
export interface DateTotals {
  places: number
  refundedPence: number
  /** Credits returned, and credits given instead of money. */
  credits: number
  moved: number
  unpaidOrders: number
}

export const isSameTotals = (one: DateTotals, other: DateTotals): boolean =>
  one.places === other.places &&
  one.refundedPence === other.refundedPence &&
  one.credits === other.credits &&
  one.moved === other.moved &&
  one.unpaidOrders === other.unpaidOrders

/** Messages of the office about cancelling dates. */
export const cancelDateSentences = {
  chooseDates: 'Choose at least one date',
  hasBegun: 'This class has begun. Give the money back from its page',
  isDraft: 'This date was never published. Delete it instead',
  chooseTarget: 'Choose the date that the places move to',
  targetUnfit: 'Places can only move to a coming date on sale of the same kind',
  undoOver: 'The time to undo this is over',
  dateTakenMeanwhile: 'Another date is planned at that time now, so this cannot be undone',
  notFound: 'This cancellation was not found',
  isFull: 'The date is full',
  isBookedThere: 'Is booked there already',
  hadTrialThere: 'Has had a trial of this class',
} as const
