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

/** Money that was paid at the desk, with the family's or the bank's reference, or ''. */
export interface DeskPayment {
  method: DeskMethod
  reference: string
}

/** Money of the desk as the family reads it; `expectedPence` was not received yet. */
export interface DeskMoney extends DeskPayment {
  expectedPence: number
}

/** “by bank transfer (reference SMITH 12)”. */
export const paidAtDesk = ({ method, reference }: DeskPayment): string =>
  deskMethods[method] + (reference && ` (reference ${reference})`)

/**
 * “Payment expected: £34.00 from a childcare account (reference TFC 12)”. The amount is what was not received
 * yet.
 */
export const paymentExpected = (money: DeskMoney): string =>
  `Payment expected: ${pounds(money.expectedPence)} ${paidAtDesk(money)}`
