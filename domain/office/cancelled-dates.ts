import type { Goodwill, SettlementTerms } from '../settlement.ts'

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

/** A place of dates that are settled together, with what comes back for it. */
export interface SettledPlace {
  /** The order, and the account or the contact of a guest. */
  order: number | string
  family: number | string
  /** Whether the family has an email address. */
  isReached: boolean
  /** None where nothing comes back, as for a place that moves. */
  settlement?: Goodwill | undefined
}

/** Adds up what comes back, to how many cards and families, and how many are mailed or rung. */
export function addUpPlaces(places: readonly SettledPlace[]) {
  let refundedPence = 0
  let credits = 0
  const [cards, creditFamilies] = [new Set<number | string>(), new Set<number | string>()]
  const families = new Map<number | string, boolean>()
  for (const { order, family, isReached, settlement } of places) {
    families.set(family, isReached)
    if (!settlement) continue
    const ofPlace = settlement.creditsReturned + settlement.creditsGranted
    refundedPence += settlement.refundedPence
    credits += ofPlace
    if (settlement.refundedPence > 0) cards.add(order)
    if (ofPlace > 0) creditFamilies.add(family)
  }
  const mailed = [...families.values()].filter(isReached => isReached).length
  return {
    ...{ refundedPence, credits, families: families.size, cards: cards.size },
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
