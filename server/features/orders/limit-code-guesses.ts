import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import type { Actor } from '#server/request/actor.ts'
import { allowRate, countTry, networkOf, uncountTry } from '#server/request/rate-limit.ts'

const wrongCodes = { atMost: 20, perMinutes: 60, sentence: sentences.tooManyCodes }

/**
 * Limits an account, or the guests of a network, to twenty different wrong discount codes an hour (decision
 * E-34). Beyond that, correct codes are refused too. The try is counted before the lookup, so that
 * simultaneous guesses count. The caller calls the returned function for a valid code, which is not counted.
 */
export async function limitDiscountCodes(
  db: Db,
  { accountId, ip }: Pick<Actor, 'accountId' | 'ip'>,
  code: string,
  now: Date,
): Promise<() => Promise<void>> {
  const who = accountId ? `account:${accountId}` : ip && `network:${networkOf(ip)}`
  if (code === '' || !who) return async () => {}
  // A code that stays in its field is sent with every change of the choice: it counts as one try.
  const key = `discount:${who}:${code.toUpperCase()}`
  const isFirst = (await countTry(db, { key, perMinutes: wrongCodes.perMinutes }, now)) === 1
  const allowance = { ...wrongCodes, key: `discount:${who}`, weight: isFirst ? 1 : 0 }
  await allowRate(db, allowance, now)
  return async () => {
    if (isFirst) await uncountTry(db, allowance, now)
  }
}
