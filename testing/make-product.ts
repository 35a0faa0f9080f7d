import type { Insertable } from 'kysely'
import { delivery as deliveryRecord } from '#contract/shop.ts'
import type { Schema } from '#server/database/schema.ts'
import { rowOf, writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

let made = 0

/** A category of the shop, behind those that are there. */
export async function makeCategory({ db }: Pick<TestApp, 'db'>): Promise<number> {
  made += 1
  return writeRow(db, 'product_categories', { name: `Category ${made}`, sort: made })
}

export interface MadeProduct {
  productId: number
  categoryId: number
}

/** A product at £8.99 of which five are there. */
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

export const delivery = {
  address: '4 Elm Lane, Leeds',
  fullName: 'Priya Shah',
  mobile: '07700 900001',
  postcode: 'LS1 4AB',
}

/** The same in the wire's fields. */
export const deliveryForm = deliveryRecord.encode(delivery) as Record<string, unknown>

/** How many of a product are left. */
export async function readStock({ db }: Pick<TestApp, 'db'>, productId: number): Promise<number> {
  const { stock } = await rowOf(db, 'products', { id: productId })
  return stock
}
