import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireOrder } from './cancel-in-office.ts'

/** Adds a note about an order for colleagues. */
export async function noteOrder(
  { number, text, requestId }: CallInput<typeof calls.note>,
  request: OfficeRequest,
) {
  const body = text.trim()
  requireFields({ text: body === '' && cancelSentences.noteRequired })
  const { db, clock, staff } = request
  const orderId = await requireOrder(db, number)
  return recordAction(request, requestId ? { requestId } : {}, async tx => {
    const { account_id: accountId } = await tx
      .selectFrom('orders')
      .select('account_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('order_notes')
      .values({ order_id: orderId, staff_id: staff.staffId, body, created_at: clock() })
      .execute()
    return {
      answer: {},
      action: {
        ...{ action: 'order.note' as const, subjectKind: 'order', subjectId: orderId },
        ...(accountId && { accountId }),
      },
    }
  })
}
