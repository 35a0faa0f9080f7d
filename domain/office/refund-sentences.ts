import { pounds } from '../money.ts'
import { creditText } from '../prices.ts'
import { creditsLeft, packWorth, type SoldPack } from '../returns.ts'

/** The totals of cancelling places, as they are shown before confirming. */
export interface CancelTotals {
  refundedPence: number
  keptPence: number
  /** Credits returned, and credits given instead of money. */
  credits: number
}

/** Messages of the office about cancelling and refunding. */
export const cancelSentences = {
  notPaid: 'This order has not been paid. End it instead',
  choosePlaces: 'Please choose at least one place',
  hasBegun: 'This class has begun. Refund it without cancelling',
  figuresChanged: 'The figures have changed. Please look again',
  nothingPaid: 'Nothing was paid for this order, so nothing can be refunded',
  leastPence: 'Please refund at least £0.01',
  referenceRequired: 'Please enter a receipt number or a bank reference',
  noteRequired: 'Please write the note',
  refundNotFound: 'This refund was not found',
  noMismatch: 'This order has no mismatched payment, or it has been settled',
  providerAway: 'The card provider does not respond. Please try again in a few minutes',
  providerDoesNotKnow: 'The card provider does not know this payment. Its key may have changed',
  disputed: 'The customer disputes this payment at their bank. It cannot be refunded until that is decided',
  askedBefore: 'A refund of this order has been requested already. It waits for a decision',
  askNotFound: 'Nobody asked for this refund',
  backAlready: 'This money has been refunded in another way meanwhile',
  refundNotFailed: 'This refund needs no decision',
  noPack: 'This is not the order of a class pack',
  packGivenBack: 'All credits of this pack have been refunded',
  packSpent: 'The family has no credits left, so nothing of this pack can be refunded',
  packMoneyBack:
    'All that was paid for this pack has been refunded. Take its credits off on the family’s page',
  itemNotFound: 'This product is not in this order',
  creditsOrMoney: 'Please give either credits or money',
  creditsToGive: 'Please give 1 to 100 credits, as a whole number',
  creditsOfPaid: 'Credits can be given for an order that was paid or completed',
  guestHasNoCredits: 'A guest has no account, so no credits can be given',
  accountIsClosed: 'This account is closed, so no credits can be given',
  askedForMoney: 'Money was asked for. Decline that first if you would rather give credits',
} as const

/** Tells staff that a colleague did the same thing first: “Ann did this at 14:05”. */
export const cancelledBefore = (name: string, time: string): string => `${name} did this at ${time}`

/** Returns “7 of 10 credits are left: £59.50”. */
export function packLeft(pack: SoldPack, leftPence: number): string {
  const left = creditsLeft(pack)
  return `${left} of ${pack.credits} credits ${left === 1 ? 'is' : 'are'} left: ${pounds(packWorth(pack, left, leftPence))}`
}

/** Says why nothing of a pack can be given back; undefined if something can. */
export function whyNoPackBack(pack: SoldPack, leftPence: number): string | undefined {
  if (pack.returned >= pack.credits) return cancelSentences.packGivenBack
  if (pack.balance <= 0) return cancelSentences.packSpent
  return leftPence <= 0 ? cancelSentences.packMoneyBack : undefined
}

/** Refuses because the figures changed after the preview, and gives the new ones. */
export const packChanged = (pack: SoldPack, leftPence: number): string =>
  `${cancelSentences.figuresChanged}: ${packLeft(pack, leftPence)}`

/** Returns “At most 7 credits can be given back”. */
export const atMostOfPack = (credits: number): string => `At most ${creditText(credits)} can be given back`

/** Returns “At most 2 can be returned”: pieces of one line. */
export const atMostPieces = (pieces: number): string =>
  pieces === 0 ? 'All of these were returned before' : `At most ${pieces} can be returned`
