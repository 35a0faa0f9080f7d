import { checkPassword } from '#server/features/accounts/hash-password.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { openAttempt } from './attempts.ts'
import { limitSignIn } from './limit-sign-in.ts'
import { findMemberByEmail } from './member-queries.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

/**
 * Checks the password, which is the first step of a sign-in without a passkey; returns the token for the code. Every
 * wrong pair gets the same message after the same work (decision E-34); a password alone signs nobody in (O-06).
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
