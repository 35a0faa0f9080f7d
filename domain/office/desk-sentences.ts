import { shortDay } from '../format-dates.ts'
import { pounds } from '../money.ts'
import { creditText } from '../prices.ts'

/** The office's messages about booking for a family. */
export const deskSentences = {
  classNotFound: 'This class was not found, or it has no more dates',
  bookAllTheSame: 'Tick “Book all the same” to book them with a reason',
  choosePayment: 'Please choose how it is paid',
  childrenOfTheirs: 'Please choose children of this family',
  chooseExpected: 'Please choose where the money comes from',
  walkInSettled: 'This walk-in was settled before, or is no longer in the register',
  walkInAlone: 'A walk-in is one person on one date',
  begunByLink: 'This class has begun, so it cannot be paid by a link',
  goodsPaidInPart: 'Money has come for this order. Record the rest as it comes, or refund what came',
  packIsUsed: 'They have used credits of this pack, so it can no longer be taken back',
  goodsAreOut: 'They have the products already, so the order can no longer be ended',
  givenUnpaid:
    'Products that are given now have to be paid for, or expected, first. Send them, or take the money',
  givenAddress: 'Given at the desk',
  productTwice: 'A product stands here twice. Please put its pieces into one line',
  nothingExpected: 'No money is expected for this order',
  leastReceived: 'Please enter at least £0.01',
  receivedToCome: 'Please choose a day that is not to come',
  receiptNotFound: 'This receipt was not found, or it has been corrected',
  receiptIsSpent:
    'This money has gone back or was settled with a place, so the receipt can no longer be corrected',
  noLongerUnpaid: 'This order has been paid or has ended. Please look again',
  pageStaysOpen: 'The card page of this order is open and could not be closed. Please try again in a minute',
  retryByHand: 'This was paid at the desk. Record how you gave the money back',
} as const

/** Returns “They have 1 credit. These places need 2 credits”. */
export const creditsDoNotCover = (balance: number, needed: number): string =>
  needed === 0
    ? 'These places have no price in credits'
    : `They have ${creditText(balance)}. These places need ${creditText(needed)}`

/** Refuses because the price changed after the preview, and gives the new price. */
export const priceIsNow = ({
  totalPence,
  creditsUsed,
}: {
  totalPence: number
  creditsUsed: number
}): string =>
  `It costs ${[
    (totalPence > 0 || creditsUsed === 0) && pounds(totalPence),
    creditsUsed > 0 && creditText(creditsUsed),
  ]
    .filter(Boolean)
    .join(' and ')} now. Look again before you book`

/** Returns “At most £14.00 is still expected”. */
export const atMostExpected = (pence: number): string => `At most ${pounds(pence)} is still expected`

/**
 * Refuses because the sum received has changed: “Ann Perry recorded £20.00. Received so far: £20.00. Please
 * look again”.
 */
export const receivedMeanwhile = (last: { by: string; pence: number } | undefined, pence: number): string =>
  [
    last && `${last.by} ${last.pence < 0 ? 'corrected' : 'recorded'} ${pounds(Math.abs(last.pence))}.`,
    `Received so far: ${pounds(pence)}. Please look again`,
  ]
    .filter(Boolean)
    .join(' ')

/**
 * “Isla is already booked into Kitchen Band at 09:45 that day”. If other dates are chosen too, it names the first day:
 * “… at 09:45 on Sat 5 Dec, and on 7 more of these dates”.
 */
export function bookedAtThatTime(
  {
    firstName,
    title,
    startTime,
    days,
  }: { firstName: string; title: string; startTime: string; days: string[] },
  isOnlyDate: boolean,
): string {
  const more = days.length - 1
  const first = isOnlyDate ? 'that day' : `on ${shortDay(days[0] ?? '')}`
  const others = more > 0 ? `, and on ${more} more of these dates` : ''
  return `${firstName} is already booked into ${title} at ${startTime} ${first}${others}`
}

/** Returns “Full. Raise the capacity to 13 and book”. */
export const raiseAndBook = (capacity: number): string => `Full. Raise the capacity to ${capacity} and book`
