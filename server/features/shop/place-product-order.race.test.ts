import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { withoutLocks } from '#testing/force-race.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { delivery, makeProduct, makeSize, readStock } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

const makeParents = (count: number) => Promise.all(Array.from({ length: count }, () => makeAccount(app)))

const buy = ({ api }: MadeAccount, productId: number) =>
  api.shop.placeProduct({ productId, quantity: 1, ...delivery })
const linesOf = async ({ api }: MadeAccount) => (await api.productBasket.list({})).items.map(({ id }) => id)
const buyBasket = ({ api }: MadeAccount, basketLineIds: number[]) =>
  api.shop.placeBasket({ basketLineIds, ...delivery })
const answered = (refusals: (string | undefined)[]) => refusals.filter(sentence => sentence === undefined)

const sold = async (productId: number) => {
  const { rows } = await sql<{ pieces: number }>`select coalesce(sum(quantity), 0)::integer as pieces
    from order_items where product_id = ${productId}`.execute(app.db)
  return rows[0]?.pieces
}

test('two hundred families race for ten kites: ten are sold, and the rest are told', async () => {
  const parents = await makeParents(racers)
  const { productId } = await makeProduct(app, { stock: 10 })
  const refusals = await Promise.all(parents.map(parent => refusal(buy(parent, productId))))
  expect(answered(refusals)).toHaveLength(10)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.notEnoughStock]))
  expect([await sold(productId), await readStock(app, productId)]).toEqual([10, 0])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  // Negative control: without the locks and the constraint the very same rush oversells.
  const unguarded = await makeProduct(app, { stock: 10 })
  await app.database.runScript('alter table products drop constraint products_stock_not_negative')
  const { db } = app.services
  app.services.db = db.withPlugin(withoutLocks)
  await Promise.allSettled(parents.map(parent => buy(parent, unguarded.productId)))
  app.services.db = db
  expect(await sold(unguarded.productId)).toBeGreaterThan(10)
  await app.database.runScript(`update products set supplied = ${racers * 2}, stock = ${racers * 2} - 
      (select sum(quantity) from order_items where product_id = products.id) where stock < 0;
    alter table products add constraint products_stock_not_negative check (stock >= 0)`)
})

test('fifty families race for the last one of a size: one has it', async () => {
  const parents = await makeParents(50)
  const { productId } = await makeProduct(app, { stock: 0 })
  const small = await makeSize(app, productId, { name: 'Small', stock: 1 })
  const large = await makeSize(app, productId, { name: 'Large', stock: 50 })
  const buySize = ({ api }: MadeAccount, variantId: number) =>
    api.shop.placeProduct({ productId, variantId, quantity: 1, ...delivery })
  const refusals = await Promise.all(parents.map(parent => refusal(buySize(parent, small))))
  expect(answered(refusals)).toHaveLength(1)
  expect(new Set(refusals)).toEqual(new Set([undefined, sentences.notEnoughStock]))
  expect([await sold(small), await readStock(app, small), await readStock(app, large)]).toEqual([1, 0, 50])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  // Negative control: without the locks and the constraint the last one of a size is sold several times.
  const last = await makeSize(app, productId, { name: 'Medium', stock: 1 })
  await app.database.runScript('alter table products drop constraint products_stock_not_negative')
  const { db } = app.services
  app.services.db = db.withPlugin(withoutLocks)
  await Promise.allSettled(parents.map(parent => buySize(parent, last)))
  app.services.db = db
  expect(await sold(last)).toBeGreaterThan(1)
  await app.database.runScript(`update products set supplied = 100, stock = 100 -
      (select sum(quantity) from order_items where product_id = products.id) where stock < 0;
    alter table products add constraint products_stock_not_negative check (stock >= 0)`)
})

test('without the locks the constraint alone still protects the stock', async () => {
  const parents = await makeParents(40)
  const { productId } = await makeProduct(app, { stock: 3 })
  const { db } = app.services
  app.services.db = db.withPlugin(withoutLocks)
  const refusals = await Promise.all(parents.map(parent => refusal(buy(parent, productId))))
  app.services.db = db
  expect(answered(refusals)).toHaveLength(3)
  expect([await sold(productId), await readStock(app, productId)]).toEqual([3, 0])
})

test('baskets with the same products in every order neither deadlock nor oversell', async () => {
  const parents = await makeParents(60)
  const products = await Promise.all([1, 2, 3].map(() => makeProduct(app, { stock: 25 })))
  const refusals = await Promise.all(
    parents.map(async (parent, index) => {
      const turned = index % 2 ? products : [...products].reverse()
      for (const { productId } of turned)
        await refusal(parent.api.productBasket.add({ productId, quantity: 1 }))
      return refusal(buyBasket(parent, await linesOf(parent)))
    }),
  )
  expect(answered(refusals)).toHaveLength(25)
  for (const { productId } of products) expect(await readStock(app, productId)).toBe(0)
})

test('the same click sent two hundred times is one order, directly or from the basket', async () => {
  const parent = await makeAccount(app)
  const { productId } = await makeProduct(app, { stock: 50 })
  const orders = await Promise.all(Array.from({ length: racers }, () => buy(parent, productId)))
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(1)
  expect(await readStock(app, productId)).toBe(49)

  await parent.api.productBasket.add({ productId, quantity: 2 })
  const lineIds = await linesOf(parent)
  const again = await Promise.all(Array.from({ length: racers }, () => buyBasket(parent, lineIds)))
  expect(new Set(again.map(({ orderNumber }) => orderNumber)).size).toBe(1)
  expect(await readStock(app, productId)).toBe(47)
})

test('two hundred clicks on plus stop at the stock', async () => {
  const parent = await makeAccount(app)
  const { productId } = await makeProduct(app, { stock: 20 })
  const { add, increase } = parent.api.productBasket
  await add({ productId, quantity: 1 })
  const [basketLineId] = (await linesOf(parent)) as [number]
  const refusals = await Promise.all(
    Array.from({ length: racers }, () => refusal(increase({ basketLineId }))),
  )
  expect(answered(refusals)).toHaveLength(19)
})
