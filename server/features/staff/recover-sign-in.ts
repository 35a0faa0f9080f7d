import { transaction } from '#server/database/transaction.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { limitRecovery } from './limit-sign-in.ts'
import { findMemberByEmail } from './member-queries.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

/**
 * Starts recovery for a member who lost their second factor and kept a recovery code, with their password if
 * they have one. Every failure has the same message. The code is used up; the old credentials end when the
 * new one is confirmed.
 */
export async function recoverSignIn(
  visit: OfficeVisit,
  given: { email: string; password: string; code: string },
): Promise<{ attempt: string }> {
  const { db, clock } = visit
  const now = clock()
  const member = await findMemberByEmail(db, given.email)
  await limitRecovery(visit, member)
  const owner = member?.status === 'active' ? member : undefined
  const fits = await checkPassword(given.password, owner?.password_hash || undefined)
  const known = owner && (fits || owner.password_hash === '') ? owner : undefined
  const attempt = await transaction(db, async tx => {
    // Checked for unknown addresses too, so that the time taken reveals neither a password nor who works
    // here.
    const isUsed = await spendRecoveryCode(tx, { staffId: known?.id ?? 0, code: given.code }, now)
    if (!known || !isUsed) return undefined
    return openAttempt(
      tx,
      { purpose: 'enrol', staff_id: known.id, email: known.email, begins_anew: true },
      now,
    )
  })
  return attempt ? { attempt } : refuseSignIn(visit, member, known ? 'recoveryCode' : 'password')
}
