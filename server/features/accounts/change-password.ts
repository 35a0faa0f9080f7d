import { requireGoodPassword } from '#domain/password-rule.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { AccountId, SignedIn } from '#server/request/actor.ts'
import { type Device, rememberDevice } from '#server/request/known-device.ts'
import { type Allowance, allowRate, forgetTries } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { checkPassword, hashPassword } from './hash-password.ts'
import { endTokens } from './tokens.ts'
import { tellOfNewPassword } from './warn-of-sign-in.ts'

/** The rate limit for a signed-in person's own password, in every form that asks for it. */
export const triesOfPassword = (accountId: AccountId): Allowance => ({
  key: `password:${accountId}`,
  atMost: 10,
  perMinutes: 60,
})

/**
 * Changes the password for somebody who knows the old one. Ends every other token of the account (E-33), and
 * makes other devices unknown.
 */
export async function changePassword(
  services: Services,
  { accountId, tokenId }: SignedIn,
  device: Device,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  requireThat(oldPassword, sentences.passwordRequired, 'oldPassword')
  requireGoodPassword(newPassword, 'newPassword')
  const { db, clock, config, jobWaiting } = services
  const now = clock()
  const tries = triesOfPassword(accountId)
  await allowRate(db, tries, now)
  const { password_hash: oldHash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  requireThat(await checkPassword(oldPassword, oldHash), sentences.oldPasswordWrong, 'oldPassword')
  const newHash = await hashPassword(newPassword)
  const email = await transaction(db, async tx => {
    const changed = await tx
      .updateTable('accounts')
      .set({ password_hash: newHash })
      .where('id', '=', accountId)
      .where('password_hash', '=', oldHash)
      .returning('email')
      .executeTakeFirst()
    // Somebody reset the password meanwhile, so the old one is no longer right.
    requireThat(changed, sentences.oldPasswordWrong, 'oldPassword')
    await endTokens(tx, accountId, now, tokenId)
    await tellOfNewPassword(tx, services, { id: accountId, email: changed.email }, now)
    await forgetTries(tx, tries.key)
    return changed.email
  })
  rememberDevice(config, device, { email, passwordHash: newHash })
  jobWaiting()
}
