import { pounds } from './money.ts'

/**
 * The ways in which a family can pay the business directly, without the card provider. Each has the words
 * that follow “Paid”.
 */
export const deskMethods = {
  cash: 'in cash',
  bank: 'by bank transfer',
  cardMachine: 'by card machine',
  childcare: 'from a childcare account',
  voucher: 'by voucher',
  council: 'by the council',
  other: 'another way',
} as const
export type DeskMethod = keyof typeof deskMethods
export const everyDeskMethod = Object.keys(deskMethods) as DeskMethod[]

/** The ways in which expected money can be paid, with their names in a list. */
export const expectedMethods = {
  childcare: 'Childcare account',
  voucher: 'Voucher',
  bank: 'Bank transfer',
  council: 'Council',
  other: 'Another way',
} as const satisfies Partial<Record<DeskMethod, string>>
export type ExpectedMethod = keyof typeof expectedMethods
export const everyExpectedMethod = Object.keys(expectedMethods) as ExpectedMethod[]

/**
 * The ways in which a family may choose to pay an order later, where the business offers it, with their names
 * in a list (decision E-60).
 */
export const laterMethods = {
  childcare: 'Childcare account',
  voucher: 'Childcare voucher',
} as const satisfies Partial<Record<ExpectedMethod, string>>
export type LaterMethod = keyof typeof laterMethods
export const everyLaterMethod = Object.keys(laterMethods) as LaterMethod[]

/** Money that was paid at the desk, with the family's or the bank's reference, or ''. */
export interface DeskPayment {
  method: DeskMethod
  reference: string
}

/** Money of the desk as the family reads it; `expectedPence` was not received yet. */
export interface DeskMoney extends DeskPayment {
  expectedPence: number
  /** How the family pays it, in the business's words, if the family itself chose to pay later. */
  instructions?: string | undefined
  /** The day on which it is due, if the family itself chose to pay later. */
  dueOn?: string | undefined
}

/** Returns “by bank transfer (reference SMITH 12)”. */
export const paidAtDesk = ({ method, reference }: DeskPayment): string =>
  deskMethods[method] + (reference && ` (reference ${reference})`)

/**
 * “Please pay £34.00 from your childcare account by Monday 14 December 2026, and quote 2026…”. The day is in
 * words.
 */
export const howToPayLater = ({ method, reference, expectedPence }: DeskMoney, day: string): string =>
  `Please pay ${pounds(expectedPence)} ${method === 'childcare' ? 'from your childcare account' : 'by childcare voucher'} by ${day}, and quote ${reference}.`

/**
 * “Payment expected: £34.00 from a childcare account (reference TFC 12)”. The amount is what was not received
 * yet.
 */
export const paymentExpected = (money: DeskMoney): string =>
  `Payment expected: ${pounds(money.expectedPence)} ${paidAtDesk(money)}`

const whence: Record<DeskMethod, string> = {
  ...deskMethods,
  childcare: 'from your childcare account',
  council: 'from the council',
  other: '',
}

/** Returns “£36.00 that we expect from your childcare account”. The amount is what was not received yet. */
export const weExpect = ({ method, expectedPence }: Pick<DeskMoney, 'method' | 'expectedPence'>): string =>
  `${pounds(expectedPence)} that we expect ${whence[method]}`.trim()
