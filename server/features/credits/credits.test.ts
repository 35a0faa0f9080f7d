import { expect, test } from 'vitest'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { clickCardPageButton, openPage } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

let packs = 0
async function makePack(given: { credits?: number; pricePence?: number; isActive?: boolean } = {}) {
  packs += 1
  return writeRow(app.db, 'class_packs', {
    name: `Hare pack ${packs}`,
    credits: given.credits ?? 10,
    price_pence: given.pricePence ?? 9900,
    description: 'Ten classes',
    description_2: 'For a year',
    image_path: 'demo/pack-10.webp',
    sort: packs,
    is_active: given.isActive ?? true,
  })
}

const buy = (packId: number, { api }: Pick<MadeAccount, 'api'>) => api.credits.buyPack({ packId })

const creditsOf = async ({ accountId }: MadeAccount) => {
  const { credit_balance } = await rowOf(app.db, 'accounts', { id: accountId })
  return credit_balance
}

test('a pack is bought with a token only, and only one that is on sale', async () => {
  const family = await makeAccount(app)
  const retired = await makePack({ isActive: false })
  const belowCard = await makePack({ pricePence: 29 })
  expect(await refusal(buy(await makePack(), { api: app.visitor }))).toBe('401 Please log in')
  for (const id of [retired, belowCard, 999_999_999]) {
    expect(await refusal(buy(id, family))).toBe('This class pack was not found')
  }
  for (const id of [undefined, 0, -1, 'abc', [1, 2]]) {
    expect(await refusal(buy(id as number, family))).toBe('The value of id is not valid')
  }
  const orders = await rowsOf(app.db, 'orders')
  expect(orders).toEqual([])
  expect((await app.visitor.credits.packs()).map(({ id }) => id)).not.toContain(belowCard)
})

// Proves PACK-01.
test('visitors see the packs on sale, in the order of the business', async () => {
  const [first, hidden, second] = [
    await makePack({ credits: 5, pricePence: 5500 }),
    await makePack({ isActive: false }),
    await makePack({ credits: 20 }),
  ]
  const onSale = await app.visitor.credits.packs()
  const ids = onSale.map(pack => pack.id)
  expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
  expect(ids).not.toContain(hidden)
  expect(onSale.find(pack => pack.id === first)).toMatchObject({
    credits: 5,
    pricePence: 5500,
    description: 'Ten classes',
    description2: 'For a year',
    image: 'demo/pack-10.webp',
  })
})

