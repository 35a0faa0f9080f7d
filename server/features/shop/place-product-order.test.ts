import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeProductOrder, payByCard, readOutcome } from '#testing/make-order.ts'
import { delivery, makeProduct, readStock } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { completeOrders } from './complete-orders.ts'
import { dispatchOrder } from './dispatch-order.ts'
import { findProductOrder } from './queries.ts'

const app = await startTestApp()

const buy = ({ api }: MadeAccount, productId: number, quantity: number, where = delivery) =>
  api.shop.placeProduct({ productId, quantity, ...where })
const buyBasket = ({ api }: MadeAccount, basketLineIds: number[]) =>
  api.shop.placeBasket({ basketLineIds, ...delivery })

async function fillBasket({ api }: MadeAccount, wanted: [productId: number, quantity: number][]) {
  for (const [productId, quantity] of wanted) await api.productBasket.add({ productId, quantity })
  const { items } = await api.productBasket.list({})
  return items.map(line => line.id).sort((one, other) => one - other)
}

describe('bought at once', () => {
  test('an order takes its stock and waits 35 minutes to be paid', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { stock: 5 })
    const order = await buy(family, productId, 2)
    expect(order).toMatchObject({ totalPence: 1798, status: 'pending' })
    expect(await readStock(app, productId)).toBe(3)
    expect(await family.api.shop.orderDetails(order)).toMatchObject({
      status: 'pending',
      totalPence: 1798,
      paidPence: 0,
      placedAt: '2026-11-23 09:00:00',
      holdExpiresAt: '2026-11-23 09:35:00',
      paymentMethod: 'none',
      items: [{ productId, name: 'Kite', quantity: 2, linePence: 1798 }],
      ...delivery,
    })
  })

  test('a preview shows the same money and holds nothing', async () => {
    const family = await makeAccount(app, { firstName: 'Priya', lastName: 'Shah' })
    const { productId } = await makeProduct(app)
    expect(await family.api.shop.previewProduct({ productId, quantity: 3 })).toMatchObject({
      lines: [{ productId, name: 'Kite', pricePence: 899, quantity: 3, linePence: 2697 }],
      totalPence: 2697,
      delivery: { fullName: 'Priya Shah', mobile: '07700 900001', address: '', postcode: '' },
    })
    expect(await readStock(app, productId)).toBe(5)
  })

  test('the delivery is suggested without the dash for a second line that there is none of', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app)
    await family.api.accounts.editProfile({
      ...{ addressLine1: '7 Greville Road', addressLine2: '-', town: 'Bristol', postcode: 'BS3 1LJ' },
    })
    const { delivery } = await family.api.shop.previewProduct({ productId, quantity: 1 })
    expect(delivery).toMatchObject({ address: '7 Greville Road, Bristol', postcode: 'BS3 1LJ' })
  })

  test('more than the stock, or nothing at all, is refused and changes nothing', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { stock: 2 })
    for (const name of ['placeProduct', 'previewProduct'] as const) {
      const ask = (quantity: number) => refusal(family.api.shop[name]({ productId, quantity, ...delivery }))
      expect(await ask(3)).toBe(sentences.notEnoughStock)
      expect(await ask(0)).toBe(sentences.atLeastOne)
      for (const quantity of [-1, '1e309', 1.5, 2 ** 53, 'x']) {
        expect(await ask(quantity as number)).toBe('The value of num is not valid')
      }
    }
    expect(await refusal(buy(family, 999_999_999, 1))).toBe(sentences.productNotFound)
    expect(await readStock(app, productId)).toBe(2)
  })

  test('less than a card pays is refused; more of the same is sold', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { price_pence: 15 })
    const one = { productId, quantity: 1, ...delivery }
    expect(await refusal(family.api.shop.previewProduct(one))).toBe(sentences.belowCard)
    expect(await refusal(family.api.shop.placeProduct(one))).toBe(sentences.belowCard)
    expect(await readStock(app, productId)).toBe(5)
    expect(await buy(family, productId, 2)).toMatchObject({ totalPence: 30, status: 'pending' })
  })

  test.each([
    ['fullName', sentences.fullNameRequired],
    ['address', sentences.addressRequired],
    ['postcode', sentences.postalCodeRequired],
    ['mobile', sentences.mobileRequired],
  ])('without %s it is refused', async (field, sentence) => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app)
    expect(await refusal(buy(family, productId, 1, { ...delivery, [field]: ' ' }))).toBe(sentence)
    expect(await readStock(app, productId)).toBe(5)
  })

  test('what costs nothing is paid at once, and its customer is told', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { price_pence: 0 })
    const order = await buy(family, productId, 1)
    expect(order).toMatchObject({ totalPence: 0, status: 'paid' })
    const details = await family.api.shop.orderDetails(order)
    expect(details).toMatchObject({ status: 'paid', paymentMethod: 'free' })
    await app.runJobs()
    const { title, body_html: text } = await rowOf(app.db, 'messages', { account_id: family.accountId })
    expect(title).toBe('Thank you for your order')
    expect(text).toContain('Free of charge.')
    expect(text).not.toContain('Your payment has arrived.')
  })

  test('the same order within a minute, still unpaid, is one order; later, or otherwise, it is another', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { stock: 9 })
    const first = await buy(family, productId, 1)
    expect(await buy(family, productId, 1)).toEqual(first)
    expect(await readStock(app, productId)).toBe(8)
    const other = await buy(family, productId, 1, { ...delivery, address: '5 Elm Lane, Leeds' })
    expect(other.orderNumber).not.toBe(first.orderNumber)
    app.clock.advance(2)
    expect((await buy(family, productId, 1)).orderNumber).not.toBe(first.orderNumber)
    expect(await readStock(app, productId)).toBe(6)
  })

  test('so it is when it costs nothing and is paid at once', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { stock: 9, price_pence: 0 })
    const [first, second] = await Promise.all([buy(family, productId, 1), buy(family, productId, 1)])
    expect(second).toEqual(first)
    expect((await buy(family, productId, 2)).orderNumber).not.toBe(first.orderNumber)
    expect(await readStock(app, productId)).toBe(6)
    app.clock.advance(2)
    expect((await buy(family, productId, 1)).orderNumber).not.toBe(first.orderNumber)
    expect(await readStock(app, productId)).toBe(5)
  })
})

