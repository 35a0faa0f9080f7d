import { checkPassword } from '#server/features/accounts/hash-password.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { limitSignIn } from './limit-sign-in.ts'
import { findMemberByEmail } from './member-queries.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

/**
 * The first half of signing in without a passkey: the token with which the code is then proved. One sentence and the same
 * work for every pair that does not fit (decision E-34); nobody gets in by a password alone (O-06).
 */
export async function signInToOffice(
  visit: OfficeVisit,
  { email, password }: { email: string; password: string },
): Promise<{ attempt: string }> {
  const { db, clock } = visit
  const member = await findMemberByEmail(db, email)
  await limitSignIn(visit, email, member)
  const canSignIn = member?.status === 'active' && member.totp_sealed !== null
  const fits = await checkPassword(password, (canSignIn && member.password_hash) || undefined)
  if (!canSignIn || !fits) return refuseSignIn(visit, member, 'password')
  return { attempt: await openAttempt(db, { purpose: 'code', staff_id: member.id }, clock()) }
}
