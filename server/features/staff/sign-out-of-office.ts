import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { endStaffSessions, officeCookie } from './staff-sessions.ts'

/** Ends the session in use and clears its cookie. */
export async function signOutOfOffice(
  request: OfficeRequest,
  input: { requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  const { staff, clock, config, keepCookie } = request
  const recorded = await recordAction(request, input, async tx => {
    await endStaffSessions(tx, staff.staffId, clock(), { only: staff.sessionId })
    return {
      answer: {},
      action: { action: 'session.end', subjectKind: 'staffSession', subjectId: staff.sessionId },
    }
  })
  keepCookie(officeCookie(config, ''))
  return recorded
}
