import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { endStaffSessions } from './staff-sessions.ts'

/** Ends one of one's own sessions, or all but the one in use. */
export function endOwnSessions(
  request: OfficeRequest,
  input: { id?: number; requestId?: string },
): Promise<Acted<Record<string, never>>> {
  const { staff, clock } = request
  const which = input.id === undefined ? { except: staff.sessionId } : { only: input.id }
  return act(request, input, async tx => {
    const ended = await endStaffSessions(tx, staff.staffId, clock(), which)
    requireThat(input.id === undefined || ended > 0, officeSentences.notFound)
    const subject = { subjectKind: 'staffSession', subjectId: input.id }
    return { answer: {}, action: { action: 'session.end', ...subject, facts: { ended } } }
  })
}
