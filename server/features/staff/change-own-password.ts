import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { staffPasswordProblem } from '#domain/office/staff-password.ts'
import { requireThat } from '#domain/refusal.ts'
import { hashPassword } from '#server/features/accounts/hash-password.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { ownName } from '#server/mail/own-name.ts'
import { type Acted, act } from './act.ts'
import { rememberOwnDevice } from './known-office-device.ts'
import { findActiveMember } from './member-queries.ts'
import { endStaffSessions } from './staff-sessions.ts'
import { tellOfChange } from './tell-member.ts'

/** A new password for somebody who has one; their other sessions end. A first one comes with an authenticator. */
export async function changeOwnPassword(
  request: OfficeRequest,
  input: { password: string; requestId?: string },
): Promise<Acted<Record<string, never>>> {
  const { staff, clock } = request
  const member = await findActiveMember(request.db, staff.staffId)
  const names = [ownName(request), staff.fullName, member?.email ?? '']
  requireFields({ password: staffPasswordProblem(input.password, names) })
  const password_hash = await hashPassword(input.password)
  return act(request, input, async tx => {
    const changing = tx.updateTable('staff').set({ password_hash }).where('password_hash', '<>', '')
    const changed = await changing.where('id', '=', staff.staffId).returning('email').executeTakeFirst()
    requireThat(changed, officeSentences.notFound)
    rememberOwnDevice(request, { email: changed.email, password_hash })
    await tellOfChange(tx, request, staff.staffId, 'password')
    await endStaffSessions(tx, staff.staffId, clock(), { except: staff.sessionId })
    return {
      answer: {},
      action: { action: 'staff.changePassword', subjectKind: 'staff', subjectId: staff.staffId },
    }
  })
}
