import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { closeAttempt, codesPerAttempt, countCode } from './attempts.ts'
import { isAuthenticatorCode } from './authenticator.ts'
import { keepSession } from './known-office-device.ts'
import { limitCodes, limitRecovery } from './limit-sign-in.ts'
import { tellOfWrongCodes } from './mail-member.ts'
import { findActiveMember } from './member-queries.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { startStaffSession } from './start-staff-session.ts'
import { useSecondFactor } from './use-second-factor.ts'

/** Completes a sign-in with six digits or a recovery code. Five wrong ones end the attempt. */
export async function confirmCode(
  visit: OfficeVisit,
  { attempt: attemptToken, code }: { attempt: string; code: string },
): Promise<void> {
  const { db, clock } = visit
  const now = clock()
  const attempt = await countCode(db, 'code', attemptToken, now)
  const member = await findActiveMember(db, attempt.staff_id ?? 0)
  requireThat(member, officeSentences.signInFailed)
  await (isAuthenticatorCode(code) ? limitCodes : limitRecovery)(visit, member)
  const token = await transaction(db, async tx => {
    const way = await useSecondFactor(tx, visit, member, code)
    if (!way) return undefined
    await closeAttempt(tx, 'code', attemptToken, now)
    return startStaffSession(tx, visit, member, { facts: { way } })
  })
  if (!token && attempt.wrong_codes === codesPerAttempt) await tellOfWrongCodes(db, visit, member)
  if (!token) return refuseSignIn(visit, member, 'code')
  keepSession(visit, member, token)
}
