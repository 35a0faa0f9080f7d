import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { payByCard } from '#testing/make-order.ts'
import { delivery, deliveryForm, makeProduct, makeSize, readStock } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeAll(async () => {
  await app.office('owner')
})

/** Makes a T-shirt with a small size of two pieces and a large one of three. */
async function makeShirt() {
  const made = await makeProduct(app, { name: 'T-shirt', stock: 0 })
  const small = await makeSize(app, made.productId, { name: 'Small', stock: 2 })
  const large = await makeSize(app, made.productId, { name: 'Large', stock: 3 })
  return { ...made, small, large }
}

test('a product shows the sum of its sizes as stock, and its details show each', async () => {
  const { productId, categoryId, small, large } = await makeShirt()
  expect(await app.visitor.shop.productDetails({ productId })).toMatchObject({
    ...{ name: 'T-shirt', pricePence: 899, stock: 5 },
    variants: [
      { id: small, name: 'Small', stock: 2 },
      { id: large, name: 'Large', stock: 3 },
    ],
  })
  const listed = await app.visitor.shop.products({ categoryId })
  expect(listed.items.map(({ id, stock }) => ({ id, stock }))).toEqual([{ id: productId, stock: 5 }])
  expect(await refusal(app.visitor.shop.productDetails({ productId: small }))).toBe(sentences.productNotFound)
})

test('an order takes the stock of its size, and says the size', async () => {
  const family = await makeAccount(app)
  const { productId, small, large } = await makeShirt()
  const choice = { productId, variantId: large, quantity: 2 }
  expect(await family.api.shop.previewProduct(choice)).toMatchObject({
    lines: [{ productId, variantId: large, name: 'T-shirt, Large', linePence: 1798 }],
    totalPence: 1798,
  })
  const order = await family.api.shop.placeProduct({ ...choice, ...delivery })
  expect([await readStock(app, small), await readStock(app, large)]).toEqual([2, 1])
  expect(await family.api.shop.orderDetails(order)).toMatchObject({
    items: [{ productId, variantId: large, name: 'T-shirt, Large', quantity: 2, linePence: 1798 }],
  })
  const other = { ...choice, variantId: small, ...delivery }
  expect((await family.api.shop.placeProduct(other)).orderNumber).not.toBe(order.orderNumber)
  expect(await refusal(family.api.shop.placeProduct({ ...other, quantity: 1 }))).toBe(
    sentences.notEnoughStock,
  )
  app.clock.advance(40)
  await expireOrders(app.services)
  expect([await readStock(app, small), await readStock(app, large)]).toEqual([2, 3])
})

test('a product with sizes is not bought without one, nor in the size of another product', async () => {
  const family = await makeAccount(app)
  const { token } = family
  const { productId, small } = await makeShirt()
  const other = await makeShirt()
  const asked = { productId, quantity: 1 }
  for (const call of [family.api.shop.previewProduct, family.api.productBasket.add]) {
    expect(await refusal(call(asked))).toBe('Please choose a size')
    expect(await refusal(call({ ...asked, variantId: other.small }))).toBe(sentences.sizeGone)
  }
  expect(await refusal(family.api.shop.placeProduct({ ...asked, ...delivery }))).toBe(sentences.chooseSize)
  const documented = { num: 1, goods_id: productId, ...deliveryForm }
  expect(await app.call(contract.shop.placeProduct.path, documented, token)).toMatchObject({
    ...{ code: 0, msg: 'Please choose a size' },
  })
  await changeRows(app.db, 'products', { id: small }, { is_size_offered: false })
  expect(await refusal(family.api.shop.placeProduct({ ...asked, variantId: small, ...delivery }))).toBe(
    sentences.sizeGone,
  )
  const plain = await makeProduct(app)
  expect(
    await refusal(
      family.api.shop.previewProduct({ productId: plain.productId, variantId: small, quantity: 1 }),
    ),
  ).toBe(sentences.sizeGone)
})

