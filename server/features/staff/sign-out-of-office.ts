import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { endStaffSessions } from './staff-sessions.ts'

/** Ends the session in use; the browser forgets it. */
export async function signOutOfOffice(
  request: OfficeRequest,
  input: { requestId?: string },
): Promise<Acted<Record<string, never>>> {
  const { staff, clock, keepToken } = request
  const acted = await act(request, input, async tx => {
    await endStaffSessions(tx, staff.staffId, clock(), { only: staff.sessionId })
    return {
      answer: {},
      action: { action: 'session.end', subjectKind: 'staffSession', subjectId: staff.sessionId },
    }
  })
  keepToken('')
  return acted
}
