import type { Insertable } from 'kysely'
import { delivery as deliveryRecord } from '#contract/shop.ts'
import type { Schema } from '#server/database/schema.ts'
import { rowOf, writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

let made = 0

/** Makes a category that is listed after the existing ones. */
export async function makeCategory({ db }: Pick<TestApp, 'db'>): Promise<number> {
  made += 1
  return writeRow(db, 'product_categories', { name: `Category ${made}`, sort: made })
}

export interface MadeProduct {
  productId: number
  categoryId: number
}

/** Makes a product for £8.99 with a stock of five. */
export async function makeProduct(
  app: Pick<TestApp, 'db'>,
  given: Partial<Insertable<Schema['products']>> = {},
): Promise<MadeProduct> {
  const categoryId = given.category_id ?? (await makeCategory(app))
  const id = await writeRow(app.db, 'products', {
    name: 'Kite',
    price_pence: 899,
    stock: 5,
    category_id: categoryId,
    ...given,
  })
  return { productId: id, categoryId }
}

/** Makes a size of a product, with a stock of five. */
export const makeSize = (
  { db }: Pick<TestApp, 'db'>,
  productId: number,
  { name, stock = 5 }: { name: string; stock?: number },
): Promise<number> =>
  writeRow(db, 'products', {
    ...{ name, stock, size_of: productId, is_size_offered: true, is_active: false },
    ...{ category_id: 0, price_pence: 0 },
  })

export const delivery = {
  address: '4 Elm Lane, Leeds',
  fullName: 'Priya Shah',
  mobile: '07700 900001',
  postcode: 'LS1 4AB',
}

/** The same delivery with the wire's field names. */
export const deliveryForm = deliveryRecord.encode(delivery) as Record<string, unknown>

/** The delivery to a family that collects its products at a class. */
export const collecting = { ...delivery, address: '', postcode: '', collects: true }

/** Reads a product's stock. */
export async function readStock({ db }: Pick<TestApp, 'db'>, productId: number): Promise<number> {
  const { stock } = await rowOf(db, 'products', { id: productId })
  return stock
}
