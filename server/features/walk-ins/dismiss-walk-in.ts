import type { walkIns } from '#contract/office/walk-ins.ts'
import type { CallInput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { settleWalkIn } from './settle-walk-in.ts'

/** Takes a walk-in off the list without a booking. The log keeps the reason. */
export function dismissWalkIn(
  request: OfficeRequest,
  { id, reason: typed, requestId }: CallInput<typeof walkIns.dismiss>,
): Promise<Recorded<object>> {
  const reason = typed.trim()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  return recordAction(request, { ...(requestId && { requestId }) }, async tx => {
    const sessionId = await settleWalkIn(tx, request, id)
    return {
      answer: {},
      action: { action: 'register.walkIn' as const, subjectKind: 'session', subjectId: sessionId, reason },
    }
  })
}
