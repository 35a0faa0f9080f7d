import { expect, test } from 'vitest'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { pressOnPage } from '#testing/make-order.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

interface Submitted {
  order_sn: string
  total_price: string
  order_status: number
}
interface Entries {
  data: Record<string, unknown>[]
  total: number
  per_page: number
  last_page: number
}

let packs = 0
async function makePack(given: { credits?: number; pricePence?: number; isActive?: boolean } = {}) {
  packs += 1
  const { id } = await app.db
    .insertInto('class_packs')
    .values({
      name: `Hare pack ${packs}`,
      credits: given.credits ?? 10,
      price_pence: given.pricePence ?? 9900,
      description: 'Ten classes',
      description_2: 'For a year',
      image_path: 'demo/pack-10.webp',
      sort: packs,
      is_active: given.isActive ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const buy = (packId: unknown, { token }: { token?: string } = {}) =>
  app.call<Submitted>('Course_Combo/submit_order', { id: packId }, token)

const creditsOf = async ({ accountId }: MadeAccount) => {
  const { credit_balance } = await app.db
    .selectFrom('accounts')
    .select('credit_balance')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return credit_balance
}

const cardPage = async (orderNumber: string, token: string) =>
  (await app.call<{ url: string }>('pay/stripe', { order_sn: orderNumber, type: 'pc' }, token)).data.url

test('a pack is bought with a token only, and only one that is on sale', async () => {
  const family = await makeAccount(app)
  const retired = await makePack({ isActive: false })
  expect(await buy(await makePack())).toMatchObject({ status: 401, code: 401, msg: 'Please log in' })
  for (const id of [retired, 999_999_999]) {
    expect(await buy(id, family)).toMatchObject({ code: 0, msg: 'This class pack was not found', data: null })
  }
  for (const id of [undefined, 0, -1, 'abc', [1, 2]]) expect((await buy(id, family)).code).toBe(0)
  const orders = await app.db.selectFrom('orders').selectAll().execute()
  expect(orders).toEqual([])
})

test('visitors see the packs on sale, in the order of the business', async () => {
  const [first, hidden, second] = [
    await makePack({ credits: 5, pricePence: 5500 }),
    await makePack({ isActive: false }),
    await makePack({ credits: 20 }),
  ]
  const { code, data } = await app.call<{ id: number }[]>('Course_Combo/getCourseComboList')
  expect(code).toBe(1)
  const ids = data.map(pack => pack.id)
  expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
  expect(ids).not.toContain(hidden)
  expect(data.find(pack => pack.id === first)).toMatchObject({
    num: 5,
    price: '55.00',
    describe: 'Ten classes',
    describe_two: 'For a year',
    image: 'demo/pack-10.webp',
  })
})

test('the credits of a pack come with the payment, once, with points and a message', async () => {
  const family = await makeAccount(app, { credits: 2 })
  const packId = await makePack({ credits: 10, pricePence: 9950 })
  const { data } = await buy(packId, family)
  expect(data).toMatchObject({ total_price: '99.50', order_status: 0 })
  expect(await creditsOf(family)).toBe(2)

  await pressOnPage(await cardPage(data.order_sn, family.token), 'pay')
  app.clock.advance(2)
  await reconcilePayments(app.services)
  await reconcilePayments(app.services)
  await app.runJobs()
  expect(await creditsOf(family)).toBe(12)

  const credits = await app.call<Entries>('user/getComboList', { page: 1 }, family.token)
  expect(credits.data).toMatchObject({ total: 2, per_page: 10 })
  expect(credits.data.data.map(entry => entry.combo)).toEqual([10, 2])
  expect(credits.data.data[0]).toMatchObject({ createtime: expect.stringMatching(/^2026-11-23 09:0\d:00$/) })
  expect(credits.data.data[0]?.memo).toContain('Hare pack')
  const points = await app.call<Entries>('user/getIntegralList', {}, family.token)
  expect(points.data.data).toMatchObject([
    { score: 99, createtime: expect.stringMatching(/^2026-11-23 09:0\d:00$/) },
  ])
  const messages = await app.db
    .selectFrom('messages')
    .select('body_html')
    .where('account_id', '=', family.accountId)
    .execute()
  expect(messages).toHaveLength(1)
  expect(messages[0]?.body_html).toContain('10 class credits have been added')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the same pack within a minute is one unpaid order; later, or after paying, it is another', async () => {
  const family = await makeAccount(app)
  const packId = await makePack()
  const first = await buy(packId, family)
  app.clock.advance(0.5)
  expect((await buy(packId, family)).data.order_sn).toBe(first.data.order_sn)
  expect((await buy(await makePack(), family)).data.order_sn).not.toBe(first.data.order_sn)
  expect((await buy(packId, await makeAccount(app))).data.order_sn).not.toBe(first.data.order_sn)
  app.clock.advance(1)
  expect((await buy(packId, family)).data.order_sn).not.toBe(first.data.order_sn)
})

test('a pack that costs nothing is there at once', async () => {
  const family = await makeAccount(app)
  const { data } = await buy(await makePack({ credits: 1, pricePence: 0 }), family)
  expect(data).toMatchObject({ total_price: '0.00', order_status: 1 })
  expect(await creditsOf(family)).toBe(1)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an unpaid pack runs out and gives nothing', async () => {
  const family = await makeAccount(app)
  const { data } = await buy(await makePack(), family)
  app.clock.advance(36)
  await expireOrders(app.services)
  const order = await app.db
    .selectFrom('orders')
    .select(['status', 'cancel_reason'])
    .where('order_number', '=', data.order_sn)
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ status: 'cancelled', cancel_reason: 'expired' })
  expect(await creditsOf(family)).toBe(0)
  expect(await app.call('pay/stripe', { order_sn: data.order_sn }, family.token)).toMatchObject({
    code: 0,
    msg: 'This order can no longer be paid',
  })
})

test('everybody reads their own credits and points, page by page', async () => {
  const [family, other] = [await makeAccount(app, { credits: 3, points: 7 }), await makeAccount(app)]
  for (const path of ['user/getComboList', 'user/getIntegralList']) {
    expect(await app.call(path)).toMatchObject({ status: 401, code: 401 })
    expect((await app.call<Entries>(path, {}, other.token)).data).toMatchObject({ data: [], total: 0 })
  }
  const entry = { account_id: family.accountId, reason: 'adjustment', created_at: app.clock.now() } as const
  for (let balance = 4; balance <= 14; balance++) {
    await app.db
      .insertInto('credit_entries')
      .values({ ...entry, delta: 1, balance_after: balance, memo: `Gift ${balance}` })
      .execute()
  }
  await app.db
    .updateTable('accounts')
    .set({ credit_balance: 14 })
    .where('id', '=', family.accountId)
    .execute()
  const page = (body: object) => app.call<Entries>('user/getComboList', body, family.token)
  expect((await page({ page: 1 })).data).toMatchObject({ total: 12, per_page: 10, last_page: 2 })
  expect((await page({ page: 2 })).data.data.map(row => row.memo)).toEqual(['Gift 4', 'Opening balance'])
  expect((await page({ page: 1, limit: 100 })).data).toMatchObject({ per_page: 100, last_page: 1 })
  expect((await page({ page: 1, limit: 9_999 })).data.per_page).toBe(400)
  expect((await app.call<Entries>('user/getIntegralList', {}, family.token)).data).toMatchObject({
    data: [{ score: 7, memo: 'Opening balance' }],
    per_page: 400,
  })
})