// Proves PACK-12.
test("a pack's credits arrive with the payment, once, with points and a message", async () => {
  const family = await makeAccount(app, { credits: 2 })
  const packId = await makePack({ credits: 10, pricePence: 9950 })
  const { orderNumber, ...order } = await buy(packId, family)
  expect(order).toEqual({ totalPence: 9950, status: 'pending' })
  expect(await creditsOf(family)).toBe(2)

  await clickCardPageButton(await openPage(app, { orderNumber, account: family }), 'pay')
  app.clock.advance(2)
  await reconcilePayments(app.services)
  await reconcilePayments(app.services)
  await app.runJobs()
  expect(await creditsOf(family)).toBe(12)

  const placedAt = expect.stringMatching(/^2026-11-23 09:0\d:00$/)
  const credits = await family.api.credits.creditEntries({ page: 1 })
  expect(credits).toMatchObject({ total: 2, perPage: 10 })
  expect(credits.items.map(entry => entry.credits)).toEqual([10, 2])
  expect(credits.items[0]).toMatchObject({ placedAt, memo: expect.stringContaining('Hare pack') })
  // Each entry names its order.
  const name = expect.stringContaining('Hare pack')
  expect(credits.items.map(entry => entry.order)).toEqual([{ orderNumber, kind: 'pack', name }, null])
  const points = await family.api.credits.pointEntries({})
  expect(points.items).toMatchObject([{ points: 99, placedAt, order: { orderNumber, name } }])
  const messages = await rowsOf(app.db, 'messages', { account_id: family.accountId })
  expect(messages).toHaveLength(1)
  expect(messages[0]?.body_html).toContain('10 class credits have been added')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('buying the same pack twice within a minute is one unpaid order; later it is another', async () => {
  const family = await makeAccount(app)
  const packId = await makePack()
  const first = await buy(packId, family)
  app.clock.advance(0.5)
  expect((await buy(packId, family)).orderNumber).toBe(first.orderNumber)
  expect((await buy(await makePack(), family)).orderNumber).not.toBe(first.orderNumber)
  expect((await buy(packId, await makeAccount(app))).orderNumber).not.toBe(first.orderNumber)
  app.clock.advance(1)
  expect((await buy(packId, family)).orderNumber).not.toBe(first.orderNumber)
})

test('a free pack is granted at once', async () => {
  const family = await makeAccount(app)
  const order = await buy(await makePack({ credits: 1, pricePence: 0 }), family)
  expect(order).toMatchObject({ totalPence: 0, status: 'paid' })
  expect(await creditsOf(family)).toBe(1)
  await app.runJobs()
  const [mail] = await rowsOf(app.db, 'mails', { to_email: family.email })
  expect(mail?.body_text).toContain(': 1 class credit\n')
  expect(mail?.body_text).toContain('1 class credit has been added to your account.')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a free pack taken twice within a minute counts once; another or a later one counts again', async () => {
  const family = await makeAccount(app)
  const packId = await makePack({ credits: 1, pricePence: 0 })
  const [first, second] = await Promise.all([buy(packId, family), buy(packId, family)])
  expect(second).toEqual(first)
  expect(await creditsOf(family)).toBe(1)
  await buy(await makePack({ credits: 3, pricePence: 0 }), family)
  await buy(packId, await makeAccount(app))
  expect(await creditsOf(family)).toBe(4)
  app.clock.advance(2)
  expect((await buy(packId, family)).orderNumber).not.toBe(first.orderNumber)
  expect(await creditsOf(family)).toBe(5)
})

test('an unpaid pack order expires and grants nothing', async () => {
  const family = await makeAccount(app)
  const { orderNumber } = await buy(await makePack(), family)
  app.clock.advance(36)
  await expireOrders(app.services)
  const order = await rowOf(app.db, 'orders', { order_number: orderNumber })
  expect(order).toMatchObject({ status: 'cancelled', cancel_reason: 'expired' })
  expect(await creditsOf(family)).toBe(0)
  expect(await refusal(openPage(app, { orderNumber, account: family }))).toBe(
    'This order can no longer be paid',
  )
})

// Proves CRED-01, CRED-05, PTS-01.
test('everybody reads their own credits and points, page by page', async () => {
  const [family, other] = [await makeAccount(app, { credits: 3, points: 7 }), await makeAccount(app)]
  for (const name of ['creditEntries', 'pointEntries'] as const) {
    expect(await refusal(app.visitor.credits[name]({}))).toBe('401 Please log in')
    expect(await other.api.credits[name]({})).toMatchObject({ items: [], total: 0 })
  }
  const entry = { account_id: family.accountId, reason: 'adjustment', created_at: app.clock.now() } as const
  for (let balance = 4; balance <= 14; balance++) {
    await writeRow(app.db, 'credit_entries', {
      ...entry,
      delta: 1,
      balance_after: balance,
      memo: `Gift ${balance}`,
    })
  }
  await changeRows(app.db, 'accounts', { id: family.accountId }, { credit_balance: 14 })
  const { creditEntries, pointEntries } = family.api.credits
  expect(await creditEntries({ page: 1 })).toMatchObject({ total: 12, perPage: 10, lastPage: 2 })
  const second = await creditEntries({ page: 2 })
  expect(second.items.map(row => row.memo)).toEqual(['Gift 4', 'Opening balance'])
  expect(await creditEntries({ page: 1, limit: 100 })).toMatchObject({ perPage: 100, lastPage: 1 })
  expect((await creditEntries({ page: 1, limit: 9_999 })).perPage).toBe(400)
  expect(await pointEntries({})).toMatchObject({
    items: [{ points: 7, memo: 'Opening balance' }],
    perPage: 400,
  })
})
