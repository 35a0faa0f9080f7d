import { type DeskMethod, expectedMethods } from '#domain/desk-payment.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { mailPaymentLink } from './mail-payment-link.ts'
import { type MoneyOfDesk, receiveAtDesk } from './receive-at-desk.ts'

/** How an order with a price is paid: at the desk, or later by a mailed link that keeps it. */
export type DeskSettlement = MoneyOfDesk | { keepUntil: Date | undefined }

interface AskedPayment {
  pay: string
  method?: DeskMethod | undefined
  reference: string
  keepUntil?: string | undefined
  expected: { totalPence: number }
}

/**
 * Returns how staff want an order to be paid (undefined if there is nothing to settle), and the problem with the
 * method, or false. Refuses money at the desk from members who may not receive it.
 */
export function readSettlement(
  { staff }: OfficeRequest,
  { pay, method, reference, keepUntil, expected }: AskedPayment,
): { settlement: DeskSettlement | undefined; problem: string | false } {
  const isExpected = pay === 'expected'
  const isPaid = (pay === 'desk' || isExpected) && expected.totalPence > 0
  if (isPaid && !may(staff.role, 'payment.desk')) throw new OfficeRefusal(officeSentences.notYours, 403)
  if (pay === 'link')
    return { settlement: { keepUntil: keepUntil ? new Date(keepUntil) : undefined }, problem: false }
  if (!isPaid) return { settlement: undefined, problem: false }
  if (!method) return { settlement: undefined, problem: deskSentences.choosePayment }
  const isFromNowhere = isExpected && !(method in expectedMethods)
  return {
    settlement: { method, reference: reference.trim(), isExpected },
    problem: isFromNowhere && deskSentences.chooseExpected,
  }
}

/** How an order was paid, as the log records it. */
export interface Paid {
  how: string
  isExpected?: boolean
  keptUntil?: Date
}

/** Receives the money of a new order, or mails the link to pay it. Returns what the log says of it. */
export async function settleAtDesk(
  tx: Tx,
  request: OfficeRequest,
  { orderId, totalPence }: { orderId: number; totalPence: number },
  settlement: DeskSettlement | undefined,
): Promise<Paid> {
  requireThat(settlement, deskSentences.choosePayment)
  if ('method' in settlement) {
    await receiveAtDesk(tx, orderId, totalPence, settlement, request.clock())
    return { how: settlement.method, isExpected: settlement.isExpected }
  }
  const { keepUntil } = settlement
  const { keptUntil } = await mailPaymentLink(tx, request, { orderId, ...(keepUntil && { keepUntil }) })
  return { how: 'link', keptUntil }
}
