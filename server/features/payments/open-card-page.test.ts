import { createServer } from 'node:http'
import Stripe from 'stripe'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { patience } from '#server/cards/card-provider.ts'
import { listen } from '#stripe-stand-in/plain-http.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import {
  clickCardPageButton,
  makeClassOrder,
  makePackOrder,
  makeProductOrder,
  openPage,
  payByCard,
  readOutcome,
} from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
app.cards.faults.dropHooks = Number.POSITIVE_INFINITY
afterEach(() => {
  app.cards.faults.failCalls = 0
  app.cards.faults.loseAnswers = 0
})

const pagesAtProvider = async (orderNumber: string) => {
  const { data } = await app.services.stripe.checkout.sessions.list({ limit: 100 })
  return data.filter(session => session.client_reference_id === orderNumber)
}
const minutesLater = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000)

async function makeGuestOrder() {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering)
  const morgan = { childIds: [], fullName: 'Morgan Lee', email: 'morgan@example.test' }
  return app.visitor.orders.parentSession.place(bookingRequest(morgan, session))
}

test("paying for an account's order without a token answers 401", async () => {
  const { orderNumber } = await makeClassOrder(app)
  expect(await refusal(openPage(app, { orderNumber }))).toBe('401 Please log in')
})

// Proves API-16.
test("another account's order is refused like a missing one", async () => {
  const order = await makeClassOrder(app)
  const account = await makeAccount(app)
  for (const orderNumber of [order.orderNumber, '261123-0000000000000000']) {
    expect(await refusal(openPage(app, { orderNumber, account }))).toBe(sentences.orderNotFound)
  }
  expect(await pagesAtProvider(order.orderNumber)).toEqual([])
})

test('an own order is paid at the provider, with its number, amount and our return addresses', async () => {
  const order = await makeClassOrder(app, { pricePence: 1250 })
  expect(new URL(await openPage(app, order)).host).toBe(`127.0.0.1:${app.cards.port}`)
  const [page] = await pagesAtProvider(order.orderNumber)
  expect(page).toMatchObject({
    amount_total: 1250,
    currency: 'gbp',
    customer_email: order.account.email,
    success_url: `${app.services.config.publicUrl}/checkout/return?order=${order.orderNumber}&session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${app.services.config.publicUrl}/checkout/return?order=${order.orderNumber}`,
  })
})

test('the card page names the class, day and time, or the goods, and never a child', async () => {
  const offering = await makeOffering(app, { typeName: 'Kitchen Band' })
  const times = { pricePence: 750, startTime: '10:00', endTime: '10:45' }
  const session = await makeSession(app, offering, { ...times, date: '2026-12-05' })
  const later = await makeSession(app, offering, { ...times, date: '2026-12-12' })
  const account = await makeAccount(app)
  const childIds = [await makeChild(app, account), await makeChild(app, account)]
  const request = bookingRequest({ childIds, fullName: '', email: account.email }, session)
  const sessionIds = [session.id, later.id]
  const titles: (string | undefined)[] = []
  for (const order of [
    await makeClassOrder(app, { session }),
    { ...(await account.api.orders.class.place({ ...request, sessionIds })), account },
    await makePackOrder(app, { credits: 5, pricePence: 3500 }),
    await makeProductOrder(app, { quantity: 2, stockLeft: 1 }),
  ]) {
    const page = await (await fetch(await openPage(app, order))).text()
    titles.push(/<p class="what">([^<\n]+)/.exec(page)?.[1])
  }
  expect(titles).toEqual([
    'Kitchen Band, Saturday 5 December 2026, 10:00–10:45',
    'Kitchen Band, Saturday 5 December 2026, 10:00–10:45, and 1 more',
    '5 class pack',
    expect.stringMatching(/^2 × /),
  ])
})

test('the Host header does not affect the return addresses', async () => {
  const order = await makeClassOrder(app)
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const api = app.apiOf({ token: order.account.token, headers })
  await openPage(app, { ...order, account: { ...order.account, api } })
  const [page] = await pagesAtProvider(order.orderNumber)
  expect(page?.success_url).not.toContain('evil')
  expect(page?.cancel_url).not.toContain('evil')
})

