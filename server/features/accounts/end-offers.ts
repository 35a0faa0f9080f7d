import { todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'

/** The words of the answer that is stored when somebody ends offers. */
const wording = 'Unsubscribe'

/**
 * Ends both kinds of consent to offers: the answer of the account, and the subscription on the site. `accountId` is an
 * account that may have another address by now. Locks the accounts by id.
 */
export async function endOffers(
  tx: Tx,
  { email, accountId, source }: { email: string; accountId: number | null; source: string },
  now: Date,
): Promise<void> {
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'email', 'wants_offers'])
    .where(where => where.or([where('email', '=', email), where('id', '=', accountId ?? 0)]))
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of accounts.filter(account => account.wants_offers)) {
    await tx.updateTable('accounts').set({ wants_offers: false }).where('id', '=', id).execute()
    await tx
      .insertInto('consents')
      .values({
        ...{ account_id: id, kind: 'offers', is_given: false, wording },
        ...{ given_on: todayInLondon(now), source, created_at: now },
      })
      .execute()
  }
  await tx
    .updateTable('subscriptions')
    .set({ unsubscribed_at: now })
    .where('email', 'in', [email, ...accounts.map(account => account.email)])
    .where('unsubscribed_at', 'is', null)
    .execute()
}
