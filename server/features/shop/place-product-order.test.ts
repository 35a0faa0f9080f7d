import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount, testPassword } from '#testing/make-account.ts'
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
  // Proves CHK-07, ODG-01.
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

  // Proves CHK-01.
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

  test('the suggested delivery leaves out the dash that stands for a missing second line', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app)
    await family.api.accounts.editProfile({
      ...{ addressLine1: '7 Greville Road', addressLine2: '-', town: 'Bristol', postcode: 'BS3 1LJ' },
    })
    const { delivery } = await family.api.shop.previewProduct({ productId, quantity: 1 })
    expect(delivery).toMatchObject({ address: '7 Greville Road, Bristol', postcode: 'BS3 1LJ' })
  })

  // Proves CHK-11, SHOP-15, SHOP-16.
  test('more than the stock, or a quantity of zero, is refused and changes nothing', async () => {
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

  test('an amount too small for a card is refused; a larger quantity is sold', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { price_pence: 15 })
    const one = { productId, quantity: 1, ...delivery }
    expect(await refusal(family.api.shop.previewProduct(one))).toBe(sentences.belowCard)
    expect(await refusal(family.api.shop.placeProduct(one))).toBe(sentences.belowCard)
    expect(await readStock(app, productId)).toBe(5)
    expect(await buy(family, productId, 2)).toMatchObject({ totalPence: 30, status: 'pending' })
  })

  // Proves CHK-03.
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

  test.each(['none', '07700', '07700 900201 (mum)'])(
    'the telephone number %j is refused at its field',
    async mobile => {
      const family = await makeAccount(app)
      const { productId } = await makeProduct(app)
      const ordered = buy(family, productId, 1, { ...delivery, mobile })
      expect(await refusal(ordered)).toBe(sentences.phoneInvalid)
      expect(await readStock(app, productId)).toBe(5)
    },
  )

  // Proves CHK-10.
  test('a free order is paid at once, and its customer is told', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { price_pence: 0 })
    const order = await buy(family, productId, 1)
    expect(order).toMatchObject({ totalPence: 0, status: 'paid' })
    const details = await family.api.shop.orderDetails(order)
    expect(details).toMatchObject({ status: 'paid', paymentMethod: 'free' })
    await app.runJobs()
    const { title, body_html: text } = await rowOf(app.db, 'messages', { account_id: family.accountId })
    expect(title).toBe('Thank you for your order')
    expect(text).toContain('Price: Free of charge')
    expect(text).not.toContain('Your payment has arrived.')
  })

  test('the same unpaid order within a minute is one order; later or changed it is another', async () => {
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

  test('the same free order within a minute is one order, even though it is paid at once', async () => {
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
  // Proves CART-42, CHK-08.
  test('the chosen lines become one order and leave the basket; the others stay', async () => {
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

  test('an empty choice, or a line that is gone, is refused', async () => {
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
  test('a card payment starts dispatch and earns points', async () => {
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

  test('an unpaid order ends with its hold: it is cancelled, and the stock returns', async () => {
    const order = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
    app.clock.advance(36)
    expect((await order.account.api.shop.orderDetails(order)).status).toBe('cancelled')
    expect(await readStock(app, order.productId)).toBe(5)
    await expireOrders(app.services)
    expect(await readStock(app, order.productId)).toBe(5)
  })

  test('an order is completed a fortnight after it was sent, and never before', async () => {
    const days = (count: number) => app.clock.advance(count * 24 * 60)
    const make = () => makeProductOrder(app, { quantity: 1, stockLeft: 1 })
    const [waiting, sent, givenUp] = [await make(), await make(), await make()]
    for (const order of [waiting, sent, givenUp]) await payByCard(app, order)
    await app.cards.deliverPendingHooks()
    const unpaid = await make()
    days(3)
    await dispatchOrder(app.services, sent.orderNumber)
    await givenUp.account.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
    const statusOf = async ({ orderId }: { orderId: number }) => (await readOutcome(app, orderId)).status
    const statuses = () => Promise.all([waiting, sent, givenUp].map(statusOf))
    days(10)
    await completeOrders(app.services)
    expect(await statuses()).toEqual(['paid', 'paid', 'paid'])
    days(1)
    // An order whose address was erased cannot be sent.
    expect(await completeOrders(app.services)).toBe(1)
    expect(await statuses()).toEqual(['paid', 'paid', 'completed'])
    days(3)
    expect(await completeOrders(app.services)).toBe(1)
    days(100)
    expect(await completeOrders(app.services)).toBe(0)
    expect(await statuses()).toEqual(['paid', 'completed', 'completed'])
    const complete = changeRows(
      app.db,
      'orders',
      { id: waiting.orderId },
      { status: 'completed', completed_at: app.clock.now() },
    )
    expect(await complete.catch(violatedConstraint)).toBe('orders_sent_before_completed')
    expect(await statusOf(unpaid)).toBe('pending')
    expect(await findProductOrder(app.services, sent.account.accountId, sent.orderNumber)).toMatchObject({
      status: 'completed',
    })
  })

  test('the history lists own orders only, newest first, in pages', async () => {
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

test('afterwards every invariant holds', async () => {
  await expireOrders(app.services)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
