import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeCategory, makeProduct } from '#testing/make-product.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const { shop } = app.visitor
const idsIn = ({ items }: { items: { id: number }[] }) => items.map(product => product.id)

// Proves SHOP-02.
test('active categories are listed in their order', async () => {
  const first = await makeCategory(app)
  const second = await makeCategory(app)
  const closed = await makeCategory(app)
  await changeRows(app.db, 'product_categories', { id: closed }, { is_active: false })
  const ids = (await shop.categories()).map(category => category.id)
  expect(ids.indexOf(second)).toBe(ids.indexOf(first) + 1)
  expect(ids).not.toContain(closed)
})

test('without popular products the newest on sale are shown', async () => {
  await changeRows(app.db, 'products', {}, { is_popular: false })
  const older = await makeProduct(app, { sort: 1 })
  const newer = await makeProduct(app, { sort: 2 })
  const retired = await makeProduct(app, { sort: 0 })
  await changeRows(app.db, 'products', { id: retired.productId }, { is_active: false })
  const shown = await shop.products({ isPopular: true, page: 1 })
  expect(idsIn(shown).slice(0, 2)).toEqual([newer.productId, older.productId])
  expect(idsIn(shown)).not.toContain(retired.productId)
  expect(shown.items.map(({ isPopular }) => isPopular)).not.toContain(true)
  await changeRows(app.db, 'products', { id: older.productId }, { is_popular: true })
  expect(await shop.products({ isPopular: true, page: 1 })).toMatchObject({
    total: 1,
    items: [{ id: older.productId, isPopular: true }],
  })
  await changeRows(app.db, 'products', {}, { is_popular: false })
})

// Proves SHOP-03.
test('popular products come in pages, up to the last one', async () => {
  const category = await makeCategory(app)
  for (let made = 0; made < 9; made++) {
    await makeProduct(app, { category_id: category, is_popular: true, sort: made })
  }
  const plain = await makeProduct(app, { category_id: category })
  const first = await shop.products({ isPopular: true, page: 1 })
  expect(first).toMatchObject({ total: 9, perPage: 8, page: 1, lastPage: 2 })
  const second = await shop.products({ isPopular: true, page: 2 })
  expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(9)
  expect([...idsIn(first), ...idsIn(second)]).not.toContain(plain.productId)
  expect(idsIn(await shop.products({ isPopular: true, page: 3 }))).toEqual([])
})

// Proves SHOP-08.
test("a category lists its own products, with or without the other list's parameters", async () => {
  const { productId, categoryId } = await makeProduct(app)
  await makeProduct(app)
  expect(idsIn(await shop.products({ categoryId, page: 1 }))).toEqual([productId])
  expect(idsIn(await shop.products({ categoryId, isPopular: false }))).toEqual([productId])
  expect(idsIn(await shop.products({ categoryId: 999_999_999 }))).toEqual([])
  expect(await refusal(shop.products({ categoryId: 'x' as never }))).toBe(
    'The value of category id is not valid',
  )
})

test('a list takes the same few queries, however long it is', async () => {
  const category = await makeCategory(app)
  const cost = () => countQueries(app, () => shop.products({ categoryId: category, limit: 100 }))
  await makeProduct(app, { category_id: category })
  const one = await cost()
  for (let made = 0; made < 20; made++) await makeProduct(app, { category_id: category })
  expect(await cost()).toBe(one)
})

describe('a product', () => {
  // Proves SHOP-11 to SHOP-13.
  test('has its pictures in order, price, stock, text and category', async () => {
    const { productId, categoryId } = await makeProduct(app, {
      image_path: 'a.webp',
      content_html: '<p>Flies.</p>',
    })
    await app.db
      .insertInto('product_images')
      .values([
        { product_id: productId, position: 1, path: 'b.webp' },
        { product_id: productId, position: 0, path: 'a.webp' },
      ])
      .execute()
    expect(await shop.productDetails({ productId })).toMatchObject({
      id: productId,
      name: 'Kite',
      pricePence: 899,
      image: 'a.webp',
      images: ['a.webp', 'b.webp'],
      stock: 5,
      contentHtml: '<p>Flies.</p>',
      categoryId,
    })
  })

  test('with one picture shows that one', async () => {
    const { productId } = await makeProduct(app, { image_path: 'only.webp' })
    expect((await shop.productDetails({ productId })).images).toEqual(['only.webp'])
  })

  test('that is not on sale is refused like a missing one', async () => {
    const { productId, categoryId } = await makeProduct(app, { is_active: false })
    for (const id of [productId, 999_999_999]) {
      expect(await refusal(shop.productDetails({ productId: id }))).toBe(sentences.productNotFound)
    }
    expect(idsIn(await shop.products({ categoryId }))).toEqual([])
    for (const id of [0, -1, 'x', '1e9', undefined]) {
      const wrong = shop.productDetails({ productId: id as number })
      expect(await refusal(wrong)).toBe('The value of goods id is not valid')
    }
  })
})
