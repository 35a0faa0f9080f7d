import { sql } from 'kysely'
import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { cancelledBefore, cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { atMostBack } from '#domain/settlement.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireOrder } from './cancel-in-office.ts'
import { lockOrder } from './lock-order.ts'
import { readOrderMoney } from './read-order-money.ts'

/** Asks for a refund of an order, which a colleague who may refund decides. An order has at most one open request. */
export async function askRefund(
  { number, pence, bookingId, requestId, ...given }: CallInput<typeof calls.askRefund>,
  request: OfficeRequest,
) {
  const { db, clock, staff } = request
  const reason = given.reason.trim()
  requireFields({
    pence: pence < 1 && cancelSentences.leastPence,
    reason: !saysWhy(reason) && officeSentences.sayWhy,
  })
  const orderId = await requireOrder(db, number)
  return recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, orderId)
    const { paymentId, leftPence, places } = await readOrderMoney(tx, orderId)
    requireThat(paymentId, cancelSentences.nothingPaid)
    requireThat(pence <= leftPence, atMostBack(leftPence), 'pence')
    requireThat(
      bookingId === undefined || places.some(place => place.bookingId === bookingId),
      sentences.sessionNotFound,
    )
    const asked = await tx
      .insertInto('asked_refunds')
      .values({
        order_id: orderId,
        booking_id: bookingId ?? null,
        amount_pence: pence,
        reason,
        asked_by: staff.staffId,
        asked_at: clock(),
      })
      .onConflict(conflict => conflict.column('order_id').where('status', '=', sql.lit('open')).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new OfficeRefusal(cancelSentences.askedBefore, 409)
    return {
      answer: {},
      action: {
        action: 'order.askRefund' as const,
        subjectKind: 'order',
        subjectId: orderId,
        ...(order.account_id && { accountId: order.account_id }),
        reason,
        facts: { asked: asked.id, pence },
      },
    }
  })
}

/** Declines a request; nothing is refunded. */
export async function declineRefund(
  { askedId, requestId, ...given }: CallInput<typeof calls.declineRefund>,
  request: OfficeRequest,
) {
  const { clock, staff } = request
  const reason = given.reason.trim()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  return recordAction(request, { requestId }, async tx => {
    const { orderId } = await lockAsked(tx, askedId)
    await tx
      .updateTable('asked_refunds')
      .set({ status: 'declined', decided_by: staff.staffId, decided_at: clock() })
      .where('id', '=', askedId)
      .execute()
    return {
      answer: {},
      action: {
        action: 'order.declineRefund' as const,
        subjectKind: 'order',
        subjectId: orderId,
        reason,
        facts: { asked: askedId },
      },
    }
  })
}

/** Marks a request as accepted by the refund that was made. The order is locked. */
export async function acceptAsked(
  tx: Tx,
  { askedId, orderId, refundId }: { askedId: number; orderId: number; refundId: number },
  { staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>,
): Promise<void> {
  const asked = await lockAsked(tx, askedId)
  requireThat(asked.orderId === orderId, cancelSentences.askNotFound)
  await tx
    .updateTable('asked_refunds')
    .set({ status: 'accepted', decided_by: staff.staffId, decided_at: clock(), refund_id: refundId })
    .where('id', '=', askedId)
    .execute()
}

/**
 * Locks an open refund request. If a colleague has decided it already, refuses with their name and the time.
 */
async function lockAsked(tx: Tx, askedId: number): Promise<{ orderId: number }> {
  const asked = await tx
    .selectFrom('asked_refunds')
    .select(['order_id as orderId', 'status', 'decided_by as decidedBy', 'decided_at as decidedAt'])
    .where('id', '=', askedId)
    .forUpdate()
    .executeTakeFirst()
  requireThat(asked, cancelSentences.askNotFound)
  if (asked.status === 'open' || !asked.decidedBy || !asked.decidedAt) return asked
  const { full_name: name } = await tx
    .selectFrom('staff')
    .select('full_name')
    .where('id', '=', asked.decidedBy)
    .executeTakeFirstOrThrow()
  throw new OfficeRefusal(cancelledBefore(name, momentInLondon(asked.decidedAt).slice(11)), 409)
}
