import { isEmailAddress } from '#domain/email-address.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { isKnown, type Origin, rememberDevice } from '#server/request/known-device.ts'
import {
  type Allowance,
  allowRate,
  countTry,
  forgetTries,
  networkOf,
  uncountTry,
} from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { checkPassword } from './hash-password.ts'
import { findLogin } from './queries.ts'
import { issueToken } from './tokens.ts'
import { warnOfNewDevice } from './warn-of-sign-in.ts'

/** The limit of wrong tries at one account from one network. Its owner can still sign in from another. */
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
/**
 * The limit of wrong tries at one account from all networks, apart from its own devices, which are never locked
 * out.
 */
export const triesByStrangers = (email: string): Allowance => ({
  key: `login-anywhere:${email}`,
  atMost: 50,
  perMinutes: 24 * 60,
})

/**
 * The limit of wrong tries from the account's own devices, so that a stolen device cannot guess without
 * limit.
 */
export const triesByOwn = (email: string): Allowance => ({
  key: `login-known:${email}`,
  atMost: 200,
  perMinutes: 24 * 60,
})

/**
 * The limit of all log-ins of a network. Otherwise a loop with the right password could check two a second
 * and store every token (record 012).
 */
const logInsFromNetwork = (email: string, ip: string): Allowance => ({
  key: `log-ins:${email}:${networkOf(ip)}`,
  atMost: 60,
  perMinutes: 60,
})

/** Signs in and returns the token. Every wrong pair gets the same sentence after the same work (decision E-34). */
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
  // A stranger in the same hall or mobile network cannot lock out a known device for the day.
  const ofDay = isStranger ? triesFromNetwork(ip) : triesByOwn(email)
  await allowRate(db, ofDay, now)
  if (isStranger) await allowStranger(services, email, byStrangers)
  const fits = await checkPassword(password, login?.passwordHash)
  requireThat(login && fits, sentences.wrongLogin)
  const token = await transaction(db, async tx => {
    // A reset meanwhile changed the hash; the old password must not leave a token behind.
    const unchanged = await tx
      .selectFrom('accounts')
      .select(['id', 'frozen_at'])
      .where('id', '=', login.id)
      .where('password_hash', '=', login.passwordHash)
      .where('status', '=', 'active')
      .forUpdate()
      .executeTakeFirst()
    requireThat(unchanged, sentences.wrongLogin)
    // Only somebody who knows the password learns that the account is frozen.
    requireThat(unchanged.frozen_at === null, sentences.accountFrozen)
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

/** Refuses strangers beyond the limit. The try that reaches the limit starts the job that tells the owner. */
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
