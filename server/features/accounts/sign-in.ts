import { isEmailAddress } from '#domain/email-address.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { type Allowance, allowRate, countTry, forgetTries, networkOf, uncountTry } from './allow-rate.ts'
import { checkPassword } from './hash-password.ts'
import { isKnown, type Origin, rememberDevice } from './known-device.ts'
import { findLogin } from './queries.ts'
import { issueToken } from './tokens.ts'
import { warnOfNewDevice } from './warn-of-log-in.ts'

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
/** Wrong tries at one account from all places together, the owner's own devices apart: they are never locked out. */
export const triesByStrangers = (email: string): Allowance => ({
  key: `login-anywhere:${email}`,
  atMost: 50,
  perMinutes: 24 * 60,
})

/** Wrong tries at one account from its own devices, from all places together: a stolen one is no way round the others. */
export const triesByOwn = (email: string): Allowance => ({
  key: `login-known:${email}`,
  atMost: 200,
  perMinutes: 24 * 60,
})

/** Right ones, too: a loop that knows the password would have two checked each second, and keep every token (record 113). */
const logInsFromNetwork = (email: string, ip: string): Allowance => ({
  key: `log-ins:${email}:${networkOf(ip)}`,
  atMost: 60,
  perMinutes: 60,
})

/** Signs in and gives the token. One sentence and the same work for every wrong pair (decision E-34). */
export async function signIn(
  services: Services,
  { ip, device }: Origin,
  { email, password }: { email: string; password: string },
): Promise<string> {
  requireThat(isEmailAddress(email), sentences.emailRequired, 'email')
  requireThat(password, sentences.passwordRequired, 'password')
  const { db, clock, config, jobWaiting } = services
  const now = clock()
  const atAccount = triesAtAccount(email, ip)
  const byStrangers = triesByStrangers(email)
  await allowRate(db, logInsFromNetwork(email, ip), now)
  const login = await findLogin(db, email)
  const isStranger = !isKnown(config, device, login)
  await allowRate(db, atAccount, now)
  // Whoever is behind the address of a hall or a mobile network shuts out nobody's own device for the day.
  const ofDay = isStranger ? triesFromNetwork(ip) : triesByOwn(email)
  await allowRate(db, ofDay, now)
  if (isStranger) await allowStranger(services, email, byStrangers)
  const fits = await checkPassword(password, login?.passwordHash)
  requireThat(login && fits, sentences.wrongLogin)
  const token = await transaction(db, async tx => {
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
    await uncountTry(tx, ofDay, now)
    if (isStranger) {
      await uncountTry(tx, byStrangers, now)
      await warnOfNewDevice(tx, services, { id: login.id, email })
    }
    return issueToken(tx, login.id, now)
  })
  rememberDevice(config, device, login)
  if (isStranger) jobWaiting()
  return token
}

/** Refuses beyond the limit; the try that passes it has the owner told, if there is one. */
async function allowStranger(
  { db, clock, jobWaiting }: Services,
  email: string,
  tries: Allowance,
): Promise<void> {
  const now = clock()
  const counted = await countTry(db, tries, now)
  if (counted <= tries.atMost) return
  if (counted === tries.atMost + 1) {
    await enqueue(db, 'warn-of-tries', { email }, now)
    jobWaiting()
  }
  throw new Refusal(sentences.tooManyTries)
}
