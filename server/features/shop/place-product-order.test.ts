import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeProductOrder, payByCard, readOutcome } from '#testing/make-order.ts'
import { deliveryForm as delivery, makeProduct, readStock } from '#testing/make-product.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { completeOrders } from './complete-orders.ts'
import { dispatchOrder } from './dispatch-order.ts'
import { findProductOrder } from './queries.ts'

const app = await startTestApp()

interface Submitted {
  order_sn: string
  total_price: string
  order_status: number
}
interface Order {
  order_status: number
  goods: { id: number; name: string; num: number; total_price: string }[]
  address: string
}
const buy = (family: MadeAccount, productId: unknown, quantity: unknown, where: object = delivery) =>
  app.call<Submitted>('order/submitOrder', { goods_id: productId, num: quantity, ...where }, family.token)
const buyBasket = (family: MadeAccount, lineIds: unknown, where: object = delivery) =>
  app.call<Submitted>('order/cartSubmitOrder', { cart_id: lineIds, ...where }, family.token)
const details = (family: MadeAccount, orderNumber: string) =>
  app.call<Order>('order/getOrderDetails', { order_sn: orderNumber }, family.token)

async function fillBasket(family: MadeAccount, wanted: [productId: number, quantity: number][]) {
  for (const [productId, quantity] of wanted) {
    await app.call('cart/add', { goods_id: productId, num: quantity }, family.token)
  }
  const list = await app.call<{ data: { id: number }[] }>('cart/getCartGoodsList', {}, family.token)
  return list.data.data.map(line => line.id).sort((one, other) => one - other)
}

describe('bought at once', () => {
  test('an order takes its stock and waits 35 minutes to be paid', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { stock: 5 })
    const answer = await buy(family, productId, 2)
    expect(answer).toMatchObject({ code: 1, data: { total_price: '17.98', order_status: 0 } })
    expect(await readStock(app, productId)).toBe(3)
    expect((await details(family, answer.data.order_sn)).data).toMatchObject({
      order_status: 0,
      total_price: '17.98',
      pay_price: '0.00',
      createtime: '2026-11-23 09:00:00',
      expire_time: '2026-11-23 09:35:00',
      pay_type: '',
      goods: [{ id: productId, name: 'Kite', num: 2, total_price: '17.98' }],
      ...delivery,
    })
  })

  test('a preview shows the same money and holds nothing', async () => {
    const family = await makeAccount(app, { firstName: 'Priya', lastName: 'Shah' })
    const { productId } = await makeProduct(app)
    const preview = await app.call('order/buyNowConfirmOrder', { goods_id: productId, num: 3 }, family.token)
    expect(preview.data).toMatchObject({
      goods: [{ goods_id: productId, name: 'Kite', goods_price: '8.99', num: 3, total_price: '26.97' }],
      total_price: '26.97',
      address: { full_name: 'Priya Shah', mobile: '07700 900001', address: '', postal_code: '' },
    })
    expect(await readStock(app, productId)).toBe(5)
  })

  test('more than the stock, or nothing at all, is refused and changes nothing', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { stock: 2 })
    for (const path of ['order/submitOrder', 'order/buyNowConfirmOrder']) {
      const ask = (num: unknown) => app.call(path, { goods_id: productId, num, ...delivery }, family.token)
      expect(await ask(3)).toMatchObject({ code: 0, msg: sentences.notEnoughStock, data: null })
      expect(await ask(0)).toMatchObject({ code: 0, msg: sentences.atLeastOne })
      for (const num of [-1, '1e309', 1.5, 2 ** 53, 'x']) {
        expect(await ask(num)).toMatchObject({ code: 0, status: 200 })
      }
    }
    expect(await buy(family, 999_999_999, 1)).toMatchObject({ code: 0, msg: sentences.productNotFound })
    expect(await readStock(app, productId)).toBe(2)
  })

  test.each([
    ['full_name', sentences.fullNameRequired],
    ['address', sentences.addressRequired],
    ['postal_code', sentences.postalCodeRequired],
    ['mobile', sentences.mobileRequired],
  ])('without %s it is refused', async (field, sentence) => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app)
    expect(await buy(family, productId, 1, { ...delivery, [field]: ' ' })).toMatchObject({
      code: 0,
      msg: sentence,
    })
    expect(await readStock(app, productId)).toBe(5)
  })

  test('what costs nothing is paid at once, and its customer is told', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { price_pence: 0 })
    const { data } = await buy(family, productId, 1)
    expect(data).toMatchObject({ total_price: '0.00', order_status: 1 })
    expect((await details(family, data.order_sn)).data).toMatchObject({ order_status: 1, pay_type: 'free' })
    await app.runJobs()
    const { title } = await app.db
      .selectFrom('messages')
      .select('title')
      .where('account_id', '=', family.accountId)
      .executeTakeFirstOrThrow()
    expect(title).toBe('Thank you for your order')
  })

  test('the same order within a minute, still unpaid, is one order; later, or otherwise, it is another', async () => {
    const family = await makeAccount(app)
    const { productId } = await makeProduct(app, { stock: 9 })
    const first = await buy(family, productId, 1)
    expect((await buy(family, `${productId}`, '1')).data).toEqual(first.data)
    expect(await readStock(app, productId)).toBe(8)
    const other = await buy(family, productId, 1, { ...delivery, address: '5 Elm Lane, Leeds' })
    expect(other.data.order_sn).not.toBe(first.data.order_sn)
    app.clock.advance(2)
    expect((await buy(family, productId, 1)).data.order_sn).not.toBe(first.data.order_sn)
    expect(await readStock(app, productId)).toBe(6)
  })
})

