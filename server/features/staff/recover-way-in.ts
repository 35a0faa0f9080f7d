import { transaction } from '#server/database/transaction.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { limitCodes, limitSignIn } from './limit-sign-in.ts'
import { findMemberByEmail } from './member-queries.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

/**
 * Begins everything anew for somebody who lost their second factor and kept a recovery code, with their password if they
 * have one. One sentence for every failure. The code is used up; what they had ends when the new way is proved.
 */
export async function recoverWayIn(
  visit: OfficeVisit,
  given: { email: string; password: string; code: string },
): Promise<{ attempt: string }> {
  const { db, clock } = visit
  const now = clock()
  const member = await findMemberByEmail(db, given.email)
  await limitSignIn(visit, given.email, member)
  const isActive = member?.status === 'active'
  const fits = await checkPassword(given.password, (isActive && member.password_hash) || undefined)
  if (!isActive || !(fits || member.password_hash === '')) return refuseSignIn(visit, member, 'password')
  await limitCodes(visit, member)
  const attempt = await transaction(db, async tx => {
    const { code } = given
    const isUsed = await spendRecoveryCode(tx, { staffId: member.id, code }, now)
    return (
      isUsed &&
      openAttempt(tx, { purpose: 'enrol', staff_id: member.id, email: member.email, begins_anew: true }, now)
    )
  })
  if (!attempt) return refuseSignIn(visit, member, 'recoveryCode')
  return { attempt }
}
