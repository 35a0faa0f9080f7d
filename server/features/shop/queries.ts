import { sql } from 'kysely'
import type { product, productCategory, productOrder } from '#contract/shop.ts'
import type { Page, Value } from '#contract/wire.ts'
import { addressLine } from '#domain/format-dates.ts'
import type { Postage } from '#domain/postage.ts'
import type { Delivery, WantedProduct } from '#domain/product-orders.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { type AskedPage, readPage } from '#server/database/paging.ts'
import { nextClassOf } from '#server/features/orders/collect-at-class.ts'
import { movedCredits, refundsOfOrder, withBack } from '#server/features/orders/order-refunds.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

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

/** The sizes of `products` that can be bought. */
const sizesOf = sql`from products z where z.size_of = products.id and z.is_size_offered`

/** The pieces that can be bought: of all sizes, if the product has some. */
const stockOf = sql<number>`coalesce((select sum(z.stock)::integer ${sizesOf}), products.stock)`

const shownProducts = (db: Db) =>
  onSale(db)
    .select(['products.id', 'products.name', 'products.price_pence as pricePence', stockOf.as('stock')])
    .select(['products.image_path as image', imagesOf.as('images'), 'products.content_html as contentHtml'])
    .select(['products.category_id as categoryId', 'product_categories.name as categoryName'])
    .select('products.is_popular as isPopular')

type Size = NonNullable<Product['variants']>[number]

/** The sizes of `products` with the stock of each, in the business's order; null if it has none. */
export const variantsOf = sql<
  Size[] | null
>`(select json_agg(json_build_object('id', z.id, 'name', z.name, 'stock', z.stock)
  order by z.sort, z.id) ${sizesOf})`

/** Lists every product on sale with its sizes, as the desk sells them. */
export const listAllOnSale = (db: Db) =>
  onSale(db)
    .select(['products.id', 'products.name', 'products.price_pence as pricePence', stockOf.as('stock')])
    .select(sql<Size[]>`coalesce(${variantsOf}, '[]')`.as('sizes'))
    .orderBy('products.name')
    .orderBy('products.id')
    .execute()

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
  const found = await shownProducts(db)
    .select(variantsOf.as('variants'))
    .where('products.id', '=', productId)
    .executeTakeFirst()
  requireThat(found, sentences.productNotFound)
  const { variants, ...product } = found
  return { ...product, ...(variants && { variants }) }
}

/** A quantity of one product or size, or lines of the basket. */
export type Choice = ChosenProduct | { basketLineIds: number[] }

interface ChosenProduct {
  productId: number
  variantId?: number | undefined
  quantity: number
}

/** Reads the chosen products and quantities as they are now; refuses if one is missing. */
export async function readWanted(db: Db, accountId: AccountId, choice: Choice): Promise<WantedProduct[]> {
  return 'productId' in choice
    ? [await readWantedProduct(db, choice)]
    : readWantedLines(db, accountId, choice.basketLineIds)
}

/** Reads a product, or one of its sizes. Refuses a product with sizes if none is chosen. */
export async function readWantedProduct(
  db: Db,
  { productId, variantId, quantity }: ChosenProduct,
): Promise<WantedProduct> {
  const { name, image, pricePence, stock, variants } = await readProduct(db, productId)
  const product = { productId, image, pricePence, quantity }
  if (!variants && variantId === undefined) return { ...product, shelfId: productId, name, stock }
  requireThat(variantId, sentences.chooseSize)
  const size = variants?.find(({ id }) => id === variantId)
  requireThat(size, sentences.sizeGone)
  return { ...product, variantId, shelfId: variantId, name: `${name}, ${size.name}`, stock: size.stock }
}

/** The name of a line of the basket: that of its product, with the size. */
export const nameWithSize = sql<string>`products.name || case when shelf.size_of is null then '' else ', ' || shelf.name end`
/** The size of a row `shelf`; null for a product without sizes. */
export const variantOf = sql<number | null>`case when shelf.size_of is not null then shelf.id end`
/** Whether a row `shelf` of a product on sale can be bought: a product without sizes, or a size that is not retired. */
export const isOffered = sql<boolean>`case when shelf.size_of is null then not exists (select ${sizesOf})
  else shelf.is_size_offered end`

