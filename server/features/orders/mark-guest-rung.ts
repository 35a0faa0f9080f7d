import { sql } from 'kysely'
import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { ringSentences } from '#domain/office/order-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/**
 * Records that a guest without an email address was rung, or clears that record. Covers what was noted about the order
 * until then, and nothing that a colleague did meanwhile.
 */
export const markGuestRung = (
  { id, isRung, requestId }: CallInput<typeof calls.rung>,
  request: OfficeRequest,
) =>
  recordAction(request, { ...(requestId && { requestId }) }, async tx => {
    const { staff, clock } = request
    const noted = await tx
      .selectFrom('guests_to_ring')
      .innerJoin('orders', 'orders.id', 'guests_to_ring.order_id')
      .select(['order_id as orderId', 'rung_at as rungAt'])
      .where('guests_to_ring.id', '=', id)
      .where('orders.account_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    requireThat(noted, ringSentences.notFound)
    const { orderId, rungAt } = noted
    const ofOrder = tx.updateTable('guests_to_ring').where('order_id', '=', orderId)
    if (isRung) {
      await ofOrder
        .set({ rung_at: clock(), rung_by: staff.staffId })
        .where('rung_at', 'is', null)
        .where('id', '<=', id)
        .execute()
    } else {
      await ofOrder
        .set({ rung_at: null, rung_by: null })
        .where(sql<boolean>`rung_at is not distinct from ${rungAt}`)
        .execute()
    }
    return {
      answer: {},
      action: {
        ...{ action: 'order.rung' as const, subjectKind: 'order', subjectId: orderId },
        facts: { isRung },
      },
    }
  })
