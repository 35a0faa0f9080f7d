import type { AccountId } from '#server/features/accounts/actor.ts'
import type { Services } from '#server/services.ts'

/** Ends the account's calendar address, if it has one. */
export async function revokeCalendarFeed({ db }: Services, accountId: AccountId): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('account_id', '=', accountId).execute()
}