test("a guest's order can be paid by its number alone", async () => {
  expect(await openPage(app, await makeGuestOrder())).toContain(`127.0.0.1:${app.cards.port}`)
})

test('a second call returns the same page', async () => {
  const order = await makeClassOrder(app)
  const first = await openPage(app, order)
  app.clock.advance(10)
  expect(await openPage(app, order)).toBe(first)
  expect(await pagesAtProvider(order.orderNumber)).toHaveLength(1)
})

test('two calls at once open one page', async () => {
  const order = await makeClassOrder(app)
  const urls = await Promise.all([openPage(app, order), openPage(app, order), openPage(app, order)])
  expect(new Set(urls).size).toBe(1)
  expect(await pagesAtProvider(order.orderNumber)).toHaveLength(1)
  expect((await readOutcome(app, order.orderId)).payments).toEqual(['created'])
})

test('a declined card leaves the page open for another try', async () => {
  const order = await makeClassOrder(app)
  const url = await openPage(app, order)
  await clickCardPageButton(url, 'fail')
  expect(await openPage(app, order)).toBe(url)
})

test('opening the page late extends the hold to two minutes after the page ends', async () => {
  const order = await makeClassOrder(app)
  app.clock.advance(20)
  await openPage(app, order)
  expect((await readOutcome(app, order.orderId)).holdExpiresAt).toEqual(minutesLater(33))
  expect((await pagesAtProvider(order.orderNumber))[0]?.expires_at).toBe(minutesLater(31).getTime() / 1000)
})

test('an expired page is followed by a new one, and the hold stays within 70 minutes', async () => {
  const order = await makeClassOrder(app)
  const placedAt = app.clock.now()
  app.clock.advance(30)
  const first = await openPage(app, order)
  app.clock.advance(32)
  expect(await openPage(app, order)).not.toBe(first)
  const { holdExpiresAt, payments } = await readOutcome(app, order.orderId)
  expect(holdExpiresAt).toEqual(new Date(placedAt.getTime() + 70 * 60_000))
  expect(payments).toEqual(['expired', 'created'])
})

test('the hold never passes the start of the first session, even if a page lives longer', async () => {
  app.clock.set('2026-11-24T09:45:00Z')
  const order = await makeClassOrder(app, { date: '2026-11-24', startTime: '10:00' })
  await openPage(app, order)
  expect((await readOutcome(app, order.orderId)).holdExpiresAt).toEqual(new Date('2026-11-24T10:00:00Z'))
})

test('an order whose first session has begun can no longer be paid', async () => {
  app.clock.set('2026-11-25T09:45:00Z')
  const order = await makeClassOrder(app, { date: '2026-11-25', startTime: '10:00' })
  app.clock.advance(15)
  expect(await refusal(openPage(app, order))).toBe(sentences.notPayable)
})

test('paid, cancelled and expired orders can no longer be paid', async () => {
  const [paid, cancelled, expired] = [
    await makeClassOrder(app),
    await makeClassOrder(app),
    await makeClassOrder(app),
  ]
  await payByCard(app, paid)
  await cancelled.account.api.orders.class.cancel(cancelled)
  app.clock.advance(36)
  for (const order of [paid, cancelled, expired]) {
    expect(await refusal(openPage(app, order))).toBe(sentences.notPayable)
  }
  // The paid order became known as paid when its page was asked for, because no hook had come.
  expect(await readOutcome(app, paid.orderId)).toMatchObject({ status: 'paid', bookings: ['confirmed'] })
  expect(await readOutcome(app, expired.orderId)).toMatchObject({ status: 'cancelled', placesTaken: 0 })
  const holdOf = ({ account, orderNumber }: typeof paid) => account.api.payments.hold({ orderNumber })
  expect(await Promise.all([paid, cancelled, expired].map(holdOf))).toMatchObject([
    { keptUntil: null, isPaid: true },
    { keptUntil: null, isPaid: false },
    { keptUntil: null, isPaid: false },
  ])
})

