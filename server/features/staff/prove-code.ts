import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import { closeAttempt, codesPerAttempt, countCode } from './attempts.ts'
import { isAuthenticatorCode } from './authenticator.ts'
import { enterOffice } from './enter-office.ts'
import { keepSession } from './known-office-device.ts'
import { limitCodes, limitRecovery } from './limit-sign-in.ts'
import { findActiveMember } from './member-queries.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { spendCode } from './spend-code.ts'
import { tellOfWrongCodes } from './tell-member.ts'

/** The second half of signing in: six digits, or a recovery code. Five wrong ones end the attempt. */
export async function proveCode(
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
    const way = await spendCode(tx, visit, member, code)
    if (!way) return undefined
    await closeAttempt(tx, 'code', attemptToken, now)
    return enterOffice(tx, visit, member, { facts: { way } })
  })
  if (!token && attempt.wrong_codes === codesPerAttempt) await tellOfWrongCodes(db, visit, member)
  if (!token) return refuseSignIn(visit, member, 'code')
  keepSession(visit, member, token)
}