describe('bought from the basket', () => {
  test('the chosen lines are one order and leave the basket, and the others stay', async () => {
    const family = await makeAccount(app)
    const [kite, drum, ball] = [await makeProduct(app), await makeProduct(app), await makeProduct(app)]
    const [first, second, third] = (await fillBasket(family, [
      [kite.productId, 2],
      [drum.productId, 1],
      [ball.productId, 1],
    ])) as [number, number, number]
    expect(await family.api.shop.previewBasket({ basketLineIds: [first, second] })).toMatchObject({
      totalPence: 2697,
      lines: [
        { basketLineId: first, quantity: 2 },
        { basketLineId: second, quantity: 1 },
      ],
    })
    const order = await buyBasket(family, [second, first])
    expect(order).toMatchObject({ totalPence: 2697 })
    expect(await fillBasket(family, [])).toEqual([third])
    expect([
      await readStock(app, kite.productId),
      await readStock(app, drum.productId),
      await readStock(app, ball.productId),
    ]).toEqual([3, 4, 5])
    // The lines are gone, but the same click a second time is the same order.
    expect(await buyBasket(family, [first, second])).toEqual(order)
  })

  test('a line without stock refuses the whole order', async () => {
    const family = await makeAccount(app)
    const [kite, drum] = [await makeProduct(app), await makeProduct(app)]
    const lines = await fillBasket(family, [
      [kite.productId, 2],
      [drum.productId, 3],
    ])
    await changeRows(app.db, 'products', { id: drum.productId }, { stock: 2, supplied: 2 })
    expect(await refusal(buyBasket(family, lines))).toBe(sentences.notEnoughStock)
    expect(await readStock(app, kite.productId)).toBe(5)
    expect(await fillBasket(family, [])).toEqual(lines)
  })

  test('nothing chosen, or what is no longer there, is refused', async () => {
    const family = await makeAccount(app)
    for (const name of ['placeBasket', 'previewBasket'] as const) {
      const ask = (...basketLineIds: number[]) =>
        refusal(family.api.shop[name]({ basketLineIds, ...delivery }))
      expect(await ask()).toBe(sentences.selectProduct)
      expect(await ask(999_999_999)).toBe(sentences.notInBasket)
    }
  })
})