test('when the provider is unreachable the customer is told to try again, and can', async () => {
  const order = await makeClassOrder(app)
  app.cards.faults.failCalls = 1
  expect(await refusal(openPage(app, order))).toBe(sentences.paymentUnavailable)
  await openPage(app, order)
  expect((await readOutcome(app, order.orderId)).payments).toEqual(['expired', 'created'])
})

test('a lost answer from the provider does not create a second page', async () => {
  const order = await makeClassOrder(app)
  // The SDK itself retries once if the connection was closed.
  app.cards.faults.loseAnswers = 2
  expect(await refusal(openPage(app, order))).toBe(sentences.paymentUnavailable)
  await openPage(app, order)
  expect(await pagesAtProvider(order.orderNumber)).toHaveLength(1)
})

test('when the provider takes 20 seconds, the parent waits 15 and keeps the order', async () => {
  const [fresh, opened] = [await makeClassOrder(app), await makeClassOrder(app)]
  const page = await openPage(app, opened)
  const slow = createServer((_request, response) => {
    setTimeout(() => response.end('{}'), 20_000).unref()
  })
  const { stripe } = app.services
  onTestFinished(() => {
    app.services.stripe = stripe
    slow.close()
    slow.closeAllConnections()
  })
  const port = await listen(slow, 0, '127.0.0.1')
  app.services.stripe = new Stripe('sk_test_slow', { host: '127.0.0.1', port, protocol: 'http', ...patience })
  const asked = performance.now()
  expect(
    await Promise.all([
      refusal(openPage(app, fresh)),
      refusal(openPage(app, opened)),
      refusal(opened.account.api.orders.class.cancel(opened)),
    ]),
  ).toEqual([sentences.paymentUnavailable, sentences.paymentUnavailable, sentences.cancelUnavailable])
  expect(performance.now() - asked).toBeLessThan(15_000)
  app.services.stripe = stripe
  expect(await openPage(app, opened)).toBe(page)
  await clickCardPageButton(await openPage(app, fresh), 'pay')
})

test('a claim left by a killed process is taken over', async () => {
  const order = await makeClassOrder(app)
  const url = await openPage(app, order)
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { provider_ref: null, checkout_url: '' })
  app.clock.advance(5)
  expect(await openPage(app, order)).toBe(url)
  expect(await pagesAtProvider(order.orderNumber)).toHaveLength(1)
})

test('a claim that never reached the provider and is now too short is replaced', async () => {
  const order = await makeClassOrder(app)
  await writeRow(app.db, 'payments', {
    order_id: order.orderId,
    amount_pence: 1250,
    status: 'created',
    created_at: app.clock.now(),
    expires_at: minutesLater(33),
  })
  app.clock.advance(10)
  await openPage(app, order)
  expect((await readOutcome(app, order.orderId)).payments).toEqual(['expired', 'created'])
})

test('if the provider refuses the email, a page opens without it', async () => {
  const order = await makeClassOrder(app)
  // Accounts and imports may still have such an address from before it was refused.
  await changeRows(app.db, 'accounts', { id: order.account.accountId }, { email: 'zoë@example.test' })
  const url = await openPage(app, order)
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { provider_ref: null, checkout_url: '' })
  expect(await openPage(app, order)).toBe(url)
  const pages = await pagesAtProvider(order.orderNumber)
  expect(pages.map(page => page.customer_email)).toEqual([null])
  expect((await readOutcome(app, order.orderId)).payments).toEqual(['created'])
})

test("an order above the provider's maximum is refused with a message, and is unchanged", async () => {
  const order = await makePackOrder(app, { credits: 1, pricePence: 100_000_000 })
  expect(await refusal(openPage(app, order))).toBe(sentences.paymentUnavailable)
  expect((await readOutcome(app, order.orderId)).status).toBe('pending')
})
