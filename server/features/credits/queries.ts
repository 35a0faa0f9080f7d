import type { classPack, creditEntry, pointEntry } from '#contract/credits.ts'
import type { Page, Value } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/local-time.ts'
import { type AskedPage, readPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

/** The documents ask for points without a page: all of them then come in one, up to so many. */
export const mostPointEntries = 400

/** The packs on sale, in the order the business gave them. */
export const listPacks = (db: Db): Promise<Value<typeof classPack>[]> =>
  db
    .selectFrom('class_packs')
    .select(['id', 'name', 'credits', 'description', 'description_2 as description2'])
    .select(['price_pence as pricePence', 'image_path as image'])
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** The account's class credits as they came and went, newest first. */
export const listCreditEntries = (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Value<typeof creditEntry>>> =>
  readPage(
    db
      .selectFrom('credit_entries')
      .select(['id', 'delta as credits', 'memo', localTime('created_at').as('placedAt')])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc'),
    asked,
  )

/** The account's reward points as they came and went, newest first. */
export const listPointEntries = (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Value<typeof pointEntry>>> =>
  readPage(
    db
      .selectFrom('point_entries')
      .select(['id', 'delta as points', 'memo', localTime('created_at').as('placedAt')])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc'),
    asked,
  )
