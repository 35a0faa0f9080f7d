import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeProduct } from '#testing/make-product.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

interface Line {
  id: number
  goods_id: number
  num: number
  stock: number
}
const add = (family: MadeAccount, productId: unknown, quantity: unknown) =>
  app.call('cart/add', { goods_id: productId, num: quantity }, family.token)
const linesOf = async ({ token }: MadeAccount) =>
  (await app.call<{ data: Line[]; total: number }>('cart/getCartGoodsList', { page: 1 }, token)).data.data
const step = (family: MadeAccount, which: 'inc' | 'dec', lineId: unknown) =>
  app.call<{ num: number }>(`cart/${which}`, { cart_id: lineId }, family.token)

async function familyWith(quantity: number, stock = 5) {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app, { stock })
  expect(await add(family, productId, quantity)).toMatchObject({ code: 1, data: null })
  const [line] = await linesOf(family)
  if (!line) throw new Error('no line')
  return { family, productId, lineId: line.id }
}

test('a line shows the product, its price, how many, and how many there are', async () => {
  const { family, productId, lineId } = await familyWith(2)
  expect(await linesOf(family)).toEqual([
    { id: lineId, goods_id: productId, goods_name: 'Kite', goods_price: '8.99', num: 2, image: '', stock: 5 },
  ])
})

test('adding again raises the quantity, at most to the stock', async () => {
  const { family, productId } = await familyWith(2)
  await add(family, productId, 2)
  expect(await linesOf(family)).toMatchObject([{ num: 4 }])
  expect(await add(family, productId, 3)).toMatchObject({ code: 1 })
  expect(await linesOf(family)).toMatchObject([{ num: 5 }])
  expect(await add(family, productId, 1)).toMatchObject({ code: 0, msg: sentences.notEnoughStock })
})

test('what cannot be bought does not go into the basket', async () => {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app, { stock: 3 })
  const closed = await makeProduct(app, { is_active: false })
  for (const quantity of [4, 10_000, 2 ** 40]) {
    expect(await add(family, productId, quantity)).toMatchObject({ code: 0, msg: sentences.notEnoughStock })
  }
  for (const quantity of [0, undefined, '']) {
    expect(await add(family, productId, quantity)).toMatchObject({ code: 0, msg: sentences.atLeastOne })
  }
  for (const quantity of [-1, 1.5, '1e2', 'x', [1], '1e309']) {
    expect(await add(family, productId, quantity)).toMatchObject({ code: 0, status: 200 })
  }
  expect(await add(family, closed.productId, 1)).toMatchObject({ code: 0, msg: sentences.productNotFound })
  expect(await add(family, 999_999_999, 1)).toMatchObject({ code: 0, msg: sentences.productNotFound })
  expect(await linesOf(family)).toEqual([])
})

test('plus and minus stay between one and the stock', async () => {
  const { family, lineId } = await familyWith(4)
  expect(await step(family, 'inc', lineId)).toMatchObject({ code: 1, data: { num: 5 } })
  expect(await step(family, 'inc', lineId)).toMatchObject({ code: 0, msg: sentences.notEnoughStock })
  for (const left of [4, 3, 2, 1]) {
    expect(await step(family, 'dec', lineId)).toMatchObject({ code: 1, data: { num: left } })
  }
  expect(await step(family, 'dec', lineId)).toMatchObject({ code: 0, msg: sentences.atLeastOne })
})

test('a quantity above a stock that has shrunk can only go down', async () => {
  const { family, productId, lineId } = await familyWith(4)
  await app.db.updateTable('products').set({ stock: 2, supplied: 2 }).where('id', '=', productId).execute()
  expect(await linesOf(family)).toMatchObject([{ num: 4, stock: 2 }])
  expect(await step(family, 'inc', lineId)).toMatchObject({ code: 0 })
  expect(await step(family, 'dec', lineId)).toMatchObject({ code: 1, data: { num: 3 } })
})

test('a product that is no longer sold stays in the basket, without stock', async () => {
  const { family, productId, lineId } = await familyWith(1)
  await app.db.updateTable('products').set({ is_active: false }).where('id', '=', productId).execute()
  expect(await linesOf(family)).toMatchObject([{ id: lineId, stock: 0 }])
  expect(await step(family, 'inc', lineId)).toMatchObject({ code: 0, msg: sentences.notEnoughStock })
})

test('lines are deleted together or not at all', async () => {
  const { family, lineId } = await familyWith(1)
  const other = await makeProduct(app)
  await add(family, other.productId, 1)
  const ids = (await linesOf(family)).map(line => line.id)
  const remove = (cartId: unknown) => app.call('cart/del', { cart_id: cartId }, family.token)
  expect(await remove([...ids, 999_999_999])).toMatchObject({ code: 0, msg: sentences.notInBasket })
  expect(await remove('')).toMatchObject({ code: 0, msg: sentences.selectProduct })
  expect(await linesOf(family)).toHaveLength(2)
  expect(await remove(ids.join(','))).toMatchObject({ code: 1, data: null })
  expect(await linesOf(family)).toEqual([])
  expect(await remove(lineId)).toMatchObject({ code: 0, msg: sentences.notInBasket })
})

test('a basket comes in pages of ten, or of what the server makes of a wish', async () => {
  const family = await makeAccount(app)
  for (let made = 0; made < 11; made++) {
    const { productId } = await makeProduct(app)
    await add(family, productId, 1)
  }
  const page = (body: object) =>
    app.call<{ data: Line[] }>('cart/getCartGoodsList', body, family.token).then(answer => answer.data)
  expect(await page({})).toMatchObject({ total: 11, per_page: 10, current_page: 1, last_page: 2 })
  expect((await page({ page: 2 })).data).toHaveLength(1)
  expect(await page({ limit: 100 })).toMatchObject({ per_page: 100, last_page: 1 })
  expect(await page({ limit: 5000 })).toMatchObject({ per_page: 400 })
})

test('a basket needs somebody who has logged in', async () => {
  for (const path of ['add', 'inc', 'dec', 'del', 'getCartGoodsList']) {
    expect(await app.call(`cart/${path}`, { cart_id: 1, goods_id: 1, num: 1 })).toMatchObject({ code: 401 })
  }
})