test('a basket has a line for each size, each up to its stock, and is bought together', async () => {
  const family = await makeAccount(app)
  const { productId, small, large } = await makeShirt()
  const { add, increase, list } = family.api.productBasket
  await add({ productId, variantId: small, quantity: 1 })
  await add({ productId, variantId: small, quantity: 1 })
  await add({ productId, variantId: large, quantity: 1 })
  const { items } = await list({})
  expect(items).toMatchObject([
    { productId, variantId: large, name: 'T-shirt, Large', quantity: 1, stock: 3, pricePence: 899 },
    { productId, variantId: small, name: 'T-shirt, Small', quantity: 2, stock: 2 },
  ])
  const [ofLarge, ofSmall] = items.map(({ id }) => id) as [number, number]
  expect(await refusal(increase({ basketLineId: ofSmall }))).toBe(sentences.notEnoughStock)
  expect(await increase({ basketLineId: ofLarge })).toEqual({ quantity: 2 })
  await family.api.shop.placeBasket({ basketLineIds: [ofLarge, ofSmall], ...delivery })
  expect([await readStock(app, small), await readStock(app, large)]).toEqual([0, 1])
})

test('a line from before the product had sizes is bought once a size is chosen', async () => {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app)
  await family.api.productBasket.add({ productId, quantity: 3 })
  const small = await makeSize(app, productId, { name: 'Small', stock: 2 })
  const large = await makeSize(app, productId, { name: 'Large', stock: 0 })
  const [line] = (await family.api.productBasket.list({})).items
  expect(line).toMatchObject({
    stock: 0,
    variants: [
      { id: small, name: 'Small', stock: 2 },
      { id: large, name: 'Large', stock: 0 },
    ],
  })
  const basketLineId = line?.id ?? 0
  expect(await refusal(family.api.productBasket.increase({ basketLineId }))).toBe(sentences.notEnoughStock)
  const ids = { basketLineIds: [basketLineId] }
  expect(await refusal(family.api.shop.previewBasket(ids))).toBe('Please choose a size')
  expect(await refusal(family.api.shop.placeBasket({ ...ids, ...delivery }))).toBe(sentences.chooseSize)
  const { chooseSize } = family.api.productBasket
  expect(await refusal(chooseSize({ basketLineId, variantId: large }))).toBe(sentences.notEnoughStock)
  const other = await makeShirt()
  expect(await refusal(chooseSize({ basketLineId, variantId: other.small }))).toBe(sentences.sizeGone)
  const stranger = await makeAccount(app)
  expect(await refusal(stranger.api.productBasket.chooseSize({ basketLineId, variantId: small }))).toBe(
    sentences.notInBasket,
  )
  await chooseSize({ basketLineId, variantId: small })
  const [sized, ...more] = (await family.api.productBasket.list({})).items
  expect([sized, more]).toMatchObject([{ variantId: small, name: 'Kite, Small', quantity: 2, stock: 2 }, []])
  expect(sized?.variants).toBeUndefined()
  await family.api.shop.placeBasket({ basketLineIds: [sized?.id ?? 0], ...delivery })
  expect(await readStock(app, small)).toBe(0)
})

test('a line of a retired size is replaced by another, and joins the line that has it', async () => {
  const family = await makeAccount(app)
  const { productId, small, large } = await makeShirt()
  const { add, list, chooseSize } = family.api.productBasket
  await add({ productId, variantId: small, quantity: 2 })
  await add({ productId, variantId: large, quantity: 2 })
  await changeRows(app.db, 'products', { id: small }, { is_size_offered: false })
  const line = (await list({})).items.find(({ variantId }) => variantId === small)
  expect(line).toMatchObject({ stock: 0, variants: [{ id: large }] })
  const basketLineId = line?.id ?? 0
  expect(await refusal(family.api.shop.previewBasket({ basketLineIds: [basketLineId] }))).toBe(
    sentences.sizeGone,
  )
  await chooseSize({ basketLineId, variantId: large })
  expect((await list({})).items).toMatchObject([{ variantId: large, quantity: 3, stock: 3 }])
})

