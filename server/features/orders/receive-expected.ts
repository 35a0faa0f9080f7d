import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { atMostExpected, deskSentences, receivedMeanwhile } from '#domain/office/desk-sentences.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { announceReceived } from './announce-order.ts'
import { requireOrder } from './cancel-in-office.ts'
import { holdPeriods, whyClosed } from './closed-days.ts'
import { type Expected, readExpected, writeReceipt } from './desk-receipts.ts'
import { type LockedOrder, lockOrder } from './lock-order.ts'
import { noteToRing } from './note-to-ring.ts'
import { lockPayment } from './payment-of-order.ts'
import { readOrderMoney } from './read-order-money.ts'

/**
 * Records that expected money was received, all or a part of it (spec 4 §4). Refuses if the sum received
 * differs from the one that was shown, so that two people who record the same payment count it once. Locks
 * account, order, payment and the periods of VAT.
 */
export async function receiveExpected(
  { number, pence, receivedOn, reference, receivedPence, requestId }: CallInput<typeof calls.receive>,
  request: OfficeRequest,
) {
  const { db, staff, clock } = request
  requireFields({
    pence: pence < 1 && deskSentences.leastReceived,
    receivedOn: receivedOn > todayInLondon(clock()) && deskSentences.receivedToCome,
  })
  const orderId = await requireOrder(db, number)
  const recorded = await recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, orderId)
    const expected = await lockExpected(tx, order, receivedPence)
    requireThat(expected.isOpen, deskSentences.nothingExpected)
    await holdPeriods(tx)
    requireFields({
      pence: pence > expected.restPence && atMostExpected(expected.restPence),
      receivedOn: await whyClosed(tx, receivedOn),
    })
    const receipt = { pence, receivedOn, reference: reference.trim(), staffId: staff.staffId }
    const id = await writeReceipt(tx, expected, receipt, clock())
    await announceReceived(tx, request, orderId)
    if (pence === expected.restPence) await noteToRing(tx, request, [orderId], 'received')
    return {
      answer: { receivedPence: receivedPence + pence, expectedPence: expected.restPence - pence },
      action: actionOf(order, { receipt: id, pence }),
    }
  })
  request.jobWaiting()
  return recorded
}

/**
 * Corrects a receipt by an opposite entry. Refuses if its money was refunded or settled with a cancelled
 * place.
 */
export async function correctReceipt(
  { receiptId, receivedPence, reason, requestId }: CallInput<typeof calls.correctReceipt>,
  request: OfficeRequest,
) {
  const { db, staff, clock } = request
  const why = reason.trim()
  requireFields({ reason: !saysWhy(why) && officeSentences.sayWhy })
  const receipt = await db
    .selectFrom('desk_receipts')
    .innerJoin('payments', 'payments.id', 'desk_receipts.payment_id')
    .select([
      'payments.order_id as orderId',
      'desk_receipts.amount_pence as pence',
      'received_on as receivedOn',
    ])
    .select('staff_id as staffId')
    .where('desk_receipts.id', '=', receiptId)
    .executeTakeFirst()
  requireThat(receipt && receipt.pence > 0 && receipt.staffId, deskSentences.receiptNotFound)
  const { orderId, pence, receivedOn } = receipt
  return recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, orderId)
    const expected = await lockExpected(tx, order, receivedPence)
    const corrected = await tx
      .selectFrom('desk_receipts')
      .select('id')
      .where('corrects_id', '=', receiptId)
      .executeTakeFirst()
    requireThat(!corrected, deskSentences.receiptNotFound)
    const { leftPence, live } = await readOrderMoney(tx, orderId)
    requireThat(pence <= Math.min(leftPence, live.receivedPence), deskSentences.receiptIsSpent)
    await holdPeriods(tx)
    const opposite = {
      pence: -pence,
      // What was closed stays; the correction falls into the open period.
      receivedOn: (await whyClosed(tx, receivedOn)) ? todayInLondon(clock()) : receivedOn,
      reference: '',
      staffId: staff.staffId,
      correctsId: receiptId,
    }
    const id = await writeReceipt(tx, expected, opposite, clock())
    return { answer: {}, action: { ...actionOf(order, { receipt: id, pence: -pence }), reason: why } }
  })
}

const actionOf = (order: LockedOrder, facts: { receipt: number; pence: number }) => ({
  ...{ action: 'order.receive' as const, subjectKind: 'order', subjectId: order.id },
  ...(order.account_id && { accountId: order.account_id }),
  facts,
})

/**
 * Locks the expected payment of a locked order. Refuses if the sum received differs from the one that was
 * shown.
 */
async function lockExpected(tx: Tx, order: LockedOrder, shownPence: number): Promise<Expected> {
  await lockPayment(tx, order.id)
  const expected = await readExpected(tx, order.id)
  requireThat(order.status === 'paid' && expected, deskSentences.nothingExpected)
  if (expected.receivedPence !== shownPence)
    throw new OfficeRefusal(receivedMeanwhile(expected.last, expected.receivedPence), 409)
  return expected
}
