import { beforeEach, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import {
  clickCardPageButton,
  type MadeClassOrder,
  makeClassOrder,
  openPage,
  payByCard,
  readOutcome,
} from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(() => {
  Object.assign(app.cards.faults, { dropHooks: Number.POSITIVE_INFINITY, failCalls: 0 })
})

const cancel = ({ orderNumber, account }: MadeClassOrder, { orders } = account.api) =>
  orders.class.cancel({ orderNumber })
const held = { status: 'pending', bookings: ['held'], placesTaken: 1 }
const gone = { status: 'cancelled', cancelReason: 'customer', bookings: ['cancelled'], placesTaken: 0 }

test('without a token nothing is cancelled', async () => {
  const order = await makeClassOrder(app)
  expect(await refusal(cancel(order, app.visitor))).toBe('401 Please log in')
  expect(await readOutcome(app, order.orderId)).toMatchObject(held)
})

test('a missing order and one of another account or kind are not found', async () => {
  const order = await makeClassOrder(app)
  const stranger = await makeAccount(app)
  const attempts = [
    cancel(order, stranger.api),
    order.account.api.orders.event.cancel(order),
    cancel({ ...order, orderNumber: '261123-0000000000000000' }),
  ]
  const answers = await Promise.all(attempts.map(refusal))
  expect(answers).toEqual(attempts.map(() => sentences.orderNotFound))
  expect(await readOutcome(app, order.orderId)).toMatchObject(held)
})

test('a paid order can no longer be cancelled', async () => {
  const order = await makeClassOrder(app)
  await payByCard(app, order)
  app.cards.faults.dropHooks = 0
  expect(await refusal(cancel(order))).toBe(sentences.notCancellable)
  // Cancelling itself asked the provider, because no hook had come.
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', bookings: ['confirmed'] })
  expect(await refusal(cancel(order))).toBe(sentences.notCancellable)
})

test('while the provider cannot confirm that the page is closed, the place stays held', async () => {
  const order = await makeClassOrder(app)
  const url = await openPage(app, order)
  app.cards.faults.failCalls = 1
  expect(await refusal(cancel(order))).toBe(sentences.cancelUnavailable)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...held, payments: ['created'] })
  expect(await clickCardPageButton(url, 'pay')).toContain('/checkout/return')
})

test('an unpaid order is cancelled: its place is free again', async () => {
  const order = await makeClassOrder(app)
  expect(await cancel(order)).toBeNull()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...gone, holdExpiresAt: null })
  expect(await refusal(cancel(order))).toBe(sentences.notCancellable)
})

test('an open card page is closed at the provider before the place is free', async () => {
  const order = await makeClassOrder(app)
  const url = await openPage(app, order)
  await cancel(order)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...gone, payments: ['expired'] })
  const { data } = await app.services.stripe.checkout.sessions.list({ limit: 100 })
  expect(data.find(page => page.client_reference_id === order.orderNumber)?.status).toBe('expired')
  expect(await clickCardPageButton(url, 'pay')).not.toContain('/checkout/return')
})

test('a claim left by a killed process does not block cancelling', async () => {
  const order = await makeClassOrder(app)
  await openPage(app, order)
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { provider_ref: null })
  await cancel(order)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...gone, payments: ['expired'] })
})

test("credits and the discount code's use are returned, once", async () => {
  const id = await makeDiscountCode(app, { code: 'SPRING', amount_pence: 300, max_uses: 5 })
  const uses = async () => (await rowOf(app.db, 'discount_codes', { id })).uses
  const order = await makeClassOrder(app, { credits: 2, sessionCredits: 3, discountCode: 'SPRING' })
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...held, credits: 0 })
  expect(await uses()).toBe(1)
  await Promise.all([1, 2, 3].map(() => refusal(cancel(order))))
  expect(await readOutcome(app, order.orderId)).toMatchObject({ ...gone, credits: 2 })
  expect(await uses()).toBe(0)
  const ledger = await rowsOf(app.db, 'credit_entries', { order_id: order.orderId })
  expect(ledger).toMatchObject([
    { delta: -2, reason: 'booking', balance_after: 0 },
    { delta: 2, reason: 'refund', balance_after: 2 },
  ])
})

test('the child can be booked into the same class again', async () => {
  const order = await makeClassOrder(app, { capacity: 1 })
  await cancel(order)
  await order.placeAgain()
})

test('the family is told once, by message and by mail', async () => {
  const order = await makeClassOrder(app, { credits: 1, sessionCredits: 2 })
  await cancel(order)
  await app.runJobs()
  await app.runJobs()
  const messages = await rowsOf(app.db, 'messages', { order_id: order.orderId })
  const mails = await rowsOf(app.db, 'mails', { to_email: order.account.email })
  expect(messages).toHaveLength(1)
  expect(mails).toHaveLength(1)
  expect(messages[0]?.title).toBe('Your order has been cancelled')
  expect(mails[0]?.body_text).toContain('1 class credit is back in your account.')
  expect(mails[0]?.body_text).toContain(order.orderNumber)
})
