import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const add = ({ api }: MadeAccount, productId: number, quantity: number) =>
  api.productBasket.add({ productId, quantity })
const linesOf = async ({ api }: MadeAccount) => (await api.productBasket.list({ page: 1 })).items

async function familyWith(quantity: number, stock = 5) {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app, { stock })
  expect(await add(family, productId, quantity)).toBeNull()
  const [line] = await linesOf(family)
  if (!line) throw new Error('no line')
  const basketLineId = line.id
  const { increase, decrease } = family.api.productBasket
  return {
    family,
    productId,
    basketLineId,
    increase: () => increase({ basketLineId }),
    decrease: () => decrease({ basketLineId }),
  }
}

test('a line shows the product, its price, quantity and stock', async () => {
  const { family, productId, basketLineId } = await familyWith(2)
  expect(await linesOf(family)).toEqual([
    { id: basketLineId, productId, name: 'Kite', pricePence: 899, quantity: 2, image: '', stock: 5 },
  ])
})

test('a basket counts the lines of each tab, and nobody else’s', async () => {
  const { family } = await familyWith(2)
  const { family: other } = await familyWith(1)
  const session = await makeSession(app, await makeOffering(app, { kind: 'event' }))
  const attendees = { who: 'children' as const, childIds: [await makeChild(app, family)] }
  await family.api.sessionBaskets.event.add({ sessionIds: [session.id], attendees })
  expect(await family.api.productBasket.count()).toEqual({ class: 0, product: 1, event: 1, parentSession: 0 })
  expect(await other.api.productBasket.count()).toEqual({ class: 0, product: 1, event: 0, parentSession: 0 })
  expect(await refusal(app.visitor.productBasket.count())).toBe('401 Please log in')
})

test('adding again raises the quantity, at most to the stock', async () => {
  const { family, productId } = await familyWith(2)
  await add(family, productId, 2)
  expect(await linesOf(family)).toMatchObject([{ quantity: 4 }])
  await add(family, productId, 3)
  expect(await linesOf(family)).toMatchObject([{ quantity: 5 }])
  expect(await refusal(add(family, productId, 1))).toBe(sentences.notEnoughStock)
})

test('a product that cannot be bought does not go into the basket', async () => {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app, { stock: 3 })
  const closed = await makeProduct(app, { is_active: false })
  for (const quantity of [4, 10_000, 2 ** 40]) {
    expect(await refusal(add(family, productId, quantity))).toBe(sentences.notEnoughStock)
  }
  for (const quantity of [0, undefined, '']) {
    expect(await refusal(add(family, productId, quantity as number))).toBe(sentences.atLeastOne)
  }
  for (const quantity of [-1, 1.5, '1e2', 'x', [1], '1e309']) {
    expect(await refusal(add(family, productId, quantity as number))).toBe('The value of num is not valid')
  }
  expect(await refusal(add(family, closed.productId, 1))).toBe(sentences.productNotFound)
  expect(await refusal(add(family, 999_999_999, 1))).toBe(sentences.productNotFound)
  expect(await linesOf(family)).toEqual([])
})

// Proves CART-15.
test('plus and minus stay between one and the stock', async () => {
  const { increase, decrease } = await familyWith(4)
  expect(await increase()).toEqual({ quantity: 5 })
  expect(await refusal(increase())).toBe(sentences.notEnoughStock)
  for (const left of [4, 3, 2, 1]) expect(await decrease()).toEqual({ quantity: left })
  expect(await refusal(decrease())).toBe(sentences.atLeastOne)
})

test('a quantity above a shrunken stock can only go down', async () => {
  const { family, productId, increase, decrease } = await familyWith(4)
  await changeRows(app.db, 'products', { id: productId }, { stock: 2, supplied: 2 })
  expect(await linesOf(family)).toMatchObject([{ quantity: 4, stock: 2 }])
  expect(await refusal(increase())).toBe(sentences.notEnoughStock)
  expect(await decrease()).toEqual({ quantity: 3 })
})

test('a product that is no longer sold stays in the basket, without stock', async () => {
  const { family, productId, basketLineId, increase } = await familyWith(1)
  await changeRows(app.db, 'products', { id: productId }, { is_active: false })
  expect(await linesOf(family)).toMatchObject([{ id: basketLineId, stock: 0 }])
  expect(await refusal(increase())).toBe(sentences.notEnoughStock)
})

// Proves CART-23.
test('lines are deleted together or not at all', async () => {
  const { family, basketLineId } = await familyWith(1)
  const other = await makeProduct(app)
  await add(family, other.productId, 1)
  const ids = (await linesOf(family)).map(line => line.id)
  const remove = (basketLineIds: number[]) => family.api.productBasket.remove({ basketLineIds })
  expect(await refusal(remove([...ids, 999_999_999]))).toBe(sentences.notInBasket)
  expect(await refusal(remove([]))).toBe(sentences.selectProduct)
  expect(await linesOf(family)).toHaveLength(2)
  expect(await remove(ids)).toBeNull()
  expect(await linesOf(family)).toEqual([])
  expect(await refusal(remove([basketLineId]))).toBe(sentences.notInBasket)
})

// Proves API-09, CART-18, CONST-08.
test('a basket comes in pages of ten, or of the requested size up to 400', async () => {
  const family = await makeAccount(app)
  for (let made = 0; made < 11; made++) {
    const { productId } = await makeProduct(app)
    await add(family, productId, 1)
  }
  const { list } = family.api.productBasket
  expect(await list({})).toMatchObject({ total: 11, perPage: 10, page: 1, lastPage: 2 })
  expect((await list({ page: 2 })).items).toHaveLength(1)
  expect(await list({ limit: 100 })).toMatchObject({ perPage: 100, lastPage: 1 })
  expect(await list({ limit: 5000 })).toMatchObject({ perPage: 400 })
})

test('a basket needs somebody who has logged in', async () => {
  const { productBasket } = app.visitor
  const line = { basketLineId: 1, basketLineIds: [1], productId: 1, quantity: 1 }
  for (const name of ['add', 'increase', 'decrease', 'remove', 'list'] as const) {
    expect(await refusal(productBasket[name](line))).toBe('401 Please log in')
  }
})