describe('bought from the basket', () => {
  test('the chosen lines are one order and leave the basket, and the others stay', async () => {
    const family = await makeAccount(app)
    const [kite, drum, ball] = [await makeProduct(app), await makeProduct(app), await makeProduct(app)]
    const [first, second, third] = await fillBasket(family, [
      [kite.productId, 2],
      [drum.productId, 1],
      [ball.productId, 1],
    ])
    const preview = await app.call('order/cartConfirmOrder', { cart_id: `${first},${second}` }, family.token)
    expect(preview.data).toMatchObject({
      total_price: '26.97',
      goods: [
        { cart_id: first, num: 2 },
        { cart_id: second, num: 1 },
      ],
    })
    const answer = await buyBasket(family, [second, first])
    expect(answer).toMatchObject({ code: 1, data: { total_price: '26.97' } })
    expect(await fillBasket(family, [])).toEqual([third])
    expect([
      await readStock(app, kite.productId),
      await readStock(app, drum.productId),
      await readStock(app, ball.productId),
    ]).toEqual([3, 4, 5])
    // The lines are gone, but the same click a second time is the same order.
    expect((await buyBasket(family, [first, second])).data).toEqual(answer.data)
  })

  test('a line without stock refuses the whole order', async () => {
    const family = await makeAccount(app)
    const [kite, drum] = [await makeProduct(app), await makeProduct(app)]
    const lines = await fillBasket(family, [
      [kite.productId, 2],
      [drum.productId, 3],
    ])
    await app.db
      .updateTable('products')
      .set({ stock: 2, supplied: 2 })
      .where('id', '=', drum.productId)
      .execute()
    expect(await buyBasket(family, lines)).toMatchObject({ code: 0, msg: sentences.notEnoughStock })
    expect(await readStock(app, kite.productId)).toBe(5)
    expect(await fillBasket(family, [])).toEqual(lines)
  })

  test('nothing chosen, or what is no longer there, is refused', async () => {
    const family = await makeAccount(app)
    for (const path of ['order/cartSubmitOrder', 'order/cartConfirmOrder']) {
      const ask = (cartId: unknown) => app.call(path, { cart_id: cartId, ...delivery }, family.token)
      expect(await ask('')).toMatchObject({ code: 0, msg: sentences.selectProduct })
      expect(await ask(999_999_999)).toMatchObject({ code: 0, msg: sentences.notInBasket })
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
    expect((await details(order.account, order.orderNumber)).data.order_status).toBe(1)
    expect(await readStock(app, order.productId)).toBe(3)
  })

  test('unpaid it ends with its hold: cancelled, and the stock is back', async () => {
    const order = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
    app.clock.advance(36)
    expect((await details(order.account, order.orderNumber)).data.order_status).toBe(-1)
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
    const list = await app.call<{ data: { order_sn: string }[] }>(
      'order/getOrderList',
      {},
      order.account.token,
    )
    expect(list.data).toMatchObject({ total: 2, per_page: 10, last_page: 1 })
    expect(list.data.data.map(row => row.order_sn)).toEqual([newer.orderNumber, order.orderNumber])
    const second = await app.call('order/getOrderList', { page: 2, limit: 1 }, order.account.token)
    expect(second.data).toMatchObject({
      data: [{ order_sn: order.orderNumber }],
      current_page: 2,
      last_page: 2,
    })
  })
})

test('after all of it every invariant holds', async () => {
  await expireOrders(app.services)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
