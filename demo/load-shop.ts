import type { Tx } from '#server/database/connect.ts'
import { insertRows, insertRowsForIds } from './insert-rows.ts'
import { daysBefore } from './load-content.ts'
import { demoCategories, demoDiscountCodes, demoPacks, demoProducts } from './shop.ts'

export interface LoadedShop {
  productIds: Map<string, number>
  /** For each product, the row that has its stock: its second size, or the product. */
  shelfIds: Map<string, number>
  packIds: Map<string, number>
}

/** Inserts categories, products, class packs and discount codes. */
export async function loadShop(tx: Tx, now: Date): Promise<LoadedShop> {
  const categoryIds = await insertRowsForIds(
    tx,
    'product_categories',
    demoCategories.map(({ name, picture }, sort) => ({ name, image_path: picture, sort })),
  )
  const categoryIdOf = new Map(demoCategories.map(({ key }, index) => [key, categoryIds[index] as number]))
  const productIds = await insertRowsForIds(
    tx,
    'products',
    demoProducts.map(({ category, name, pence, pictures, stock, contentHtml, isPopular }, sort) => ({
      category_id: categoryIdOf.get(category) as number,
      name,
      price_pence: pence,
      image_path: pictures[0] ?? '',
      // Children's clothes have no VAT.
      vat_code: category === 'wear' ? ('zero' as const) : ('' as const),
      stock,
      content_html: contentHtml,
      is_popular: isPopular,
      sort,
    })),
  )
  await insertRows(
    tx,
    'product_images',
    demoProducts.flatMap(({ pictures }, index) =>
      pictures.map((path, position) => ({ product_id: productIds[index] as number, position, path })),
    ),
  )
  const sized = demoProducts.flatMap(({ sizes }, index) =>
    sizes.map(([name, stock], at) => ({ name, stock, at, size_of: productIds[index] as number })),
  )
  const sizeIds = await insertRowsForIds(
    tx,
    'products',
    sized.map(({ name, stock, at, size_of }) => ({
      ...{ name, stock, size_of, is_size_offered: true, is_active: false, sort: demoProducts.length + at },
      ...{ category_id: categoryIds[0] as number, price_pence: 0 },
    })),
  )
  const packIds = await insertRowsForIds(
    tx,
    'class_packs',
    demoPacks.map(({ name, credits, description, description2, pence, picture }, sort) => ({
      name,
      credits,
      description,
      description_2: description2,
      price_pence: pence,
      image_path: picture,
      sort,
    })),
  )
  await insertRows(
    tx,
    'discount_codes',
    demoDiscountCodes.map(code => ({
      code: code.code,
      percent: code.percent,
      amount_pence: code.amountPence,
      kinds: code.kinds,
      minimum_pence: code.minimumPence,
      starts_at: daysBefore(now, -code.validFrom),
      ends_at: daysBefore(now, -code.validUntil),
      max_uses: code.maxUses,
      max_uses_per_account: code.maxUsesPerAccount,
    })),
  )
  return {
    productIds: new Map(demoProducts.map(({ key }, index) => [key, productIds[index] as number])),
    shelfIds: new Map(
      demoProducts.map(({ key }, index) => [
        key,
        sizeIds[sized.findIndex(({ at, size_of }) => at === 1 && size_of === productIds[index])] ??
          (productIds[index] as number),
      ]),
    ),
    packIds: new Map(demoPacks.map(({ key }, index) => [key, packIds[index] as number])),
  }
}
