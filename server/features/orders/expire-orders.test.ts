import { beforeEach, expect, test } from 'vitest'
import {
  type MadeClassOrder,
  makeClassOrder,
  makePackOrder,
  makeProductOrder,
  openPage,
  payByCard,
  readOutcome,
} from '#testing/make-order.ts'
import { rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { endOrder } from './end-order.ts'
import { expireOrders } from './expire-orders.ts'

const app = await startTestApp()
beforeEach(async () => {
  Object.assign(app.cards.faults, { dropHooks: Number.POSITIVE_INFINITY, failCalls: 0 })
})

const expired = { status: 'cancelled', cancelReason: 'expired', bookings: ['cancelled'], placesTaken: 0 }
const held = { status: 'pending', bookings: ['held'], placesTaken: 1 }
const statusSeen = async ({ orderNumber, account }: MadeClassOrder) =>
  (await account.api.orders.class.details({ orderNumber })).status

test('an order whose hold has not ended is left alone', async () => {
  const order = await makeClassOrder(app)
  app.clock.advance(34)
  await expireOrders(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject(held)
})

test('an unpaid order ends with its hold, and returns places, credits and stock', async () => {
  const order = await makeClassOrder(app, { credits: 1, sessionCredits: 2 })
  const pack = await makePackOrder(app, { credits: 5, pricePence: 5000 })
  const product = await makeProductOrder(app, { quantity: 3, stockLeft: 1 })
  app.clock.advance(35)
  expect(await expireOrders(app.services)).toBeGreaterThanOrEqual(3)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...expired, credits: 1 })
  expect(await readOutcome(app, pack.orderId)).toMatchObject({ status: 'cancelled', credits: 0 })
  expect(await readOutcome(app, product.orderId)).toMatchObject({ status: 'cancelled' })
  const { stock } = await rowOf(app.db, 'products', { id: product.productId })
  expect(stock).toBe(4)
})

test('an order whose hold was extended during expiry keeps its place and its page', async () => {
  const order = await makeClassOrder(app)
  const url = await openPage(app, order)
  expect(await endOrder(app.services, order.orderId, 'expired')).toBe('notDue')
  expect(await openPage(app, order)).toBe(url)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...held, payments: ['created'] })
})

test('a place is free only after the provider has confirmed that its page is closed', async () => {
  const order = await makeClassOrder(app)
  app.clock.advance(34)
  await openPage(app, order)
  app.clock.advance(33)
  app.cards.faults.failCalls = Number.POSITIVE_INFINITY
  await expireOrders(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject(held)
  app.cards.faults.failCalls = 0
  await expireOrders(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...expired, payments: ['expired'] })
})

test('an order that cannot be ended does not block another', async () => {
  const orders = []
  for (let made = 0; made < 4; made++) orders.push(await makeClassOrder(app))
  const [broken, ...others] = orders as [MadeClassOrder, ...MadeClassOrder[]]
  await app.database.runScript(`
    create function break_order() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger break_order before update on orders for each row
      when (old.id = ${broken.orderId} and new.status = 'cancelled') execute function break_order();`)
  app.clock.advance(40)
  await expireOrders(app.services)
  for (const { orderId } of others) expect(await readOutcome(app, orderId)).toMatchObject(expired)
  expect(await readOutcome(app, broken.orderId)).toMatchObject(held)
  await app.database.runScript('drop trigger break_order on orders; drop function break_order')
  await expireOrders(app.services)
  expect(await readOutcome(app, broken.orderId)).toMatchObject(expired)
})

test('with the provider down, orders without a card page still end', async () => {
  const withPage = await Promise.all([1, 2, 3, 4].map(() => makeClassOrder(app)))
  for (const order of withPage) await openPage(app, order)
  const without = await makeClassOrder(app)
  app.clock.advance(40)
  app.cards.faults.failCalls = Number.POSITIVE_INFINITY
  await expireOrders(app.services)
  expect(await readOutcome(app, without.orderId)).toMatchObject(expired)
  for (const order of withPage) expect(await readOutcome(app, order.orderId)).toMatchObject(held)
  app.cards.faults.failCalls = 0
  await expireOrders(app.services)
  for (const order of withPage) expect(await readOutcome(app, order.orderId)).toMatchObject(expired)
})

test('an order paid at the last moment, whose hook was lost, is confirmed instead', async () => {
  const order = await makeClassOrder(app)
  await payByCard(app, order)
  app.clock.advance(36)
  await expireOrders(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    status: 'paid',
    bookings: ['confirmed'],
    placesTaken: 1,
    payments: ['succeeded'],
  })
})

test('several processes may run at once', async () => {
  const orders = await Promise.all(
    [1, 2, 3, 4, 5].map(() => makeClassOrder(app, { credits: 1, sessionCredits: 2 })),
  )
  for (const order of orders) await openPage(app, order)
  app.clock.advance(36)
  const counts = await Promise.all([1, 2, 3].map(() => expireOrders(app.services)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  for (const order of orders) {
    expect(await readOutcome(app, order.orderId)).toMatchObject({ ...expired, credits: 1 })
  }
})

test('reading an order whose hold ended shows it as cancelled', async () => {
  const order = await makeClassOrder(app)
  app.clock.advance(36)
  expect(await statusSeen(order)).toBe('cancelled')
  expect(await readOutcome(app, order.orderId)).toMatchObject(expired)
})

test('reading an order whose hold ended while the provider is down shows it unchanged', async () => {
  const order = await makeClassOrder(app)
  await openPage(app, order)
  app.clock.advance(36)
  app.cards.faults.failCalls = 1
  expect(await statusSeen(order)).toBe('pending')
  expect(await statusSeen(order)).toBe('cancelled')
})

test('the family is told that the order has ended', async () => {
  const order = await makeClassOrder(app)
  app.clock.advance(36)
  await expireOrders(app.services)
  await app.runJobs()
  const mail = await rowOf(app.db, 'mails', { to_email: order.account.email })
  expect(mail.subject).toBe('Your unpaid order has ended')
})
