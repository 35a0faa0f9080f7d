import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeProductOrder, payByCard } from '#testing/make-order.ts'
import { delivery, deliveryForm, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const owner = await app.office('owner')

const postage = {
  pricePence: 350,
  freeFromPence: 3000,
  deliveryTime: '3 to 5 working days',
  offersCollect: false,
}

async function setPostage(given: Partial<typeof postage | { freeFromPence: null }> = {}) {
  const { version } = await owner.business.get({})
  await owner.business.savePostage({ version, ...postage, ...given })
}

beforeEach(() => setPostage())

test('the preview says what sending costs, and an order costs what its preview said', async () => {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app)
  expect(await family.api.shop.previewProduct({ productId, quantity: 2 })).toMatchObject({
    postagePence: 350,
    totalPence: 2148,
  })
  const order = await family.api.shop.placeProduct({ productId, quantity: 2, ...delivery })
  expect(order.totalPence).toBe(2148)
  expect(await family.api.shop.orderDetails(order)).toMatchObject({ totalPence: 2148, postagePence: 350 })
  expect(await rowOf(app.db, 'orders', { order_number: order.orderNumber })).toMatchObject({
    ...{ list_pence: 2148, postage_pence: 350, total_pence: 2148 },
  })
})

test('a client that sends only documented fields pays the total of its preview', async () => {
  const { token } = await makeAccount(app)
  const { productId } = await makeProduct(app)
  const choice = { num: 1, goods_id: productId }
  const preview = await app.call<{ total_price: string }>(contract.shop.previewProduct.path, choice, token)
  const { data } = await app.call<{ order_sn: string }>(
    contract.shop.placeProduct.path,
    { ...choice, ...deliveryForm },
    token,
  )
  expect(preview.data.total_price).toBe('12.49')
  const order = await rowOf(app.db, 'orders', { order_number: data.order_sn })
  expect(order.total_pence).toBe(1249)
})

test('sending is free above the price that the business set; without a price nothing is shown', async () => {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app)
  const preview = () => family.api.shop.previewProduct({ productId, quantity: 4 })
  expect(await preview()).toMatchObject({ postagePence: 0, totalPence: 3596 })
  await setPostage({ freeFromPence: null })
  expect(await preview()).toMatchObject({ postagePence: 350, totalPence: 3946 })
  await setPostage({ pricePence: 0 })
  expect((await preview()).postagePence).toBeUndefined()
})

test('an order is refused when postage made it dearer than what was shown', async () => {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app)
  const shown = { totalPence: 899, creditsUsed: 0 }
  const asked = { productId, quantity: 1, ...delivery, shown }
  expect(await refusal(family.api.shop.placeProduct(asked))).toContain('The price is now £12.49')
})

test('an order keeps the postage of its day', async () => {
  const order = await makeProductOrder(app, { quantity: 1, stockLeft: 1 })
  await setPostage({ pricePence: 999 })
  expect(await order.account.api.shop.orderDetails(order)).toMatchObject({
    postagePence: 350,
    totalPence: 1249,
  })
})

test('the card page charges postage, and receipt, mail, office, takings and data copy show it', async () => {
  const order = await makeProductOrder(app, { quantity: 1, stockLeft: 1 })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const { api, email } = order.account
  expect(await api.ownBookings.receipt(order)).toMatchObject({ paidPence: 1249, postagePence: 350 })
  expect((await rowsOf(app.db, 'mails', { to_email: email })).map(mail => mail.body_text)).toContainEqual(
    expect.stringMatching(/Postage: £3\.50\nPaid by card: £12\.49/),
  )
  const found = await owner.orders.get({ number: order.orderNumber })
  expect(found).toMatchObject({ listPence: 1249, order: { postagePence: 350 } })
  const [from, to] = ['2026-11-01', '2026-11-30']
  expect((await owner.money.takings({ from, to, by: 'month' })).postagePence).toBe(350)
  expect((await owner.orders.export({})).text).toContain('12.49,3.50')
  expect((await api.ownData.download({})).json).toContain('"postage_pence": 350')
})

test('postage goes back only with the last pieces of the order', async () => {
  const order = await makeProductOrder(app, { quantity: 2, stockLeft: 1 })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const number = order.orderNumber
  const giveBack = async (pence: number) => {
    const { items, leftPence } = await owner.orders.previewRefund({ number })
    const way = { method: 'card' as const, reference: '', reason: 'Too small' }
    const pieces = items.map(({ id }) => ({ id, quantity: 1, restock: true }))
    return owner.orders.refund({ number, pence, leftPence, ...way, items: pieces })
  }
  expect((await owner.orders.previewRefund({ number })).postagePence).toBe(350)
  await expect(giveBack(1249)).rejects.toThrow('At most £8.99')
  await giveBack(899)
  await giveBack(1249)
  expect((await owner.orders.get({ number })).money).toMatchObject({ leftPence: 0, backPence: 2148 })
})

test('managers set the postage, the front desk does not, and impossible prices are refused', async () => {
  const manager = await app.office('manager')
  const { version } = await manager.business.get({})
  await manager.business.savePostage({ version, ...postage, pricePence: 400 })
  const desk = await app.office('frontDesk')
  await expect(desk.business.savePostage({ version, ...postage })).rejects.toMatchObject({ officeCode: 403 })
  for (const given of [{ pricePence: 29 }, { pricePence: 10_001 }, { freeFromPence: 0 }]) {
    await expect(setPostage(given)).rejects.toMatchObject({ officeCode: 422 })
  }
})

test('the site states the postage in one sentence, also to a visitor', async () => {
  const said = async () => (await app.visitor.content.siteSettings()).postageText
  expect(await said()).toBe('Postage £3.50, free from £30.00. Delivery takes 3 to 5 working days.')
  await setPostage({ pricePence: 0, deliveryTime: '' })
  expect(await said()).toBe('')
})

test('a free product may still have postage', async () => {
  const family = await makeAccount(app)
  const { productId } = await makeProduct(app, { price_pence: 0 })
  const order = await family.api.shop.placeProduct({ productId, quantity: 1, ...delivery })
  expect(order).toMatchObject({ totalPence: 350, status: 'pending' })
  await changeRows(app.db, 'products', { id: productId }, { price_pence: 10 })
  await setPostage({ pricePence: 0 })
  expect(await refusal(family.api.shop.previewProduct({ productId, quantity: 1 }))).toBe(sentences.belowCard)
})

test('all sums still add up', async () => {
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
