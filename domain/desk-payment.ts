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
  other: 'another way',
} as const
export type DeskMethod = keyof typeof deskMethods
export const everyDeskMethod = Object.keys(deskMethods) as DeskMethod[]

/** Money that was paid at the desk, with the family's or the bank's reference, or ''. */
export interface DeskPayment {
  method: DeskMethod
  reference: string
}

/** “by bank transfer (reference SMITH 12)”. */
export const paidAtDesk = ({ method, reference }: DeskPayment): string =>
  deskMethods[method] + (reference && ` (reference ${reference})`)
