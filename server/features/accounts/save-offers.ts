import { sql } from 'kysely'
import { todayInLondon } from '#domain/calendar.ts'
import { offersQuestion } from '#domain/offers-question.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/** Whether offers are mailed to the account's address: it agreed, or it was subscribed on the site. */
export async function readGetsOffers(db: Db, accountId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ getsOffers: boolean }>`select exists (
      select from offer_addresses o join accounts a on a.email = o.email
      where a.id = ${accountId} and a.status = 'active') as "getsOffers"`.execute(db)
  return rows[0]?.getsOffers ?? false
}

/** Saves the switch of the account page. A “no” ends both kinds of consent (decision E-63). */
export async function saveOffers(
  { db, clock }: Services,
  accountId: AccountId,
  wantsOffers: boolean,
): Promise<void> {
  await transaction(db, async tx => {
    const account = await tx
      .updateTable('accounts')
      .set({ wants_offers: wantsOffers })
      .where('id', '=', accountId)
      .where('status', '=', 'active')
      .returning('email')
      .executeTakeFirst()
    if (!account) throw new Refusal(sentences.pleaseLogIn, 401)
    await recordOffersAnswer(tx, { accountId, wantsOffers, source: 'account', ...account }, clock())
  })
}

/**
 * Records an answer about offers with its day and the words of the question (decision O-37). A “no” also ends the
 * subscription of the address on the site. The account is locked.
 */
export async function recordOffersAnswer(
  tx: Tx,
  {
    accountId,
    email,
    wantsOffers,
    source,
  }: { accountId: AccountId; email: string; wantsOffers: boolean; source: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({
      ...{ account_id: accountId, kind: 'offers', is_given: wantsOffers, wording: offersQuestion },
      ...{ given_on: todayInLondon(now), source, created_at: now },
    })
    .execute()
  if (wantsOffers) return
  await tx
    .updateTable('subscriptions')
    .set({ unsubscribed_at: now })
    .where('email', '=', email)
    .where('unsubscribed_at', 'is', null)
    .execute()
}
