import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireOrder } from './cancel-in-office.ts'
import { releaseUnpaid, requireClosedPage } from './end-order.ts'
import { noteToRing } from './note-to-ring.ts'

/** Ends an unpaid order, as its customer could (decision E-01): its card page is closed at the provider first. */
export async function endInOffice(
  { number, reason, requestId }: CallInput<typeof calls.end>,
  request: OfficeRequest,
) {
  const why = reason.trim()
  requireFields({ reason: !saysWhy(why) && officeSentences.sayWhy })
  const { db, clock, jobWaiting } = request
  const orderId = await requireOrder(db, number)
  await requireClosedPage(request, orderId, {
    paid: sentences.notCancellable,
    notClosed: sentences.cancelUnavailable,
  })
  const recorded = await recordAction(request, requestId ? { requestId } : {}, async tx => {
    const ending = await releaseUnpaid(tx, orderId, 'staff', clock())
    requireThat(ending !== 'pageOpen', sentences.cancelUnavailable)
    requireThat(ending === 'cancelled', sentences.notCancellable)
    await noteToRing(tx, request, [orderId], 'ended')
    const { account_id: accountId } = await tx
      .selectFrom('orders')
      .select('account_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return {
      answer: {},
      action: {
        action: 'order.end' as const,
        subjectKind: 'order',
        subjectId: orderId,
        ...(accountId && { accountId }),
        reason: why,
      },
    }
  })
  jobWaiting()
  return recorded
}
