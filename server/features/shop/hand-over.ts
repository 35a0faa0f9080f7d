import type { parcels as calls, HandOver } from '#contract/office/parcels.ts'
import type { CallInput } from '#contract/wire.ts'
import { handOverSentences } from '#domain/office/order-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { listHandOvers, undoableUntil } from '#server/features/registers/hand-overs.ts'
import { requireRegister } from '#server/features/registers/open-register.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockProductOrders } from './dispatch-order.ts'

/** Lists the orders to hand over at a date, and those that were, for members who may open its register now. */
export const readHandOvers = (request: OfficeRequest, sessionId: number): Promise<HandOver[]> =>
  transaction(request.db, async tx => {
    await requireRegister(tx, request, sessionId)
    return listHandOvers(tx, sessionId, request.clock())
  })

/**
 * Ticks an order as handed over at a date of its family, or takes the tick back. The family is told when the tick can
 * no longer be undone (decision O-158). Locks the account, then the order.
 */
export const handOverAtClass = (
  request: OfficeRequest,
  asked: CallInput<typeof calls.handOver>,
): Promise<Recorded<Record<never, never>>> =>
  recordAction(request, asked, async tx => {
    const { sessionId, number, isHandedOver } = asked
    await lockProductOrders(tx, [number])
    const head = await requireRegister(tx, request, sessionId)
    requireThat(!head.cancelled, officeSentences.notFound)
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'account_id as accountId'])
      .where('order_number', '=', number)
      .executeTakeFirst()
    const found = (await listHandOvers(tx, sessionId, request.clock())).find(one => one.number === number)
    requireThat(order && found, isHandedOver ? handOverSentences.gone : handOverSentences.notHere)
    if (isHandedOver) {
      requireThat(!found.tick, handOverSentences.gone)
      await tick(tx, request, { orderId: order.id, sessionId })
    } else {
      requireThat(found.tick, handOverSentences.notHere)
      requireThat(found.tick.undoUntil, handOverSentences.told)
      await tx
        .updateTable('order_deliveries')
        .set({ handed_over_at: null, handed_over_by: null, handed_over_in: null })
        .where('order_id', '=', order.id)
        .execute()
    }
    return {
      answer: {},
      action: {
        action: isHandedOver ? 'order.handOver' : 'order.undoHandOver',
        ...{ subjectKind: 'order', subjectId: order.id },
        ...(order.accountId && { accountId: order.accountId }),
        facts: { session: sessionId },
      },
    }
  })

async function tick(
  tx: Tx,
  { staff, clock }: OfficeRequest,
  { orderId, sessionId }: { orderId: number; sessionId: number },
): Promise<void> {
  const now = clock()
  await tx
    .updateTable('order_deliveries')
    .set({ handed_over_at: now, handed_over_by: staff.staffId, handed_over_in: sessionId })
    .where('order_id', '=', orderId)
    .execute()
  await enqueue(tx, 'hand-over', { orderId }, undoableUntil(now))
}
