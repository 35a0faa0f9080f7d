import type { Services } from '#server/services.ts'

const day = 24 * 60 * 60 * 1000
/** The longest window that is counted is a day (decision E-31). */
const keepRateLimits = 2 * day
const keepCodes = 2 * day
const keepDoneJobs = 7 * day
/** The link that took an address back, or came too late, says so for a while. */
const keepChangedAddresses = 30 * day
/** Whoever asks for their data still finds last month's log-ins (record 010). */
const keepEndedTokens = 30 * day

/** Forgets counted tries, used codes, ended tokens, addresses of before and finished jobs that nothing asks for any more. */
export async function clearOldRows({ db, clock }: Services): Promise<void> {
  const now = clock().getTime()
  await db
    .deleteFrom('rate_limits')
    .where('window_starts_at', '<', new Date(now - keepRateLimits))
    .execute()
  await db
    .deleteFrom('email_codes')
    .where('sent_at', '<', new Date(now - keepCodes))
    .execute()
  const endedBefore = new Date(now - keepEndedTokens)
  await db
    .deleteFrom('access_tokens')
    .where(token => token.or([token('expires_at', '<', endedBefore), token('revoked_at', '<', endedBefore)]))
    .execute()
  await db
    .deleteFrom('email_changes')
    .where('take_back_until', '<', new Date(now - keepChangedAddresses))
    .execute()
  await db
    .deleteFrom('jobs')
    .where('done_at', '<', new Date(now - keepDoneJobs))
    .execute()
}
