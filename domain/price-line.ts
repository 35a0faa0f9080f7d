import { pounds } from './money.ts'

/** The price of one date on sale. */
export interface DatePrice {
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
}

const rangeOf = (values: number[], inWords: (value: number) => string): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return least === most ? inWords(least) : `${inWords(least)} to ${inWords(most)}`
}

const creditsInWords = (credits: number[]): string => {
  const most = Math.max(...credits)
  return `${rangeOf(credits, String)} class ${most === 1 ? 'credit' : 'credits'}`
}

/**
 * Describes the price of a class by its dates on sale: “£8.50 or 1 class credit. Trial £4.00”. Different
 * prices become a range; a trial is named only if all dates offer it at one price. '' without a date.
 */
export function priceLine(dates: readonly DatePrice[], isPackOnly: boolean): string {
  if (dates.length === 0) return ''
  const prices = dates.map(date => date.pricePence)
  const credits = dates.map(date => date.credits)
  if (isPackOnly) return `${creditsInWords(credits)}; for families with a class pack`
  if (Math.max(...prices) === 0) return 'Free of charge'
  const price = rangeOf(prices, pence => (pence === 0 ? 'free' : pounds(pence)))
  const payable = Math.min(...credits) > 0 ? `${price} or ${creditsInWords(credits)}` : price
  const trials = new Set(dates.map(date => (date.offersTrial ? date.trialPricePence : undefined)))
  const [trial] = trials
  const line = payable.replace(/^free/, 'Free')
  if (trials.size > 1 || trial === undefined) return line
  return `${line}. ${trial === 0 ? 'The first visit is a free trial' : `Trial ${pounds(trial)}`}`
}
