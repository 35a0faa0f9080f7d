import { isEmailAddress } from '#domain/email-address.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { type Allowance, allowRate, forgetTries, networkOf, uncountTry } from './allow-rate.ts'
import { checkPassword } from './hash-password.ts'
import { findLogin } from './queries.ts'
import { issueToken } from './tokens.ts'

/** Wrong tries at one account from one place. From elsewhere its owner can still sign in. */
export const triesAtAccount = (email: string, ip: string): Allowance => ({
  key: `login:${email}:${networkOf(ip)}`,
  atMost: 10,
  perMinutes: 60,
})
const triesFromNetwork = (ip: string): Allowance => ({
  key: `login:${networkOf(ip)}`,
  atMost: 100,
  perMinutes: 24 * 60,
})

/** Signs in and gives the token. One sentence and the same work for every wrong pair (decision E-34). */
export async function signIn(
  { db, clock }: Services,
  ip: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  requireThat(isEmailAddress(email), sentences.emailRequired)
  requireThat(password, sentences.passwordRequired)
  const now = clock()
  const atAccount = triesAtAccount(email, ip)
  const fromNetwork = triesFromNetwork(ip)
  await allowRate(db, atAccount, now)
  await allowRate(db, fromNetwork, now)
  const login = await findLogin(db, email)
  const fits = await checkPassword(password, login?.passwordHash)
  requireThat(login && fits, sentences.wrongLogin)
  return transaction(db, async tx => {
    // A reset that came in between has changed the hash: the old password must not leave a token behind.
    const unchanged = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', login.id)
      .where('password_hash', '=', login.passwordHash)
      .where('status', '=', 'active')
      .forUpdate()
      .executeTakeFirst()
    requireThat(unchanged, sentences.wrongLogin)
    await forgetTries(tx, atAccount.key)
    await uncountTry(tx, fromNetwork, now)
    return issueToken(tx, login.id, now)
  })
}
