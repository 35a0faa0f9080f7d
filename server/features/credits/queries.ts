import { sql } from 'kysely'
import type { classPack, creditEntry, pointEntry } from '#contract/credits.ts'
import type { Page, Value } from '#contract/wire.ts'
import { smallestCardPaymentPence } from '#domain/prices.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/local-time.ts'
import { type AskedPage, readPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import { whatIsOrdered } from '#server/features/orders/own-booking-queries.ts'

/** The documents ask for points without a page: all of them then come in one, up to so many. */
export const mostPointEntries = 400

/** The packs on sale, in the order the business gave them. */
export const listPacks = (db: Db): Promise<Value<typeof classPack>[]> =>
  db
    .selectFrom('class_packs')
    .select(['id', 'name', 'credits', 'description', 'description_2 as description2'])
    .select(['price_pence as pricePence', 'image_path as image'])
    .where('is_active', '=', true)
    // What no card pays is not sold (record 007).
    .where(eb => eb.or([eb('price_pence', '=', 0), eb('price_pence', '>=', smallestCardPaymentPence)]))
    .orderBy('sort')
    .orderBy('id')
    .execute()

const itsOrder = sql<Value<typeof creditEntry>['order']>`case when orders.id is not null then
  json_build_object('orderNumber', orders.order_number, 'kind', orders.kind, 'name', ${whatIsOrdered}) end`.as(
  'order',
)

/** What came and went, newest first; the two ledgers have the same columns. */
const entriesOf = (db: Db, ledger: 'credit_entries' | 'point_entries', accountId: AccountId) =>
  db
    .selectFrom(`${ledger} as entry` as 'credit_entries as entry')
    .leftJoin('orders', 'orders.id', 'order_id')
    .select(['entry.id', 'memo', localTime('created_at').as('placedAt'), itsOrder])
    .where('entry.account_id', '=', accountId)
    .orderBy('entry.id', 'desc')

/** The account's class credits as they came and went, newest first. */
export const listCreditEntries = (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Value<typeof creditEntry>>> =>
  readPage(entriesOf(db, 'credit_entries', accountId).select('delta as credits'), asked)

/** The account's reward points as they came and went, newest first. */
export const listPointEntries = (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Value<typeof pointEntry>>> =>
  readPage(entriesOf(db, 'point_entries', accountId).select('delta as points'), asked)
