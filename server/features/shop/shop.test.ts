import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { countQueries } from '#testing/count-queries.ts'
import { makeCategory, makeProduct } from '#testing/make-product.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

interface Product {
  id: number
  name: string
  images: string
}
interface Listed {
  data: Product[]
  total: number
  per_page: number
  current_page: number
  last_page: number
}
const list = (body: object) => app.call<Listed>('goods/getGoodsList', body)
const idsIn = ({ data }: { data: Listed }) => data.data.map(product => product.id)

test('the categories stand in the order that their positions are named by, without those that are closed', async () => {
  const first = await makeCategory(app)
  const second = await makeCategory(app)
  const closed = await makeCategory(app)
  await app.db.updateTable('product_categories').set({ is_active: false }).where('id', '=', closed).execute()
  const { code, data } = await app.call<{ id: number; name: string; image: string }[]>('goods/getCategory')
  expect(code).toBe(1)
  const ids = data.map(category => category.id)
  expect(ids.indexOf(second)).toBe(ids.indexOf(first) + 1)
  expect(ids).not.toContain(closed)
  expect(Object.keys(data[0] ?? {})).toEqual(['id', 'name', 'image'])
})

test('popular products come in pages, up to the last one', async () => {
  const category = await makeCategory(app)
  for (let made = 0; made < 9; made++) {
    await makeProduct(app, { category_id: category, is_popular: true, sort: made })
  }
  const plain = await makeProduct(app, { category_id: category })
  const first = await list({ is_hot: 1, page: 1 })
  expect(first.data).toMatchObject({ total: 9, per_page: 8, current_page: 1, last_page: 2 })
  const second = await list({ is_hot: 1, page: 2 })
  expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(9)
  expect([...idsIn(first), ...idsIn(second)]).not.toContain(plain.productId)
  expect(idsIn(await list({ is_hot: 1, page: 3 }))).toEqual([])
})

test('a category lists its own products, with or without the words of the other list', async () => {
  const { productId, categoryId } = await makeProduct(app)
  await makeProduct(app)
  expect(idsIn(await list({ category_id: categoryId, page: 1 }))).toEqual([productId])
  expect(idsIn(await list({ category_id: `${categoryId}`, is_hot: '' }))).toEqual([productId])
  expect(idsIn(await list({ category_id: 999_999_999 }))).toEqual([])
  expect(await list({ category_id: 'x' })).toMatchObject({ code: 0 })
})

test('a list costs the same few queries however long it is', async () => {
  const category = await makeCategory(app)
  const cost = () => countQueries(app, () => list({ category_id: category, limit: 100 }))
  await makeProduct(app, { category_id: category })
  const one = await cost()
  for (let made = 0; made < 20; made++) await makeProduct(app, { category_id: category })
  expect(await cost()).toBe(one)
})

describe('a product', () => {
  const read = (goodsId: unknown) => app.call<Product>('goods/getGoodsDetails', { goods_id: goodsId })

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
    expect((await read(productId)).data).toMatchObject({
      id: productId,
      name: 'Kite',
      goods_price: '8.99',
      image: 'a.webp',
      images: 'a.webp,b.webp',
      stock: 5,
      content: '<p>Flies.</p>',
      category_id: categoryId,
    })
  })

  test('with one picture shows that one', async () => {
    const { productId } = await makeProduct(app, { image_path: 'only.webp' })
    expect((await read(productId)).data.images).toBe('only.webp')
  })

  test('that is not sold is not found, like one that never was', async () => {
    const { productId, categoryId } = await makeProduct(app, { is_active: false })
    for (const id of [productId, 999_999_999]) {
      expect(await read(id)).toMatchObject({ code: 0, msg: sentences.productNotFound, data: null })
    }
    expect(idsIn(await list({ category_id: categoryId }))).toEqual([])
    for (const id of [0, -1, 'x', '1e9', undefined]) expect(await read(id)).toMatchObject({ code: 0 })
  })
})
