import { todayInLondon } from '#domain/calendar.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { longDay } from '#domain/format-dates.ts'
import { requireGoodPassword } from '#domain/password-rule.ts'
import { requireThat } from '#domain/refusal.ts'
import { resetWaits, sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Origin, rememberDevice } from '#server/request/known-device.ts'
import { forgetTries } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { checkCode, useCode } from './check-code.ts'
import { hashPassword } from './hash-password.ts'
import { notesClosedUntil } from './notes-lock.ts'
import { triesAtAccount, triesByOwn, triesByStrangers } from './sign-in.ts'
import { endTokens } from './tokens.ts'
import { tellOfNewPassword } from './warn-of-sign-in.ts'

/** Sets a new password with a mailed code, ends every token of the account (decision E-33), and mails its owner. */
export async function resetPassword(
  services: Services,
  origin: Origin,
  { email, code, newPassword }: { email: string; code: string; newPassword: string },
): Promise<void> {
  requireThat(isEmailAddress(email), sentences.emailRequired, 'email')
  requireGoodPassword(newPassword, 'newPassword')
  const codeId = await checkCode(services, origin, { purpose: 'reset_password', email, code })
  const passwordHash = await hashPassword(newPassword)
  const now = services.clock()
  await transaction(services.db, async tx => {
    // Locked before its codes, in the order of the job that mails another code.
    const own = tx
      .selectFrom('accounts')
      .select(['id', 'password_hash'])
      .where('email', '=', email)
      .where('status', '=', 'active')
    const present = await own.forNoKeyUpdate().executeTakeFirst()
    await useCode(tx, { purpose: 'reset_password', email, codeId }, now)
    const account = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('email', '=', email)
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst()
    requireThat(account, sentences.codeWrong, 'code')
    // Otherwise the office could reach a family's notes through its account. A first password proves no more
    // than the address.
    const closedUntil = present?.password_hash ? await notesClosedUntil(tx, account.id, now) : undefined
    requireThat(!closedUntil, closedUntil ? resetWaits(longDay(todayInLondon(closedUntil))) : '')
    await endTokens(tx, account.id, now)
    await tellOfNewPassword(tx, services, { id: account.id, email }, now)
    await forgetTries(tx, triesAtAccount(email, origin.ip).key)
    await forgetTries(tx, triesByStrangers(email).key)
    await forgetTries(tx, triesByOwn(email).key)
  })
  // Known, so that somebody guessing passwords cannot lock out the owner, who signs in next (record 012).
  rememberDevice(services.config, origin.device, { email, passwordHash })
  services.jobWaiting()
}
