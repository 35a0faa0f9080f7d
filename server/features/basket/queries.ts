import { sql } from 'kysely'
import type { lineCounts, productLine } from '#contract/basket.ts'
import type { Page, Value } from '#contract/wire.ts'
import { forEveryKind } from '#domain/offering-kinds.ts'
import type { Db } from '#server/database/connect.ts'
import { type AskedPage, readPage } from '#server/database/paging.ts'
import { isOffered, nameWithSize, variantOf, variantsOf } from '#server/features/shop/queries.ts'
import type { AccountId } from '#server/request/actor.ts'

type Line = Value<typeof productLine>

/**
 * Lists a page of the products in the account's basket, newest first. A product that is no longer sold has no stock.
 */
export const listProductLines = async (
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<Line>> => {
  const lines = db
    .selectFrom('basket_products')
    .innerJoin('products as shelf', 'shelf.id', 'basket_products.product_id')
    .innerJoin('products', join => join.on(sql<boolean>`products.id = coalesce(shelf.size_of, shelf.id)`))
    .innerJoin('product_categories', 'product_categories.id', 'products.category_id')
    .select(['basket_products.id', 'products.id as productId', 'basket_products.quantity'])
    .select([nameWithSize.as('name'), variantOf.as('variantId')])
    .select(['products.price_pence as pricePence', 'products.image_path as image'])
    .select(
      sql<number>`case when products.is_active and product_categories.is_active and ${isOffered} then shelf.stock else 0 end`.as(
        'stock',
      ),
    )
    .select(
      sql<
        Line['variants'] | null
      >`case when products.is_active and product_categories.is_active and not ${isOffered} then ${variantsOf} end`.as(
        'variants',
      ),
    )
    .where('account_id', '=', accountId)
    .orderBy('basket_products.id', 'desc')
  const page = await readPage(lines, asked)
  return {
    ...page,
    items: page.items.map(({ variantId, variants, ...line }) => ({
      ...line,
      ...(variantId && { variantId }),
      ...(variants && { variants }),
    })),
  }
}

/** Counts the lines of the account's basket, for each kind and for products. */
export async function countLines(db: Db, accountId: AccountId): Promise<Value<typeof lineCounts>> {
  const { rows } = await sql<{ kind: string; lines: number }>`
    select kind, count(*)::integer as lines from (
      select kind::text from basket_sessions where account_id = ${accountId}
      union all select 'product' from basket_products where account_id = ${accountId}
    ) lines group by kind`.execute(db)
  const linesOf = (kind: string) => rows.find(row => row.kind === kind)?.lines ?? 0
  return { ...forEveryKind(linesOf), product: linesOf('product') }
}
