import { createHash, createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'

export interface Allowance {
  /** The counter's key, for example `login:10.0.0.1`; only its hash is stored. */
  key: string
  atMost: number
  perMinutes: number
  /** How much this try counts; 1 by default. */
  weight?: number
  /** The message of the refusal, if it is not the usual one. */
  sentence?: string
}

/**
 * Counts one try in the database, so that every process sees it, and refuses beyond the limit (decision E-34: HTTP 200,
 * code 0 and a plain message).
 */
export async function allowRate(db: Db, allowance: Allowance, now: Date): Promise<void> {
  const { atMost, sentence = sentences.tooManyTries } = allowance
  if ((await countTry(db, allowance, now)) > atMost) throw new Refusal(sentence)
}

/** Counts one try and returns the count; the caller decides what to do beyond the limit. */
export async function countTry(
  db: Db,
  { key, perMinutes, weight = 1 }: Omit<Allowance, 'atMost'>,
  now: Date,
): Promise<number> {
  const { count } = await db
    .insertInto('rate_limits')
    .values({ key: hashKey(key), window_starts_at: windowStart(perMinutes, now), count: weight })
    .onConflict(conflict =>
      conflict
        .columns(['key', 'window_starts_at'])
        .doUpdateSet({ count: sql`rate_limits.count + ${weight}` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** Removes one counted try that turned out to be valid. */
export async function uncountTry(db: Db, { key, perMinutes }: Allowance, now: Date): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', hashKey(key))
    .where('window_starts_at', '=', windowStart(perMinutes, now))
    .execute()
}

/** Deletes the count of a key. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', hashKey(key)).execute()
}

/** Returns the network that is limited as one caller: an IPv4 address, or the /64 of one household in IPv6. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const address = new URL(`http://[${ip.split('%')[0]}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address)
  if (mapped) {
    const number = (Number.parseInt(mapped[1] ?? '', 16) << 16) | Number.parseInt(mapped[2] ?? '', 16)
    return [24, 16, 8, 0].map(shift => (number >>> shift) & 255).join('.')
  }
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const missing = address.includes('::') ? 8 - groups.length - last.length : 0
  return [...groups, ...Array<string>(missing).fill('0'), ...last].slice(0, 4).join(':')
}

/** Hashes a network, to count what its guests hold without storing the address. '' if there is none. */
export const hashNetwork = ({ pepper }: Pick<Config, 'pepper'>, ip: string): string =>
  ip &&
  createHmac('sha256', pepper)
    .update(`network:${networkOf(ip)}`)
    .digest('base64url')

// Addresses of callers and parents are not stored where only a count is needed.
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')

function windowStart(perMinutes: number, now: Date): Date {
  const window = perMinutes * 60_000
  return new Date(Math.floor(now.getTime() / window) * window)
}
