import type { Services } from '#server/services.ts'
import type { AccountId, SignedIn } from './actor.ts'
import { hashToken, idleSince } from './tokens.ts'

const touchEvery = 10 * 60 * 1000

/**
 * The account a token belongs to, or undefined. `extend` says that the person did something, which keeps
 * the token alive; the time of use is written at most every ten minutes.
 */
export async function recogniseActor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  ip: string,
  extend: boolean,
): Promise<SignedIn | undefined> {
  const now = clock()
  const found = await db
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.id', 'access_tokens.account_id')
    .select(['access_tokens.id', 'access_tokens.account_id', 'access_tokens.last_used_at'])
    .where('access_tokens.token_hash', '=', hashToken(token))
    .where('access_tokens.revoked_at', 'is', null)
    .where('access_tokens.expires_at', '>', now)
    .where('access_tokens.last_used_at', '>', idleSince(now))
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
  if (!found) return undefined
  if (extend && now.getTime() - found.last_used_at.getTime() > touchEvery) {
    await db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', found.id).execute()
  }
  return { accountId: found.account_id as AccountId, tokenId: found.id, ip }
}
