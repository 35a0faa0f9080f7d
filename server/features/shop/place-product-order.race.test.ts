import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { deliveryForm as delivery, makeProduct, readStock } from '#testing/make-product.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

const makeFamilies = (count: number) => Promise.all(Array.from({ length: count }, () => makeAccount(app)))

const buy = (token: string, productId: number, quantity = 1) =>
  app.call<{ order_sn: string }>(
    'order/submitOrder',
    { goods_id: productId, num: quantity, ...delivery },
    token,
  )

const sold = async (productId: number) => {
  const { rows } = await sql<{ pieces: number }>`select coalesce(sum(quantity), 0)::integer as pieces
    from order_items where product_id = ${productId}`.execute(app.db)
  return rows[0]?.pieces
}

/** The same server without its row locks: what is read may change before it is written. */
const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'SelectQueryNode' && node.endModifiers
      ? ({ ...node, endModifiers: [] } as RootOperationNode)
      : node,
  transformResult: async ({ result }) => result,
}

test('two hundred families race for ten kites: ten are sold, and the rest are told', async () => {
  const families = await makeFamilies(racers)
  const { productId } = await makeProduct(app, { stock: 10 })
  const answers = await Promise.all(families.map(({ token }) => buy(token, productId)))
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(10)
  expect(new Set(answers.filter(answer => answer.code !== 1).map(answer => answer.msg))).toEqual(
    new Set([sentences.notEnoughStock]),
  )
  expect([await sold(productId), await readStock(app, productId)]).toEqual([10, 0])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  // Negative control: without the locks and the constraint the very same rush oversells.
  const unguarded = await makeProduct(app, { stock: 10 })
  await app.database.runScript('alter table products drop constraint products_stock_not_negative')
  const { db } = app.services
  app.services.db = db.withPlugin(withoutLocks)
  await Promise.all(families.map(({ token }) => buy(token, unguarded.productId)))
  app.services.db = db
  expect(await sold(unguarded.productId)).toBeGreaterThan(10)
  await app.database.runScript(`update products set supplied = ${racers * 2}, stock = ${racers * 2} - 
      (select sum(quantity) from order_items where product_id = products.id) where stock < 0;
    alter table products add constraint products_stock_not_negative check (stock >= 0)`)
})

test('without the locks the constraint alone still keeps the stock', async () => {
  const families = await makeFamilies(40)
  const { productId } = await makeProduct(app, { stock: 3 })
  const { db } = app.services
  app.services.db = db.withPlugin(withoutLocks)
  const answers = await Promise.all(families.map(({ token }) => buy(token, productId)))
  app.services.db = db
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(3)
  expect(answers.every(answer => answer.status === 200)).toBe(true)
  expect([await sold(productId), await readStock(app, productId)]).toEqual([3, 0])
})

test('baskets with the same products in every order neither deadlock nor oversell', async () => {
  const families = await makeFamilies(60)
  const products = await Promise.all([1, 2, 3].map(() => makeProduct(app, { stock: 25 })))
  const answers = await Promise.all(
    families.map(async ({ token }, index) => {
      const turned = index % 2 ? products : [...products].reverse()
      for (const { productId } of turned) {
        await app.call('cart/add', { goods_id: productId, num: 1 }, token)
      }
      const list = await app.call<{ data: { id: number }[] }>('cart/getCartGoodsList', {}, token)
      const lineIds = list.data.data.map(line => line.id)
      return app.call('order/cartSubmitOrder', { cart_id: lineIds, ...delivery }, token)
    }),
  )
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(25)
  expect(answers.every(answer => answer.status === 200)).toBe(true)
  for (const { productId } of products) expect(await readStock(app, productId)).toBe(0)
})

test('the same click two hundred times is one order, at once or from the basket', async () => {
  const [family] = await makeFamilies(1)
  if (!family) throw new Error('no family')
  const { productId } = await makeProduct(app, { stock: 50 })
  const answers = await Promise.all(Array.from({ length: racers }, () => buy(family.token, productId)))
  expect(new Set(answers.map(answer => answer.data?.order_sn)).size).toBe(1)
  expect(await readStock(app, productId)).toBe(49)

  await app.call('cart/add', { goods_id: productId, num: 2 }, family.token)
  const list = await app.call<{ data: { id: number }[] }>('cart/getCartGoodsList', {}, family.token)
  const lineIds = list.data.data.map(line => line.id)
  const again = await Promise.all(
    Array.from({ length: racers }, () =>
      app.call<{ order_sn: string }>(
        'order/cartSubmitOrder',
        { cart_id: lineIds, ...delivery },
        family.token,
      ),
    ),
  )
  expect(new Set(again.map(answer => answer.data?.order_sn)).size).toBe(1)
  expect(await readStock(app, productId)).toBe(47)
})

test('two hundred clicks on plus stop at the stock', async () => {
  const [family] = await makeFamilies(1)
  if (!family) throw new Error('no family')
  const { productId } = await makeProduct(app, { stock: 20 })
  await app.call('cart/add', { goods_id: productId, num: 1 }, family.token)
  const list = await app.call<{ data: { id: number; num: number }[] }>(
    'cart/getCartGoodsList',
    {},
    family.token,
  )
  const [line] = list.data.data
  const answers = await Promise.all(
    Array.from({ length: racers }, () => app.call('cart/inc', { cart_id: line?.id }, family.token)),
  )
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(19)
})
