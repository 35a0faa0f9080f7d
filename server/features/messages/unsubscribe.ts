import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { endOffers } from '#server/features/accounts/end-offers.ts'
import type { Services } from '#server/services.ts'

/** The address of a recipient, and whether it is still sent offers; undefined once it was erased. */
export async function readSubscriber(
  db: Db,
  recipientId: number,
): Promise<{ email: string; getsOffers: boolean } | undefined> {
  const { rows } = await sql<{ email: string; getsOffers: boolean }>`
    select r.email, r.email in (select email from offer_addresses)
      or exists (select from accounts a where a.id = r.account_id and a.status = 'active' and a.wants_offers) as "getsOffers"
    from message_recipients r where r.id = ${recipientId}`.execute(db)
  return rows[0]
}

/** Ends offers to a recipient, without signing in. A second time changes nothing. */
export async function unsubscribe({ db, clock }: Services, recipientId: number): Promise<void> {
  await transaction(db, async tx => {
    const recipient = await tx
      .selectFrom('message_recipients')
      .select(['email', 'account_id'])
      .where('id', '=', recipientId)
      .executeTakeFirst()
    if (!recipient) return
    await endOffers(
      tx,
      { email: recipient.email, accountId: recipient.account_id, source: 'unsubscribed' },
      clock(),
    )
  })
}
