import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { endStaffSessions } from './staff-sessions.ts'

/** Ends one of the member's own sessions, or all but the current one. */
export function endOwnSessions(
  request: OfficeRequest,
  input: { id?: number; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  const { staff, clock } = request
  const which = input.id === undefined ? { except: staff.sessionId } : { only: input.id }
  return recordAction(request, input, async tx => {
    const ended = await endStaffSessions(tx, staff.staffId, clock(), which)
    requireThat(input.id === undefined || ended > 0, officeSentences.notFound)
    const subject = { subjectKind: 'staffSession', subjectId: input.id }
    return { answer: {}, action: { action: 'session.end', ...subject, facts: { ended } } }
  })
}
