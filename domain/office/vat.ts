import { addDays, todayInLondon } from '../calendar.ts'

/** The VAT codes of British law; the rates of each stand in the table `vat_rates`. */
export const everyVatCode = ['standard', 'reduced', 'zero', 'exempt', 'outside'] as const
export type VatCode = (typeof everyVatCode)[number]

/** The code of a type, pack or product; '' takes the business's own. */
export const everyOwnVatCode = ['', ...everyVatCode] as const

export const vatNames: Record<VatCode, string> = {
  standard: 'Standard rate',
  reduced: 'Reduced rate',
  zero: 'Zero rate',
  exempt: 'Exempt',
  outside: 'Outside the scope',
}
/** The names with today's rates, for choices. */
export const vatWords: Record<VatCode, string> = {
  ...vatNames,
  standard: 'Standard rate, 20%',
  reduced: 'Reduced rate, 5%',
}

/** The VAT of a period by code and rate, in pence; money refunded counts in `backPence` and is taken off the others. */
export interface VatSum {
  code: VatCode
  percent: number
  receivedPence: number
  backPence: number
  grossPence: number
  vatPence: number
}

/** The columns of the export (spec 3 §5.2). */
export const vatFileColumns = [
  ...['tax point', 'order', 'line', 'kind', 'description', 'venue', 'VAT code', 'VAT percent'],
  ...['gross', 'net', 'VAT', 'method', 'refund of', 'customer', 'session date', 'period'],
]

export const vatSentences = {
  stillRuns: 'Choose a day that is over. A period can be closed from one o’clock in the night after it',
  followsLast: 'A period begins on the day after the one that was closed last',
  figuresChanged: 'The figures have changed. Please look at them again',
} as const

/** Returns “The period until 30 Sep 2026 is closed. Choose a later day”. */
export const dayIsClosed = (until: string): string =>
  `The period until ${until} is closed. Choose a later day`

/**
 * Returns the last day that can be closed. An hour must have passed since its end, so that no payment of that day is still
 * being written.
 */
export const lastDayToClose = (now: Date): string =>
  addDays(todayInLondon(new Date(now.getTime() - 3_600_000)), -1)
