import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { staffPasswordProblem } from '#domain/office/staff-password.ts'
import { requireThat } from '#domain/refusal.ts'
import { hashPassword } from '#server/features/accounts/hash-password.ts'
import { senderName } from '#server/mail/sender-name.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { rememberOwnDevice } from './known-office-device.ts'
import { tellOfChange } from './mail-member.ts'
import { findActiveMember } from './member-queries.ts'
import { endStaffSessions } from './staff-sessions.ts'

/**
 * Changes the password of a member who has one; their other sessions end. A first password comes with an
 * authenticator.
 */
export async function changeOwnPassword(
  request: OfficeRequest,
  input: { password: string; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  const { staff, clock } = request
  const member = await findActiveMember(request.db, staff.staffId)
  const names = [senderName(request), staff.fullName, member?.email ?? '']
  requireFields({ password: staffPasswordProblem(input.password, names) })
  const password_hash = await hashPassword(input.password)
  return recordAction(request, input, async tx => {
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
