import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { allowRate, networkOf } from './allow-rate.ts'
import { type CodePurpose, lockAddress } from './send-code.ts'

const triesPerCode = 5
const wrongTriesPerAddressPerDay = 10
const triesFromNetworkPerHour = 100
const day = 24 * 60 * 60 * 1000

export const hashCode = (pepper: Buffer, codeId: number, code: string): Buffer =>
  createHmac('sha256', pepper).update(`${codeId}:${code}`).digest()

/**
 * Compares a code with the newest one sent to the address, and gives its id, to be used up by `useCode`.
 * The try is counted and committed before the comparison, so that guesses made at the same moment cannot
 * exceed the limit (decision E-31); wrong, expired, dead and unknown codes are refused in the same words.
 */
export async function tryCode(
  { db, clock, config }: Services,
  ip: string,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
): Promise<number> {
  requireThat(code, sentences.codeRequired)
  const now = clock()
  const fromNetwork = { key: `try:${networkOf(ip)}`, atMost: triesFromNetworkPerHour, perMinutes: 60 }
  await allowRate(db, fromNetwork, now)
  const counted = await transaction(db, async tx => {
    await lockAddress(tx, email)
    return countTry(tx, purpose, email, now)
  })
  const fits = counted && isSame(counted.code_hash, hashCode(config.pepper, counted.id, code))
  requireThat(counted && fits, sentences.codeWrong)
  return counted.id
}

/** Uses a code up, once: the second of two that tried it at the same moment is refused. */
export async function useCode(tx: Tx, codeId: number, now: Date): Promise<void> {
  const used = await tx
    .updateTable('email_codes')
    // The try that used it up was not a wrong one.
    .set({ closed_at: now, attempts: sql`attempts - 1` })
    .where('id', '=', codeId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal(sentences.codeWrong)
}

async function countTry(tx: Tx, purpose: CodePurpose, email: string, now: Date) {
  const triesToday = tx
    .selectFrom('email_codes as any_code')
    .select(sql<number>`coalesce(sum(any_code.attempts), 0)`.as('tries'))
    .where('any_code.email', '=', email)
    .where('any_code.sent_at', '>', new Date(now.getTime() - day))
  return tx
    .updateTable('email_codes')
    .set({ attempts: sql`attempts + 1` })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', triesPerCode)
    .where(triesToday, '<', wrongTriesPerAddressPerDay)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
}

const isSame = (one: Uint8Array, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
