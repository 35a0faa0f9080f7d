import { messageSentences } from '#domain/office/messages.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/** Records that somebody without an email was rung about a message, or clears that record. */
export const markMessagePhoned = (
  request: OfficeRequest,
  asked: { id: number; recipientId: number; isRung: boolean; requestId?: string },
): Promise<Recorded<object>> =>
  recordAction(request, asked, async tx => {
    const { id, recipientId, isRung } = asked
    const { numUpdatedRows } = await tx
      .updateTable('message_recipients')
      .set({ rung_at: isRung ? request.clock() : null, rung_by: isRung ? request.staff.staffId : null })
      .where('message_id', '=', id)
      .where('id', '=', recipientId)
      .where('email', '=', '')
      .executeTakeFirstOrThrow()
    requireThat(numUpdatedRows > 0n, messageSentences.notFound)
    return {
      answer: {},
      action: {
        ...{ action: 'message.rung' as const, subjectKind: 'message', subjectId: id },
        facts: { recipient: recipientId, isRung },
      },
    }
  })
