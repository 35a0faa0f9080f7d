import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { closeAttemptsOf } from './attempts.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { tellOfChange } from './tell-member.ts'

/**
 * Ten new recovery codes for whoever is signed in; the old ones end, and what was begun elsewhere. The press has no name:
 * codes are kept nowhere.
 */
export const renewOwnCodes = (request: OfficeRequest): Promise<Acted<{ codes: string[] }>> =>
  act(request, {}, async tx => {
    const { staffId, sessionId } = request.staff
    await tellOfChange(tx, request, staffId, 'codes')
    const codes = await renewRecoveryCodes(tx, staffId)
    // Only now: an old code that was just being used is waited for.
    await closeAttemptsOf(tx, staffId, request.clock(), sessionId)
    return {
      answer: { codes },
      action: { action: 'staff.renewCodes', subjectKind: 'staff', subjectId: staffId },
    }
  })
