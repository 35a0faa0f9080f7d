import { transaction } from '#server/database/transaction.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { limitRecovery } from './limit-sign-in.ts'
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
  await limitRecovery(visit, member)
  const owner = member?.status === 'active' ? member : undefined
  const fits = await checkPassword(given.password, owner?.password_hash || undefined)
  const known = owner && (fits || owner.password_hash === '') ? owner : undefined
  const attempt = await transaction(db, async tx => {
    // Looked for even where nobody has it: how long a refusal takes tells neither a password nor who works here.
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
