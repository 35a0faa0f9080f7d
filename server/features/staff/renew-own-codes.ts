import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { closeAttemptsOf } from './attempts.ts'
import { tellOfChange } from './mail-member.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'

/**
 * Creates ten new recovery codes for the signed-in member; old ones and attempts elsewhere end. A repeated
 * call creates new ones, because codes are not stored.
 */
export const renewOwnCodes = (request: OfficeRequest): Promise<Recorded<{ codes: string[] }>> =>
  recordAction(request, {}, async tx => {
    const { staffId, sessionId } = request.staff
    await tellOfChange(tx, request, staffId, 'codes')
    const codes = await renewRecoveryCodes(tx, staffId)
    // Last, so that an old code in use just now is waited for.
    await closeAttemptsOf(tx, staffId, request.clock(), sessionId)
    return {
      answer: { codes },
      action: { action: 'staff.renewCodes', subjectKind: 'staff', subjectId: staffId },
    }
  })