test('the office adds, renames, sorts and retires sizes, and moves stock by size', async () => {
  const office = await app.office('manager')
  const { productId } = await makeProduct(app, { name: 'Hoodie', stock: 4 })
  const size = { productId, sku: '', lowStock: 1, isActive: true }
  const small = await office.sizes.save({ ...size, name: 'Small', firstStock: 3 })
  const large = await office.sizes.save({ ...size, name: 'Large', firstStock: 6 })
  expect((await office.sizes.list({})).filter(one => one.productId === productId)).toMatchObject([
    { name: 'Small', stock: 3, held: 0 },
    { name: 'Large', stock: 6 },
  ])
  const product = async () => (await office.products.list({})).find(({ id }) => id === productId)
  expect(await product()).toMatchObject({ stock: 9, ownStock: 4, sizes: 2 })
  await expect(office.sizes.save({ ...size, name: 'Small' })).rejects.toMatchObject({ officeCode: 422 })
  const renamed = await office.sizes.save({ ...size, ...small, name: 'S' })
  const ids = [small.id, large.id]
  await office.lists.sort({ list: 'sizes', ids: ids.toReversed(), was: ids })
  const desk = await app.office('frontDesk')
  await desk.stock.receive({ productId: large.id, pieces: 2, note: '' })
  await expect(desk.sizes.save({ ...size, ...renamed, name: 'M' })).rejects.toMatchObject({ officeCode: 403 })
  const shown = async () => (await app.visitor.shop.productDetails({ productId })).variants
  expect(await shown()).toEqual([
    { id: large.id, name: 'Large', stock: 8 },
    { id: small.id, name: 'S', stock: 3 },
  ])
  await office.sizes.save({ ...size, ...renamed, name: 'S', isActive: false })
  expect(await shown()).toEqual([{ id: large.id, name: 'Large', stock: 8 }])
  expect(await product()).toMatchObject({ stock: 8 })
})

test('a size stays with its product, and neither becomes the other', async () => {
  const office = await app.office('manager')
  const { productId, small } = await makeShirt()
  const other = await makeProduct(app)
  const size = { name: 'Tiny', sku: '', lowStock: 1, isActive: true }
  const { version } = await rowOf(app.db, 'products', { id: small })
  await expect(
    office.sizes.save({ ...size, productId: other.productId, id: small, version }),
  ).rejects.toMatchObject({ officeCode: 422 })
  await expect(office.sizes.save({ ...size, productId: small })).rejects.toMatchObject({ officeCode: 422 })
  expect(await refusal(office.sizes.save({ ...size, productId, id: productId, version: 1 }))).toBe(
    'This was not found',
  )
})

test('returned pieces go back to the shelf of their size', async () => {
  const office = await app.office('owner')
  const family = await makeAccount(app)
  const { productId, small, large } = await makeShirt()
  const { orderNumber: number } = await family.api.shop.placeProduct({
    ...{ productId, variantId: large, quantity: 2, ...delivery },
  })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  await payByCard(app, { orderNumber: number, orderId, account: family })
  await app.cards.deliverPendingHooks()
  const { items, leftPence } = await office.orders.previewRefund({ number })
  await office.orders.refund({
    ...{ number, pence: 899, leftPence, method: 'card', reference: '', reason: 'Too large' },
    items: items.map(({ id }) => ({ id, quantity: 1, restock: true })),
  })
  expect([await readStock(app, small), await readStock(app, large)]).toEqual([2, 2])
  expect(await rowsOf(app.db, 'stock_entries', { product_id: large })).toMatchObject([
    { delta: 1, reason: 'returned' },
  ])
})

test('staff are told which size is low', async () => {
  const family = await makeAccount(app)
  const { productId, large } = await makeShirt()
  await changeRows(app.db, 'products', { id: large }, { low_stock: 1 })
  await family.api.shop.placeProduct({ productId, variantId: large, quantity: 2, ...delivery })
  const jobs = await rowsOf(app.db, 'jobs', { kind: 'tell-staff' })
  expect(JSON.stringify(jobs)).toContain('T-shirt, Large, 1 left')
})

test('every invariant holds', async () => {
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
