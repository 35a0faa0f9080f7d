import { sql } from 'kysely'
import type { product, productCategory, productOrder } from '#contract/shop.ts'
import type { Page, Value } from '#contract/wire.ts'
import { addressLine } from '#domain/format-dates.ts'
import type { Delivery, WantedProduct } from '#domain/product-orders.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { type AskedPage, readPage } from '#server/database/paging.ts'
import { movedCredits, refundsOfOrder, withBack } from '#server/features/orders/order-refunds.ts'
import type { AccountId } from '#server/request/actor.ts'

type Product = Value<typeof product>
type ProductOrder = Value<typeof productOrder>

/**
 * Lists the categories in the business's order. The category page identifies them by their position (decision C-07).
 */
export const listCategories = (db: Db): Promise<Value<typeof productCategory>[]> =>
  db
    .selectFrom('product_categories')
    .select(['id', 'name', 'image_path as image'])
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()

const onSale = (db: Db) =>
  db
    .selectFrom('products')
    .innerJoin('product_categories', 'product_categories.id', 'products.category_id')
    .where('products.is_active', '=', true)
    .where('product_categories.is_active', '=', true)

const imagesOf = sql<string[]>`coalesce(
  (select json_agg(i.path order by i.position) from product_images i where i.product_id = products.id),
  case when products.image_path = '' then '[]' else json_build_array(products.image_path) end)`

const shownProducts = (db: Db) =>
  onSale(db)
    .select(['products.id', 'products.name', 'products.price_pence as pricePence', 'products.stock'])
    .select(['products.image_path as image', imagesOf.as('images'), 'products.content_html as contentHtml'])
    .select(['products.category_id as categoryId', 'product_categories.name as categoryName'])
    .select('products.is_popular as isPopular')

/** Lists a page of products on sale: the popular ones, or a category's. If none is popular, the newest come first. */
export const listProducts = (
  db: Db,
  wanted: { isPopular?: boolean | undefined; categoryId?: number | undefined },
  asked: AskedPage,
): Promise<Page<Product>> => {
  let found = shownProducts(db)
  if (wanted.isPopular) {
    const popular = onSale(db).select('products.id').where('products.is_popular', '=', true)
    found = found
      .where(({ or, eb, not, exists }) => or([eb('products.is_popular', '=', true), not(exists(popular))]))
      .orderBy(sql`case when not products.is_popular then products.id end`, 'desc')
  }
  found = found.orderBy('products.sort').orderBy('products.id')
  if (wanted.categoryId) found = found.where('products.category_id', '=', wanted.categoryId)
  return readPage(found, asked)
}

export async function readProduct(db: Db, productId: number): Promise<Product> {
  const found = await shownProducts(db).where('products.id', '=', productId).executeTakeFirst()
  requireThat(found, sentences.productNotFound)
  return found
}

/** A quantity of one product, or lines of the basket. */
export type Choice = { productId: number; quantity: number } | { basketLineIds: number[] }

/** Reads the chosen products and quantities as they are now; refuses if one is missing. */
export async function readWanted(db: Db, accountId: AccountId, choice: Choice): Promise<WantedProduct[]> {
  return 'productId' in choice
    ? [await readWantedProduct(db, choice)]
    : readWantedLines(db, accountId, choice.basketLineIds)
}

async function readWantedProduct(
  db: Db,
  { productId, quantity }: { productId: number; quantity: number },
): Promise<WantedProduct> {
  const { name, image, pricePence, stock } = await readProduct(db, productId)
  return { productId, name, image, pricePence, stock, quantity }
}

/** Reads the chosen lines of the account's own basket with their products. */
async function readWantedLines(
  db: Db,
  accountId: AccountId,
  basketLineIds: number[],
): Promise<WantedProduct[]> {
  requireThat(basketLineIds.length > 0, sentences.selectProduct)
  const lines = await onSale(db)
    .innerJoin('basket_products', 'basket_products.product_id', 'products.id')
    .select(['products.id as productId', 'basket_products.id as basketLineId', 'products.name'])
    .select(['products.image_path as image', 'products.price_pence as pricePence', 'products.stock'])
    .select('basket_products.quantity')
    .where('basket_products.account_id', '=', accountId)
    .where('basket_products.id', 'in', basketLineIds)
    .orderBy('products.id')
    .execute()
  requireThat(lines.length === basketLineIds.length, sentences.notInBasket)
  return lines
}

/** Returns the delivery details to suggest for an account. */
export async function suggestDelivery(db: Db, accountId: AccountId): Promise<Delivery> {
  const account = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'mobile', 'address_line_1', 'address_line_2', 'town', 'postcode'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    fullName: `${account.first_name} ${account.last_name}`.trim(),
    address: addressLine([account.address_line_1, account.address_line_2, account.town]),
    postcode: account.postcode,
    mobile: account.mobile,
  }
}

const itemsOf = sql<ProductOrder['items']>`(
  select json_agg(json_strip_nulls(json_build_object('productId', i.product_id, 'image', i.image_path, 'name', i.name,
    'quantity', i.quantity, 'linePence', i.line_pence, 'returned', nullif(i.returned_quantity, 0))) order by i.id)
  from order_items i where i.order_id = orders.id)`

const ownOrders = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('orders')
    .innerJoin('order_deliveries as d', 'd.order_id', 'orders.id')
    .select(['order_number as orderNumber', 'status', 'total_pence as totalPence', 'paid_pence as paidPence'])
    .select(({ fn, val }) => fn.coalesce('payment_method', val('none' as const)).as('paymentMethod'))
    .select([localTime('placed_at').as('placedAt'), localTime('hold_expires_at').as('holdExpiresAt')])
    .select(['d.full_name as fullName', 'd.address', 'd.postcode', 'd.phone as mobile', itemsOf.as('items')])
    .select([refundsOfOrder.as('refunds'), movedCredits('orderGoodwill').as('creditsGiven')])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'product')

/** Finds one of the account's product orders, or undefined. */
export async function findProductOrder(
  db: Db,
  accountId: AccountId,
  orderNumber: string,
): Promise<ProductOrder | undefined> {
  const found = await ownOrders(db, accountId).where('order_number', '=', orderNumber).executeTakeFirst()
  return found && withBack(found)
}

/** Lists a page of the account's own product orders, newest first. */
export async function listProductOrders(
  db: Db,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<ProductOrder>> {
  const newestFirst = ownOrders(db, accountId).orderBy('placed_at', 'desc').orderBy('orders.id', 'desc')
  const page = await readPage(newestFirst, asked)
  return { ...page, items: page.items.map(withBack) }
}
