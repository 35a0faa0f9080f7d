import { beforeAll, expect, test } from 'vitest'
import { completedAfterDays } from '#domain/limits.ts'
import { catalogueSentences as s } from '#domain/office/catalogue-sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { completeOrders } from '#server/features/shop/complete-orders.ts'
import { dispatchOrder } from '#server/features/shop/dispatch-order.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { clickCardPageButton, makeProductOrder, openPage } from '#testing/make-order.ts'
import { delivery } from '#testing/make-product.ts'
import { refusedFields } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
// The office always has an owner.
beforeAll(async () => {
  await app.office('owner')
})

test('stock is delivered, counted with unpaid orders, and written off with a reason', async () => {
  const desk = await app.office('frontDesk')
  const { productId } = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
  expect(await desk.stock.receive({ productId, pieces: 10, note: '' })).toEqual({ stock: 13, held: 2 })
  const count = async (pieces: number, note: string) => {
    const [newest] = (await desk.stock.entries({ productId })).items
    return desk.stock.count({ productId, pieces, sold: 0, note, lastEntry: newest?.id ?? null })
  }
  expect(await count(14, 'Monday')).toEqual({ stock: 12, held: 2 })
  expect(await count(14, '')).toEqual({ stock: 12, held: 2 })
  expect(await refusedFields(desk.stock.writeOff({ productId, pieces: 1, note: '' }))).toEqual({
    note: 'Please say why',
  })
  expect(await desk.stock.writeOff({ productId, pieces: 5, note: 'Torn' })).toEqual({ stock: 7, held: 2 })
  expect(await refusedFields(desk.stock.writeOff({ productId, pieces: 8, note: 'Lost' }))).toEqual({
    pieces: 'No more than 7 can be written off',
  })
  expect(await refusedFields(count(1, ''))).toEqual({
    pieces: 'Orders that are not paid yet hold 2',
  })
  expect(await refusedFields(desk.stock.receive({ productId, pieces: 0, note: '' }))).toEqual({
    pieces: s.morePieces,
  })
  const { items, next, total } = await desk.stock.entries({ productId, limit: 2 })
  expect(items).toMatchObject([
    { pieces: -5, reason: 'writtenOff', note: 'Torn', by: 'Ann Perry' },
    { pieces: -1, reason: 'count', note: 'Monday' },
  ])
  expect(total).toBe(3)
  expect(await desk.stock.entries({ productId, limit: 2, after: String(next) })).toMatchObject({
    items: [{ pieces: 10, reason: 'delivery' }],
    next: null,
  })
  expect(
    await rowsOf(app.db, 'staff_actions', { subject_kind: 'product', subject_id: productId }),
  ).toHaveLength(4)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the database refuses to change a stock entry', async () => {
  const desk = await app.office('frontDesk')
  const { productId } = await makeProductOrder(app, { quantity: 1, stockLeft: 0 })
  await desk.stock.receive({ productId, pieces: 1, note: '' })
  const { id } = await rowOf(app.db, 'stock_entries', { product_id: productId })
  await expect(
    app.db.updateTable('stock_entries').set({ delta: 2 }).where('id', '=', id).execute(),
  ).rejects.toThrow('append-only')
})

