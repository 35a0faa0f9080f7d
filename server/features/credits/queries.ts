import { sql } from 'kysely'
import type { classPack, creditEntry, pointEntry } from '#contract/credits.ts'
import type { namedOrder } from '#contract/own-bookings.ts'
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

const itsOrder = sql<Value<typeof namedOrder> | null>`case when orders.id is not null then
  json_build_object('orderNumber', orders.order_number, 'kind', orders.kind) end`.as('order')

/** The account's class credits as they came and went, newest first. */
export const listCreditEntries = (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Value<typeof creditEntry>>> =>
  readPage(
    db
      .selectFrom('credit_entries')
      .leftJoin('orders', 'orders.id', 'order_id')
      .select([
        'credit_entries.id',
        'delta as credits',
        'memo',
        localTime('created_at').as('placedAt'),
        itsOrder,
      ])
      .where('credit_entries.account_id', '=', accountId)
      .orderBy('credit_entries.id', 'desc'),
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
      .leftJoin('orders', 'orders.id', 'order_id')
      .select([
        'point_entries.id',
        'delta as points',
        'memo',
        localTime('created_at').as('placedAt'),
        itsOrder,
      ])
      .where('point_entries.account_id', '=', accountId)
      .orderBy('point_entries.id', 'desc'),
    asked,
  )
