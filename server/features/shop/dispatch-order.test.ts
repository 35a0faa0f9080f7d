import { expect, test } from 'vitest'
import { dispatchParcels } from '#demo/dispatch-parcels.ts'
import { completedAfterDays } from '#domain/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { makeClassOrder, makeProductOrder, payByCard } from '#testing/make-order.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { completeOrders } from './complete-orders.ts'
import { dispatchOrder } from './dispatch-order.ts'

const app = await startTestApp()

async function makePaidOrder() {
  const order = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  return order
}

const sentAt = async (orderId: number) => {
  const found = await rowOf(app.db, 'order_deliveries', { order_id: orderId })
  return found.dispatched_at
}

const told = async (orderId: number, email: string) => {
  const messages = await app.db
    .selectFrom('messages')
    .select(['title', 'body_html as text'])
    .where('order_id', '=', orderId)
    .where('once_key', '=', `order-dispatched-${orderId}`)
    .execute()
  const mails = await app.db
    .selectFrom('mails')
    .select(['subject as title', 'body_text as text'])
    .where('to_email', '=', email)
    .where('subject', '=', 'Your order is on its way')
    .execute()
  return { messages, mails }
}

test('a paid order is sent, and its customer is told once by message and once by mail', async () => {
  const order = await makePaidOrder()
  const { orderNumber, orderId, account } = order
  const now = app.clock.now()
  const outcomes = await Promise.all([1, 2, 3].map(() => dispatchOrder(app.services, orderNumber)))
  expect(outcomes.toSorted()).toEqual(['sent', 'sentBefore', 'sentBefore'])
  app.clock.advance(60)
  expect(await dispatchOrder(app.services, orderNumber)).toBe('sentBefore')
  await app.runJobs()
  expect(await sentAt(orderId)).toEqual(now)

  const { messages, mails } = await told(orderId, account.email)
  expect(messages).toHaveLength(1)
  expect(mails).toHaveLength(1)
  for (const { title, text } of [...messages, ...mails]) {
    expect(title).toBe('Your order is on its way')
    expect(text).toContain('2 × Kite')
    expect(text).toContain(orderNumber)
  }
  expect(await account.api.notifications.countUnread()).toEqual({ unread: 2 })
  expect(await account.api.shop.orderDetails({ orderNumber })).toMatchObject({ status: 'paid' })
})

test('an unpaid, cancelled or refunded order is not sent, and nobody is told', async () => {
  const [unpaid, cancelled, givenUp] = [
    await makeProductOrder(app, { quantity: 1, stockLeft: 1 }),
    await makeProductOrder(app, { quantity: 1, stockLeft: 1 }),
    await makePaidOrder(),
  ]
  await expect(dispatchOrder(app.services, unpaid.orderNumber)).rejects.toThrow(sentences.notDispatchable)
  app.clock.advance(36)
  await cancelled.account.api.shop.orderDetails(cancelled)
  await givenUp.account.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  const refuseBoth = () => refuseToSend(cancelled, givenUp)
  await refuseBoth()
  app.clock.advance(completedAfterDays * 24 * 60)
  expect(await completeOrders(app.services)).toBeGreaterThan(0)
  await refuseBoth()
})

async function refuseToSend(...orders: Awaited<ReturnType<typeof makeProductOrder>>[]) {
  for (const { orderNumber, orderId, account } of orders) {
    await expect(dispatchOrder(app.services, orderNumber)).rejects.toThrow(sentences.notDispatchable)
    expect(await sentAt(orderId)).toBeNull()
    expect(await told(orderId, account.email)).toEqual({ messages: [], mails: [] })
  }
}

test('an order of places and an unknown order cannot be sent', async () => {
  const booked = await makeClassOrder(app)
  for (const orderNumber of [booked.orderNumber, '261123-0000000000000000']) {
    await expect(dispatchOrder(app.services, orderNumber)).rejects.toThrow(
      new Refusal(sentences.orderNotFound),
    )
  }
})

test('the database does not allow a sent order to become unsent', async () => {
  const { orderNumber, orderId } = await makePaidOrder()
  await dispatchOrder(app.services, orderNumber)
  for (const dispatched_at of [null, new Date(app.clock.now().getTime() + 1000)]) {
    const change = changeRows(app.db, 'order_deliveries', { order_id: orderId }, { dispatched_at })
    const refused = await change.then(
      () => undefined,
      error => violatedConstraint(error),
    )
    expect(refused).toBe('deliveries_dispatched_once')
  }
})

test('the demo business sends a parcel a day after payment, unless its office sends it earlier', async () => {
  const order = await makePaidOrder()
  app.clock.advance(24 * 60 - 1)
  expect(await dispatchParcels(app.services)).toBe(0)
  app.clock.advance(1)
  // A real business sends its parcels itself.
  const own = { ...app.services.config, business: 'empty' as const }
  expect(await dispatchParcels({ ...app.services, config: own })).toBe(0)
  expect(await dispatchParcels(app.services)).toBe(1)
  expect(await dispatchParcels(app.services)).toBe(0)
  expect(await sentAt(order.orderId)).toEqual(app.clock.now())
  expect((await told(order.orderId, order.account.email)).messages).toHaveLength(1)
})

test('afterwards every invariant holds', async () => {
  await expireOrders(app.services)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
