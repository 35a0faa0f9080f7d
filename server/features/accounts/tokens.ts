import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { dayMilliseconds } from '#domain/calendar.ts'
import type { Db, Tx } from '#server/database/connect.ts'

const idleDays = 7
const absoluteDays = 30

/** A secret of 256 random bits: whoever has it is told it once, and only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether two secrets or signatures are one, in a time that tells nothing of where they differ. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** The oldest last use a token may have (decision E-33). */
export const idleSince = (now: Date): Date => new Date(now.getTime() - idleDays * dayMilliseconds)

/** Makes a token. Idle 7 days, absolute 30 days (decision E-33). */
export async function issueToken(tx: Tx, accountId: number, now: Date): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('access_tokens')
    .values({
      account_id: accountId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + absoluteDays * dayMilliseconds),
    })
    .execute()
  return token
}

/**
 * Ends the tokens of an account: all of them, or all but the one in use; and its calendar address, which whoever was
 * logged in may know (record 028).
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

/** Ends the account's calendar address, if it has one: its secret is a token for that alone (record 010). */
export async function endCalendarAddress(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('account_id', '=', accountId).execute()
}