/** Reads the chosen lines of the account's own basket with their products. */
async function readWantedLines(
  db: Db,
  accountId: AccountId,
  basketLineIds: number[],
): Promise<WantedProduct[]> {
  requireThat(basketLineIds.length > 0, sentences.selectProduct)
  const lines = await onSale(db)
    .innerJoin('products as shelf', join =>
      join.on(sql<boolean>`products.id = coalesce(shelf.size_of, shelf.id)`),
    )
    .innerJoin('basket_products', 'basket_products.product_id', 'shelf.id')
    .select(['products.id as productId', 'shelf.id as shelfId', 'basket_products.id as basketLineId'])
    .select([nameWithSize.as('name'), variantOf.as('variantId')])
    .select(['products.image_path as image', 'products.price_pence as pricePence', 'shelf.stock'])
    .select(['basket_products.quantity', isOffered.as('isOffered')])
    .where('basket_products.account_id', '=', accountId)
    .where('basket_products.id', 'in', basketLineIds)
    .orderBy('shelf.id')
    .execute()
  requireThat(lines.length === basketLineIds.length, sentences.notInBasket)
  const unsized = lines.find(({ isOffered }) => !isOffered)
  requireThat(!unsized, unsized?.variantId ? sentences.sizeGone : sentences.chooseSize)
  return lines.map(({ variantId, isOffered, ...line }) => ({ ...line, ...(variantId && { variantId }) }))
}

/** Reads what the business charges for sending products. */
export async function readPostage(db: Db): Promise<Postage> {
  return db
    .selectFrom('business')
    .select(['postage_pence as pricePence', 'postage_free_from_pence as freeFromPence'])
    .select(['delivery_time as deliveryTime', 'offers_collect as offersCollect'])
    .executeTakeFirstOrThrow()
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
  select json_agg(json_strip_nulls(json_build_object('productId', coalesce(shelf.size_of, shelf.id), 'variantId', ${variantOf}, 'image', i.image_path, 'name', i.name,
    'quantity', i.quantity, 'linePence', i.line_pence, 'returned', nullif(i.returned_quantity, 0))) order by i.id)
  from order_items i join products shelf on shelf.id = i.product_id where i.order_id = orders.id)`

const ownOrders = ({ db, clock }: Pick<Services, 'db' | 'clock'>, accountId: AccountId) =>
  db
    .selectFrom('orders')
    .innerJoin('order_deliveries as d', 'd.order_id', 'orders.id')
    .select(['order_number as orderNumber', 'status', 'total_pence as totalPence', 'paid_pence as paidPence'])
    .select(({ fn, val }) => fn.coalesce('payment_method', val('none' as const)).as('paymentMethod'))
    .select([localTime('placed_at').as('placedAt'), localTime('hold_expires_at').as('holdExpiresAt')])
    .select(['d.full_name as fullName', 'd.address', 'd.postcode', 'd.phone as mobile', itemsOf.as('items')])
    .select('postage_pence as postagePence')
    .select(
      sql<ProductOrder['collected'] | null>`case when d.is_collected then json_build_object(
        'isHandedOver', d.dispatched_at is not null, 'next', case when d.dispatched_at is null
          then ${nextClassOf(sql`orders.account_id`, clock())} end) end`.as('collected'),
    )
    .select([refundsOfOrder.as('refunds'), movedCredits('orderGoodwill').as('creditsGiven')])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'product')

function shownOrder<
  Order extends Parameters<typeof withBack>[0] & { collected: ProductOrder['collected'] | null },
>({ collected, ...order }: Order) {
  return { ...withBack(order), ...(collected && { collected }) }
}

/** Finds one of the account's product orders, or undefined. */
export async function findProductOrder(
  services: Pick<Services, 'db' | 'clock'>,
  accountId: AccountId,
  orderNumber: string,
): Promise<ProductOrder | undefined> {
  const found = await ownOrders(services, accountId)
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  return found && shownOrder(found)
}

/** Lists a page of the account's own product orders, newest first. */
export async function listProductOrders(
  services: Pick<Services, 'db' | 'clock'>,
  accountId: AccountId,
  asked: AskedPage,
): Promise<Page<ProductOrder>> {
  const newestFirst = ownOrders(services, accountId).orderBy('placed_at', 'desc').orderBy('orders.id', 'desc')
  const page = await readPage(newestFirst, asked)
  return { ...page, items: page.items.map(shownOrder) }
}
