import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import { allowRate, forgetTries } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { findActiveMember, hasCredential } from './member-queries.ts'
import { type PasskeyAnswer, recogniseByPasskey } from './sign-in-by-passkey.ts'
import { useSecondFactor } from './use-second-factor.ts'

/** Re-authenticates the signed-in member with a passkey (decision O-07). */
export async function confirmByPasskey(
  request: OfficeRequest,
  answer: PasskeyAnswer,
): Promise<Recorded<Record<string, never>>> {
  await limit(request)
  const member = await recogniseByPasskey(request, answer)
  requireThat(member?.id === request.staff.staffId, officeSentences.signInFailed)
  return recordReauthentication(request, async () => 'passkey')
}

/**
 * Re-authenticates the signed-in member with password and code. Demo members have no credentials, so they only press
 * the button.
 */
export async function confirmByPassword(
  request: OfficeRequest,
  { password, code }: { password: string; code: string },
): Promise<Recorded<Record<string, never>>> {
  const { db, config, staff } = request
  await limit(request)
  const member = await findActiveMember(db, staff.staffId)
  requireThat(member, officeSentences.signInFailed)
  if (config.business === 'demo' && !(await hasCredential(db, member.id)))
    return recordReauthentication(request, async () => 'demo')
  requireThat(await checkPassword(password, member.password_hash || undefined), officeSentences.signInFailed)
  return recordReauthentication(request, tx => useSecondFactor(tx, request, member, code))
}

/** Allows fifteen tries an hour: enough for people, too few for guessing. */
const limit = ({ db, staff, clock }: OfficeRequest) => allowRate(db, triesOf(staff), clock())
const triesOf = ({ staffId }: OfficeRequest['staff']) => ({
  key: `office-confirm:${staffId}`,
  atMost: 15,
  perMinutes: 60,
})

const recordReauthentication = (request: OfficeRequest, prove: (tx: Tx) => Promise<string | undefined>) =>
  recordAction(request, {}, async tx => {
    const { staff, clock } = request
    const way = await prove(tx)
    requireThat(way, officeSentences.signInFailed)
    await tx
      .updateTable('staff_sessions')
      .set({ confirmed_at: clock() })
      .where('id', '=', staff.sessionId)
      .where('revoked_at', 'is', null)
      .execute()
    await forgetTries(tx, triesOf(staff).key)
    const subject = { subjectKind: 'staffSession', subjectId: staff.sessionId }
    return { answer: {}, action: { action: 'session.confirm', ...subject, facts: { way } } }
  })