test('concurrent sales and deliveries are all counted', async () => {
  const desk = await app.office('frontDesk')
  const { productId } = await makeProductOrder(app, { quantity: 1, stockLeft: 20 })
  await Promise.all([
    ...Array.from({ length: 8 }, () => desk.stock.receive({ productId, pieces: 2, note: '' })),
    ...Array.from({ length: 8 }, () => desk.stock.writeOff({ productId, pieces: 1, note: 'Torn' })),
  ])
  expect(await rowOf(app.db, 'products', { id: productId })).toMatchObject({ stock: 28, supplied: 29 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a count made before a delivery was entered is refused, and loses nothing', async () => {
  const [desk, other] = [await app.office('frontDesk'), await app.office('manager')]
  const { productId } = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
  const before = { productId, pieces: 5, sold: 0, note: '', lastEntry: null }
  expect(await desk.stock.count(before)).toEqual({ stock: 3, held: 2 })
  await other.stock.receive({ productId, pieces: 10, note: '' })
  await expect(desk.stock.count(before)).rejects.toMatchObject({
    officeCode: 409,
    facts: { by: 'Ann Perry', current: { stock: 13, held: 2 } },
  })
  expect(await rowOf(app.db, 'products', { id: productId })).toMatchObject({ stock: 13 })
})

test('a new product can start with stock, as a first delivery', async () => {
  const office = await app.office('manager')
  const { id: categoryId } = await office.categories.save({ name: 'Shoes', imagePath: '', isActive: true })
  const drum = {
    categoryId,
    name: 'Drum',
    sku: '',
    pricePence: 1250,
    images: [],
    contentHtml: '',
    lowStock: 2,
  }
  const product = { ...drum, isPopular: false, isActive: true }
  expect(await refusedFields(office.products.save({ ...product, firstStock: 100_001 }))).toEqual({
    firstStock: s.pieces,
  })
  const { id, version } = await office.products.save({ ...product, firstStock: 7 })
  // Stock changes by entries only; a later save adds nothing.
  await office.products.save({ ...product, id, version, firstStock: 7 })
  expect(await rowOf(app.db, 'products', { id })).toMatchObject({ stock: 7, supplied: 7 })
  expect((await office.stock.entries({ productId: id })).items).toMatchObject([
    { pieces: 7, reason: 'delivery' },
  ])
  const log = await rowsOf(app.db, 'staff_actions', { subject_kind: 'product', subject_id: id })
  expect(log.map(({ action }) => action)).toEqual(['product.save', 'stock.receive', 'product.save'])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

const buyTwo = async (productId: number) => {
  const account = await makeAccount(app)
  const { orderNumber } = await account.api.shop.placeProduct({ productId, quantity: 2, ...delivery })
  return { orderNumber, account }
}
const pay = async (order: Parameters<typeof openPage>[1]) => {
  await clickCardPageButton(await openPage(app, order), 'pay')
  await app.cards.deliverPendingHooks()
}
/**
 * Makes a product with ten pieces, two of them in an unpaid order. Returns the number sold, as it was read
 * before counting, and a function that counts.
 */
async function goAndCount() {
  const order = await makeProductOrder(app, { quantity: 2, stockLeft: 8 })
  const { productId } = order
  const listed = await (await app.office('frontDesk')).products.list({})
  const { sold } = listed.find(({ id }) => id === productId) ?? { sold: -1 }
  const count = async (known: { pieces: number; sold: number }) =>
    (await app.office('frontDesk')).stock.count({ productId, note: '', lastEntry: null, ...known })
  return { order, productId, sold, count }
}

test('pieces ordered during a count are still on the shelf, and so is what an expired order held', async () => {
  const { productId, sold, count } = await goAndCount()
  await buyTwo(productId)
  expect(await count({ pieces: 10, sold })).toEqual({ stock: 6, held: 4 })
  app.clock.advance(36)
  await expireOrders(app.services)
  expect(await count({ pieces: 10, sold })).toEqual({ stock: 10, held: 0 })
})

test.each<
  [
    string,
    (counting: Awaited<ReturnType<typeof goAndCount>>) => Promise<unknown>,
    { stock: number; held: number; sold: number },
  ]
>([
  ['paid', ({ order }) => pay(order), { stock: 8, held: 0, sold: 2 }],
  ['placed and paid', async ({ productId }) => pay(await buyTwo(productId)), { stock: 6, held: 2, sold: 2 }],
  [
    'paid and another one placed',
    ({ order, productId }) => Promise.all([pay(order), buyTwo(productId)]),
    { stock: 6, held: 2, sold: 2 },
  ],
  [
    'placed and paid and another one runs out',
    async ({ productId }) => {
      await pay(await buyTwo(productId))
      app.clock.advance(36)
      await expireOrders(app.services)
    },
    { stock: 8, held: 0, sold: 2 },
  ],
])(
  'a count is refused when an order is %s meanwhile, and sells nothing twice',
  async (_, happens, current) => {
    const counting = await goAndCount()
    const { productId, sold, count } = counting
    await happens(counting)
    await expect(count({ pieces: 10, sold })).rejects.toMatchObject({ officeCode: 409, facts: { current } })
    expect(await rowOf(app.db, 'products', { id: productId })).toMatchObject({ supplied: 10 })
    // Counted again, without the paid pieces.
    expect(await count({ pieces: 8, sold: 2 })).toMatchObject({ held: current.held })
    expect(await rowOf(app.db, 'products', { id: productId })).toMatchObject({ supplied: 10 })
  },
)

test('paid pieces count as gone, sent or not, so counting the rest changes nothing', async () => {
  const { order, productId, count } = await goAndCount()
  await pay(order)
  expect(await count({ pieces: 8, sold: 2 })).toEqual({ stock: 8, held: 0 })
  await dispatchOrder(app.services, order.orderNumber)
  app.clock.advance(completedAfterDays * 24 * 60)
  await completeOrders(app.services)
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ status: 'completed' })
  expect(await count({ pieces: 8, sold: 2 })).toEqual({ stock: 8, held: 0 })
  expect(await rowOf(app.db, 'products', { id: productId })).toMatchObject({ supplied: 10 })
})
