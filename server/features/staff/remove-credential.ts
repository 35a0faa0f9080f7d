import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { rememberOwnDevice } from './known-office-device.ts'
import { tellOfChange } from './mail-member.ts'
import { hasCredential } from './member-queries.ts'
import { endStaffSessions } from './staff-sessions.ts'

/**
 * Removes one of the member's passkeys, or their password and authenticator; never the last credential. Other
 * sessions and attempts end.
 */
export async function removeCredential(
  request: OfficeRequest,
  input: { passkeyId?: number; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  const { staff, clock } = request
  const { staffId } = staff
  return recordAction(request, input, async tx => {
    // Two removals at once wait for each other.
    await tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
    if (input.passkeyId) {
      const removing = tx.deleteFrom('staff_passkeys').where('staff_id', '=', staffId)
      const removed = await removing.where('id', '=', input.passkeyId).returning('id').executeTakeFirst()
      requireThat(removed, officeSentences.notFound)
    } else {
      const nothing = { password_hash: '', totp_sealed: null, totp_last_step: 0 }
      const removed = await tx
        .updateTable('staff')
        .set(nothing)
        .where('id', '=', staffId)
        .where('totp_sealed', 'is not', null)
        .returning('email')
        .executeTakeFirst()
      requireThat(removed, officeSentences.notFound)
      rememberOwnDevice(request, { email: removed.email, ...nothing })
    }
    if (!(await hasCredential(tx, staffId))) throw new OfficeRefusal(officeSentences.lastCredential)
    await endStaffSessions(tx, staffId, clock(), { except: staff.sessionId })
    await tellOfChange(tx, request, staffId, 'removed')
    const facts = { way: input.passkeyId ? 'passkey' : 'authenticator' }
    return {
      answer: {},
      action: { action: 'staff.removeWay', subjectKind: 'staff', subjectId: staffId, facts },
    }
  })
}
