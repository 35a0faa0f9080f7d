import { pounds } from './money.ts'
import { creditText } from './prices.ts'

/** A refund of money. */
interface MoneyBack {
  refundedPence: number
  method: 'card' | 'cash' | 'bank' | 'other' | 'hand'
  /** Whether the money has not arrived yet. */
  isOnItsWay: boolean
}

/** The money and credits returned for a place that was cancelled in a paid order. */
export interface PlaceRefund extends MoneyBack {
  /** Refunded before the place was cancelled. */
  refundedBeforePence: number
  /** Credits that paid for the place, and credits given for its money. */
  credits: number
}

/** Describes a refund: “£8.50 refunded to your card, 1 credit returned”; empty if nothing was refunded. */
export function refundInWords(refund: PlaceRefund): string {
  const { refundedPence, refundedBeforePence, credits } = refund
  return [
    refundedPence > 0 && moneyInWords(refund),
    refundedBeforePence > 0 && `${pounds(refundedBeforePence)} refunded before`,
    credits > 0 && `${creditText(credits)} returned`,
  ]
    .filter(Boolean)
    .join(', ')
}

function moneyInWords({ refundedPence, method, isOnItsWay }: MoneyBack): string {
  const money = pounds(refundedPence)
  if (method === 'hand') return `we are giving you ${money} back`
  if (method !== 'card') return `${money} refunded`
  return isOnItsWay ? `${money} is on its way to your card` : `${money} refunded to your card`
}

/**
 * Describes what was returned of an order besides its cancelled places: “£59.50 refunded to your card, 7
 * credits given back”. Returns '' if nothing was.
 */
export function backInWords(order: {
  refunds: readonly MoneyBack[]
  creditsTaken: number
  creditsGiven: number
}): string {
  const { refunds, creditsTaken, creditsGiven } = order
  return [
    ...refunds.map(moneyInWords),
    creditsTaken > 0 && `${creditText(creditsTaken)} given back`,
    creditsGiven > 0 && `${creditText(creditsGiven)} given as goodwill`,
  ]
    .filter(Boolean)
    .join(', ')
}
