import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import type { Actor } from '#server/features/accounts/actor.ts'
import { allowRate, countTry, networkOf, uncountTry } from '#server/features/accounts/allow-rate.ts'

const wrongCodes = { atMost: 20, perMinutes: 60, sentence: sentences.tooManyCodes }

/**
 * Lets an account, or the guests of a network, try twenty different wrong discount codes an hour (decision E-34); beyond
 * that the right one is refused like any other. Counted before the code is looked up, so that guesses made at the same moment are too.
 * Whoever finds that it may be used calls the answer: a good code is no try.
 */
export async function countDiscountCode(
  db: Db,
  { accountId, ip }: Pick<Actor, 'accountId' | 'ip'>,
  code: string,
  now: Date,
): Promise<() => Promise<void>> {
  const who = accountId ? `account:${accountId}` : ip && `network:${networkOf(ip)}`
  if (code === '' || !who) return async () => {}
  // A code that stays in its field is asked for with every change of the choice: it is one try.
  const key = `discount:${who}:${code.toUpperCase()}`
  const isFirst = (await countTry(db, { key, perMinutes: wrongCodes.perMinutes }, now)) === 1
  const allowance = { ...wrongCodes, key: `discount:${who}`, weight: isFirst ? 1 : 0 }
  await allowRate(db, allowance, now)
  return async () => {
    if (isFirst) await uncountTry(db, allowance, now)
  }
}
