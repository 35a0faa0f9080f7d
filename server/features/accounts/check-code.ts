import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { triesPerCode } from '#domain/limits.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { isKnown, type Origin } from '#server/request/known-device.ts'
import { type Allowance, allowRate, networkOf, uncountTry } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { findLogin } from './queries.ts'
import { type CodePurpose, lockAddress } from './send-code.ts'
import { isSame } from './tokens.ts'

/** The limits of wrong codes from one network: for one address, and for all addresses. */
const wrongCodes = (email: string, ip: string): Allowance[] => [
  { key: `code-of:${email}:${networkOf(ip)}`, atMost: 10, perMinutes: 24 * 60 },
  { key: `code-from:${networkOf(ip)}`, atMost: 100, perMinutes: 24 * 60 },
]

export const hashCode = (pepper: Buffer, codeId: number, code: string): Buffer =>
  createHmac('sha256', pepper).update(`${codeId}:${code}`).digest()

/**
 * Compares a code with those sent to the address in the last ten minutes, and returns the id of the matching
 * one, for `useCode`. The try is counted against each and committed before the comparison. So guesses at the
 * same moment cannot exceed the limit (decision E-31). Wrong, expired, exhausted and unknown codes get the same
 * words. A device that the account knows has its own tries, so that strangers cannot use up its owner's (record
 * 012).
 */
export async function checkCode(
  { db, clock, config }: Services,
  { ip, device }: Origin,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
): Promise<number> {
  requireThat(code, sentences.codeRequired, 'code')
  const now = clock()
  const isOwners = isKnown(config, device, await findLogin(db, email))
  const limits = isOwners ? [] : wrongCodes(email, ip)
  for (const limit of limits) await allowRate(db, limit, now)
  const tries = isOwners ? 'known_attempts' : 'attempts'
  const counted = await transaction(db, async tx => {
    await lockAddress(tx, email)
    return tx
      .updateTable('email_codes')
      .set({ [tries]: sql`${sql.ref(tries)} + 1` })
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('closed_at', 'is', null)
      .where('expires_at', '>', now)
      .where(tries, '<', triesPerCode)
      .returning(['id', 'code_hash'])
      .execute()
  })
  const fitting = counted.find(({ id, code_hash }) => isSame(code_hash, hashCode(config.pepper, id, code)))
  if (!fitting) throw new Refusal(sentences.codeWrong, 0, 'code')
  for (const limit of limits) await uncountTry(db, limit, now)
  return fitting.id
}

/** Uses a code up, once, and ends the others of its address and purpose. The second of two tries at once is refused. */
export async function useCode(
  tx: Tx,
  { purpose, email, codeId }: { purpose: CodePurpose; email: string; codeId: number },
  now: Date,
): Promise<void> {
  await lockAddress(tx, email)
  const ended = await tx
    .updateTable('email_codes')
    .set({ closed_at: now })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute()
  if (!ended.some(({ id }) => id === codeId)) throw new Refusal(sentences.codeWrong, 0, 'code')
}
