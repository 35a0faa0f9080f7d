import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Services } from '#server/services.ts'
import { type Allowance, allowRate, networkOf, uncountTry } from './allow-rate.ts'
import { isKnown, type Origin } from './known-device.ts'
import type { CodePurpose } from './send-code.ts'

const triesPerCode = 5
/** Wrong codes for one address from one network, and for all addresses. */
const wrongCodes = (email: string, ip: string): Allowance[] => [
  { key: `code-of:${email}:${networkOf(ip)}`, atMost: 10, perMinutes: 24 * 60 },
  { key: `code-from:${networkOf(ip)}`, atMost: 100, perMinutes: 24 * 60 },
]

export const hashCode = (pepper: Buffer, codeId: number, code: string): Buffer =>
  createHmac('sha256', pepper).update(`${codeId}:${code}`).digest()

/**
 * Compares a code with the newest one sent to the address, and gives its id, to be used up by `useCode`.
 * The try is counted and committed before the comparison, so that guesses made at the same moment cannot
 * exceed the limit (decision E-31); wrong, expired, dead and unknown codes are refused in the same words. A device that
 * the account knows has tries of its own, so that strangers cannot use up its owner's (record 029).
 */
export async function tryCode(
  { db, clock, config }: Services,
  { ip, device }: Origin,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
): Promise<number> {
  requireThat(code, sentences.codeRequired)
  const now = clock()
  const isOwners = isKnown(config, device, email)
  const limits = isOwners ? [] : wrongCodes(email, ip)
  for (const limit of limits) await allowRate(db, limit, now)
  const tries = isOwners ? 'known_attempts' : 'attempts'
  const counted = await db
    .updateTable('email_codes')
    .set({ [tries]: sql`${sql.ref(tries)} + 1` })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .where(tries, '<', triesPerCode)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  const fits = counted && isSame(counted.code_hash, hashCode(config.pepper, counted.id, code))
  requireThat(counted && fits, sentences.codeWrong)
  for (const limit of limits) await uncountTry(db, limit, now)
  return counted.id
}

/** Uses a code up, once: the second of two that tried it at the same moment is refused. */
export async function useCode(tx: Tx, codeId: number, now: Date): Promise<void> {
  const used = await tx
    .updateTable('email_codes')
    .set({ closed_at: now })
    .where('id', '=', codeId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal(sentences.codeWrong)
}

const isSame = (one: Uint8Array, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
