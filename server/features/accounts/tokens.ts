import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { dayMilliseconds } from '#domain/calendar.ts'
import { maxSignInDays, signInIdleDays } from '#domain/limits.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** Creates a secret of 256 random bits. Its holder gets it once, and only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether two secrets or signatures are equal, compared in constant time. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Returns the moment since which a token must have been used to be valid (decision E-33). */
export const idleSince = (now: Date): Date => new Date(now.getTime() - signInIdleDays * dayMilliseconds)

/** Creates a token, valid for 7 idle days and 30 days in all (decision E-33). */
export async function issueToken(tx: Tx, accountId: number, now: Date): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('access_tokens')
    .values({
      account_id: accountId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + maxSignInDays * dayMilliseconds),
    })
    .execute()
  return token
}

/**
 * Ends all tokens of an account, or all but the one in use. Its calendar address ends too, because a
 * signed-in stranger may know it (record 028).
 */
export async function endTokens(tx: Tx, accountId: number, now: Date, exceptTokenId?: number): Promise<void> {
  await tx
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(exceptTokenId !== undefined, query => query.where('id', '<>', exceptTokenId as number))
    .execute()
  await endCalendarAddress(tx, accountId)
}

/** Ends the account's calendar address, if it has one. Its secret is a token for the calendar only (record 010). */
export async function endCalendarAddress(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('account_id', '=', accountId).execute()
}
