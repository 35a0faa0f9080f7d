import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'

export interface Allowance {
  /** What is counted, for example `login:10.0.0.1`. */
  key: string
  atMost: number
  perMinutes: number
}

/**
 * Counts one try in the database, so that every process sees it, and refuses beyond the limit
 * (decision E-34: HTTP 200, code 0 and a plain sentence).
 */
export async function allowRate(db: Db, { key, atMost, perMinutes }: Allowance, now: Date): Promise<void> {
  const window = perMinutes * 60_000
  const windowStart = new Date(Math.floor(now.getTime() / window) * window)
  const counted = await db
    .insertInto('rate_limits')
    .values({ key, window_starts_at: windowStart, count: 1 })
    .onConflict(conflict =>
      conflict.columns(['key', 'window_starts_at']).doUpdateSet({ count: sql`rate_limits.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (counted.count > atMost) throw new Refusal(sentences.tooManyTries)
}
