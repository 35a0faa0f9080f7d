import { pounds } from '../money.ts'
import { creditText } from '../prices.ts'

/** The office's messages about booking for a family. */
export const deskSentences = {
  classNotFound: 'This class was not found, or it has no more dates',
  bookAllTheSame: 'Tick “Book all the same” to book them with a reason',
  choosePayment: 'Please choose how it is paid',
  childrenOfTheirs: 'Please choose children of this family',
  retryByHand: 'This was paid at the desk. Record how you gave the money back',
} as const

/** “They have 1 credit. These places need 2 credits”. */
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

/** “Full. Raise the capacity to 13 and book”. */
export const raiseAndBook = (capacity: number): string => `Full. Raise the capacity to ${capacity} and book`
