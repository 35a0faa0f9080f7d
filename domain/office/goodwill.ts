import {
  type Goodwill,
  type GoodwillAsked,
  type PlaceMoney,
  proposeGoodwill,
  settleGoodwill,
} from '../settlement.ts'
import { addUpPlaces } from './cancelled-dates.ts'

/**
 * How goodwill for a date that has begun is given: as money, or as credits if the place has a price in
 * credits.
 */
export const goodwillSettled = ['card', 'credits'] as const
export type GoodwillSettled = (typeof goodwillSettled)[number]

/** A place of a date that has begun. */
export interface GoodwillPlace extends PlaceMoney {
  bookingId: number
  orderNumber: string
  /** The money of its whole order that can still be refunded. */
  leftPence: number
  /** The customer disputes the payment at the bank, so nothing goes back. */
  isDisputed: boolean
  /** Whether its order was paid at the desk. */
  isPaidAtDesk: boolean
  /** The same number for all places of one family. */
  family: number
  isReached: boolean
}

/**
 * Proposes goodwill for every place of a date that lost some of its days. A place with a disputed payment
 * gets none.
 */
export const proposeForPlaces = (
  places: readonly GoodwillPlace[],
  days: { lost: number; of: number },
): Map<number, GoodwillAsked> => {
  const proposed = new Map(
    places.flatMap(place =>
      place.isDisputed ? [] : [[place.bookingId, proposeGoodwill(place, days)] as const],
    ),
  )
  // What was refunded of a whole order is not left for its places.
  const { given } = planGoodwill(places, proposed, 'card')
  return new Map(
    [...proposed].map(([bookingId, { credits }]) => [
      bookingId,
      { pence: given.get(bookingId)?.refundedPence ?? 0, credits },
    ]),
  )
}

/** Settles goodwill for the places of a date and adds it up, for the page and for the command alike. */
export function planGoodwill(
  places: readonly GoodwillPlace[],
  asked: ReadonlyMap<number, GoodwillAsked>,
  settle: GoodwillSettled,
) {
  const given = new Map<number, Goodwill>()
  for (const number of new Set(places.map(({ orderNumber }) => orderNumber))) {
    const ofOrder = places.flatMap(place => {
      const wanted = place.orderNumber === number && !place.isDisputed && asked.get(place.bookingId)
      return wanted ? [{ ...place, asked: wanted }] : []
    })
    const settled = settleGoodwill(ofOrder, ofOrder[0]?.leftPence ?? 0, settle)
    for (const [at, { bookingId }] of ofOrder.entries()) given.set(bookingId, settled[at] as Goodwill)
  }
  const withSomething = places.flatMap(({ bookingId, orderNumber, family, isReached, isPaidAtDesk }) => {
    const settlement = given.get(bookingId)
    return settlement && isSomething(settlement)
      ? [{ order: orderNumber, family, isReached, isPaidAtDesk, settlement }]
      : []
  })
  return { given, places: withSomething.length, ...addUpPlaces(withSomething) }
}

const isSomething = ({ refundedPence, asCreditsPence, creditsReturned }: Goodwill) =>
  refundedPence + asCreditsPence + creditsReturned > 0

/** Returns “At most 2 credits can be returned”. */
export const atMostCredits = (credits: number): string =>
  `At most ${credits} ${credits === 1 ? 'credit' : 'credits'} can be returned`

/** The sentences for the office about goodwill for a date. */
export const goodwillSentences = {
  notBegun: 'This class has not begun. Cancel the date instead',
  nothingToGive: 'Nothing of this date can be refunded',
  nothingAsked: 'Please refund at least one place',
} as const
