import type { cancelledDates as calls } from '#contract/office/cancelled-dates.ts'
import type { CallInput } from '#contract/wire.ts'
import { cancelDateSentences } from '#domain/office/cancelled-dates.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/** Records that a guest without an email was phoned about cancelled dates, or clears that record. */
export const markPhoned = (input: CallInput<typeof calls.rung>, request: OfficeRequest) =>
  recordAction(request, input, async tx => {
    const { id, orderId, isRung } = input
    const { numUpdatedRows } = await tx
      .updateTable('cancelled_date_orders')
      .set({ rung_at: isRung ? request.clock() : null, rung_by: isRung ? request.staff.staffId : null })
      .where('cancellation_id', '=', id)
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    requireThat(numUpdatedRows > 0n, cancelDateSentences.notFound)
    return {
      answer: {},
      action: {
        action: 'session.rung' as const,
        subjectKind: 'order',
        subjectId: orderId,
        facts: { cancellation: id, isRung },
      },
    }
  })