describe('afterwards', () => {
  test('paid by card it is on its way, and earns points', async () => {
    const order = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
    await payByCard(app, order)
    await app.cards.deliverPendingHooks()
    expect(await readOutcome(app, order.orderId)).toMatchObject({
      status: 'paid',
      method: 'card',
      points: 17,
    })
    expect((await order.account.api.shop.orderDetails(order)).status).toBe('paid')
    expect(await readStock(app, order.productId)).toBe(3)
    await app.runJobs()
    const { body_html: text } = await rowOf(app.db, 'messages', { order_id: order.orderId })
    expect(text).toContain('Thank you for your order. Your payment has arrived.')
  })

  test('unpaid it ends with its hold: cancelled, and the stock is back', async () => {
    const order = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
    app.clock.advance(36)
    expect((await order.account.api.shop.orderDetails(order)).status).toBe('cancelled')
    expect(await readStock(app, order.productId)).toBe(5)
    await expireOrders(app.services)
    expect(await readStock(app, order.productId)).toBe(5)
  })

  test('a fortnight after its dispatch, or else its payment, it is completed', async () => {
    const days = (count: number) => app.clock.advance(count * 24 * 60)
    const [kept, sent] = [
      await makeProductOrder(app, { quantity: 1, stockLeft: 1 }),
      await makeProductOrder(app, { quantity: 1, stockLeft: 1 }),
    ]
    for (const order of [kept, sent]) await payByCard(app, order)
    await app.cards.deliverPendingHooks()
    const unpaid = await makeProductOrder(app, { quantity: 1, stockLeft: 1 })
    days(3)
    await dispatchOrder(app.services, sent.orderNumber)
    const statusOf = async (order: typeof kept) => (await readOutcome(app, order.orderId)).status
    days(10)
    await completeOrders(app.services)
    expect([await statusOf(kept), await statusOf(sent)]).toEqual(['paid', 'paid'])
    days(1)
    await completeOrders(app.services)
    expect([await statusOf(kept), await statusOf(sent)]).toEqual(['completed', 'paid'])
    days(3)
    expect(await completeOrders(app.services)).toBe(1)
    expect(await completeOrders(app.services)).toBe(0)
    expect(await statusOf(sent)).toBe('completed')
    expect(await statusOf(unpaid)).toBe('pending')
    expect(await findProductOrder(app.db, sent.account.accountId, sent.orderNumber)).toMatchObject({
      status: 'completed',
    })
  })

  test('the history lists the own orders alone, newest first, in pages', async () => {
    const order = await makeProductOrder(app, { quantity: 1, stockLeft: 1 })
    app.clock.advance(1)
    const newer = await makeProductOrder(app, { quantity: 1, stockLeft: 1, account: order.account })
    await makeProductOrder(app, { quantity: 1, stockLeft: 1 })
    const { orders } = order.account.api.shop
    const list = await orders({})
    expect(list).toMatchObject({ total: 2, perPage: 10, lastPage: 1 })
    expect(list.items.map(row => row.orderNumber)).toEqual([newer.orderNumber, order.orderNumber])
    const second = await orders({ page: 2, limit: 1 })
    expect(second).toMatchObject({ items: [{ orderNumber: order.orderNumber }], page: 2, lastPage: 2 })
  })
})

test('after all of it every invariant holds', async () => {
  await expireOrders(app.services)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
