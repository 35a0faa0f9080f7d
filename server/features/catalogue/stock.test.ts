import { beforeAll, expect, test } from 'vitest'
import { catalogueSentences as s } from '#domain/office/catalogue-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeProductOrder, payByCard } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
// Where anybody works there is an owner.
beforeAll(() => app.office('owner'))
const fields = (refused: Promise<unknown>) =>
  refused.then(
    () => undefined,
    error => error.facts?.fields as Record<string, string>,
  )

test('stock is received, counted with what is not paid yet, and written off with a reason', async () => {
  const desk = await app.office('frontDesk')
  const { productId } = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
  expect(await desk.stock.receive({ productId, pieces: 10, note: '' })).toEqual({ stock: 13, held: 2 })
  const count = async (pieces: number, note: string) => {
    const [newest] = (await desk.stock.entries({ productId })).items
    return desk.stock.count({ productId, pieces, note, lastEntry: newest?.id ?? null })
  }
  expect(await count(14, 'Monday')).toEqual({ stock: 12, held: 2 })
  expect(await count(14, '')).toEqual({ stock: 12, held: 2 })
  expect(await fields(desk.stock.writeOff({ productId, pieces: 1, note: '' }))).toEqual({
    note: 'Please say why',
  })
  expect(await desk.stock.writeOff({ productId, pieces: 5, note: 'Torn' })).toEqual({ stock: 7, held: 2 })
  expect(await fields(desk.stock.writeOff({ productId, pieces: 8, note: 'Lost' }))).toEqual({
    pieces: 'No more than 7 can be written off',
  })
  expect(await fields(count(1, ''))).toEqual({
    pieces: 'Orders that are not paid yet hold 2',
  })
  expect(await fields(desk.stock.receive({ productId, pieces: 0, note: '' }))).toEqual({
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

test('what is paid is taken to be gone: a count of what else lies there changes nothing', async () => {
  const desk = await app.office('frontDesk')
  const order = await makeProductOrder(app, { quantity: 2, stockLeft: 8 })
  const { productId } = order
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const count = (pieces: number, held: number) =>
    desk.stock.count({ productId, pieces, held, note: '', lastEntry: null })
  // Who had counted its two with the others before it was paid is told of it.
  await expect(count(10, 2)).rejects.toMatchObject({
    officeCode: 409,
    facts: { current: { stock: 8, held: 0 } },
  })
  expect(await count(8, 0)).toEqual({ stock: 8, held: 0 })
})

test('what is typed over an entry is refused by the database', async () => {
  const desk = await app.office('frontDesk')
  const { productId } = await makeProductOrder(app, { quantity: 1, stockLeft: 0 })
  await desk.stock.receive({ productId, pieces: 1, note: '' })
  const { id } = await rowOf(app.db, 'stock_entries', { product_id: productId })
  await expect(
    app.db.updateTable('stock_entries').set({ delta: 2 }).where('id', '=', id).execute(),
  ).rejects.toThrow('append-only')
})

test('goods that come while others are sold are all counted', async () => {
  const desk = await app.office('frontDesk')
  const { productId } = await makeProductOrder(app, { quantity: 1, stockLeft: 20 })
  await Promise.all([
    ...Array.from({ length: 8 }, () => desk.stock.receive({ productId, pieces: 2, note: '' })),
    ...Array.from({ length: 8 }, () => desk.stock.writeOff({ productId, pieces: 1, note: 'Torn' })),
  ])
  expect(await rowOf(app.db, 'products', { id: productId })).toMatchObject({ stock: 28, supplied: 29 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('who has counted before a delivery was entered is told of it, and takes nothing of it away', async () => {
  const [desk, other] = [await app.office('frontDesk'), await app.office('manager')]
  const { productId } = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
  const before = { productId, pieces: 5, note: '', lastEntry: null }
  expect(await desk.stock.count(before)).toEqual({ stock: 3, held: 2 })
  await other.stock.receive({ productId, pieces: 10, note: '' })
  await expect(desk.stock.count(before)).rejects.toMatchObject({
    officeCode: 409,
    facts: { by: 'Ann Perry', current: { stock: 13, held: 2 } },
  })
  expect(await rowOf(app.db, 'products', { id: productId })).toMatchObject({ stock: 13 })
})

test('a new product can bring what lies on the shelf, as a first delivery', async () => {
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
  expect(await fields(office.products.save({ ...product, firstStock: 100_001 }))).toEqual({
    firstStock: s.pieces,
  })
  const { id, version } = await office.products.save({ ...product, firstStock: 7 })
  // What is there is counted or received; a save of it adds nothing.
  await office.products.save({ ...product, id, version, firstStock: 7 })
  expect(await rowOf(app.db, 'products', { id })).toMatchObject({ stock: 7, supplied: 7 })
  expect((await office.stock.entries({ productId: id })).items).toMatchObject([
    { pieces: 7, reason: 'delivery' },
  ])
  const log = await rowsOf(app.db, 'staff_actions', { subject_kind: 'product', subject_id: id })
  expect(log.map(({ action }) => action)).toEqual(['product.save', 'stock.receive', 'product.save'])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
