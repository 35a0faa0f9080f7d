import { sql } from 'kysely'
import type { classPack, creditEntry, pointEntry } from '#contract/credits.ts'
import type { Page, Value } from '#contract/wire.ts'
import { minCardPaymentPence } from '#domain/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { type AskedPage, readPage } from '#server/database/paging.ts'
import { whatIsOrdered } from '#server/features/orders/own-booking-queries.ts'
import type { AccountId } from '#server/request/actor.ts'

/** The maximum number of entries of points in an answer, because the documented call has no pages. */
export const maxPointEntries = 400

/** The packs on sale, in the order the business gave them. */
export const listPacks = (db: Db): Promise<Value<typeof classPack>[]> =>
  db
    .selectFrom('class_packs')
    .select(['id', 'name', 'credits', 'description', 'description_2 as description2'])
    .select(['price_pence as pricePence', 'image_path as image'])
    .where('is_active', '=', true)
    // A pack with a price that no card can pay is not sold (record 003).
    .where(eb => eb.or([eb('price_pence', '=', 0), eb('price_pence', '>=', minCardPaymentPence)]))
    .orderBy('sort')
    .orderBy('id')
    .execute()

const itsOrder = sql<Value<typeof creditEntry>['order']>`case when orders.id is not null then
  json_build_object('orderNumber', orders.order_number, 'kind', orders.kind, 'name', ${whatIsOrdered}) end`.as(
  'order',
)

/** The entries of a ledger, newest first. Both ledgers have the same columns. */
const entriesOf = (db: Db, ledger: 'credit_entries' | 'point_entries', accountId: AccountId) =>
  db
    .selectFrom(`${ledger} as entry` as 'credit_entries as entry')
    .leftJoin('orders', 'orders.id', 'order_id')
    .select(['entry.id', 'memo', localTime('created_at').as('placedAt'), itsOrder])
    .where('entry.account_id', '=', accountId)
    .orderBy('entry.id', 'desc')

/** Lists the account's class credits gained and spent, newest first. */
export const listCreditEntries = (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Value<typeof creditEntry>>> =>
  readPage(entriesOf(db, 'credit_entries', accountId).select('delta as credits'), asked)

/** Lists the account's reward points gained and spent, newest first. */
export const listPointEntries = (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Value<typeof pointEntry>>> =>
  readPage(entriesOf(db, 'point_entries', accountId).select('delta as points'), asked)
