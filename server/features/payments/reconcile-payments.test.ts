import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { CardsUnavailable, fetchCardSession } from '#server/cards/card-provider.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { findViolations } from '#testing/find-violations.ts'
import {
  clickCardPageButton,
  makeClassOrder,
  makePackOrder,
  openPage,
  payByCard,
  readOutcome,
} from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const app = await startTestApp()
beforeEach(() => {
  Object.assign(app.cards.faults, { dropHooks: Number.POSITIVE_INFINITY, failCalls: 0, loseAnswers: 0 })
})

const comeBack = async (address: string) => {
  const { pathname, search } = new URL(address)
  const answer = await app.http.inject({ url: pathname + search })
  const policy = answer.headers['content-security-policy']
  return { status: answer.statusCode, location: answer.headers.location, text: answer.body, policy }
}
const changeAmount = (orderId: number, amount_pence: number) =>
  changeRows(app.db, 'payments', { order_id: orderId }, { amount_pence })
const pagesOf = async (orderId: number) => {
  const payments = await rowsOf(app.db, 'payments', { order_id: orderId })
  return payments.map(payment => payment.provider_ref)
}
const successOf = (orderNumber: string) => ({
  status: 303,
  location: `/home/userInfo/paySuccess?type=0&order_sn=${orderNumber}`,
})
const failPage = '/home/userInfo/payFail'
const failureOf = (orderNumber: string) => ({ status: 303, location: `${failPage}?order_sn=${orderNumber}` })

test('every payment is settled although every hook was lost', async () => {
  const orders = await Promise.all([
    makeClassOrder(app),
    makeClassOrder(app),
    makePackOrder(app, { credits: 10, pricePence: 9000 }),
  ])
  for (const order of orders) await payByCard(app, order)
  const waiting = await makeClassOrder(app)
  await openPage(app, waiting)
  app.clock.advance(1)
  await reconcilePayments(app.services)
  await reconcilePayments(app.services)
  for (const { orderId } of orders) {
    expect(await readOutcome(app, orderId)).toMatchObject({ status: 'paid', payments: ['succeeded'] })
  }
  expect(await readOutcome(app, orders[2].orderId)).toMatchObject({ credits: 10, points: 90 })
  expect(await readOutcome(app, waiting.orderId)).toMatchObject({ status: 'pending', payments: ['created'] })
})

test('when the provider is unreachable nothing is lost, and the next run settles it', async () => {
  const order = await makeClassOrder(app)
  await payByCard(app, order)
  app.clock.advance(1)
  app.cards.faults.failCalls = Number.POSITIVE_INFINITY
  // This run must not count as a success.
  await expect(reconcilePayments(app.services)).rejects.toThrow(CardsUnavailable)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', bookings: ['held'] })
  app.cards.faults.failCalls = 0
  await reconcilePayments(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', bookings: ['confirmed'] })
})

test('a payment that cannot be settled is logged and does not hold up the others', async () => {
  const [first, second] = [await makeClassOrder(app), await makeClassOrder(app)]
  for (const order of [first, second]) await payByCard(app, order)
  await sql`create function no_payment_of_first() returns trigger language plpgsql as $$
    begin raise exception 'cannot be written'; end $$`.execute(app.db)
  await sql`create trigger no_payment_of_first before update on orders for each row
    when (old.id = ${sql.lit(first.orderId)}) execute function no_payment_of_first()`.execute(app.db)
  app.clock.advance(1)
  const errors: string[] = []
  const log = { ...app.services.log, error: (event: string) => void errors.push(event) }
  await reconcilePayments({ ...app.services, log })
  await sql`drop function no_payment_of_first cascade`.execute(app.db)
  expect(errors).toEqual(['payment left for the next reconciling'])
  expect(await readOutcome(app, second.orderId)).toMatchObject({ status: 'paid' })
  await reconcilePayments(app.services)
  expect(await readOutcome(app, first.orderId)).toMatchObject({ status: 'paid' })
})

test('a page that expired at the provider is marked as ended, and the order stays payable', async () => {
  const order = await makeClassOrder(app)
  await openPage(app, order)
  app.clock.advance(34)
  await reconcilePayments(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', payments: ['expired'] })
  expect(await openPage(app, order)).toMatch(/^http/)
})

test('a process that stops finishes its current request to the provider, and sends no more', async () => {
  for (const work of [reconcilePayments, expireOrders]) {
    const orders = [await makeClassOrder(app), await makeClassOrder(app), await makeClassOrder(app)]
    for (const order of orders) await openPage(app, order)
    app.clock.advance(36)
    const stop = new AbortController()
    let asked = 0
    const count = () => {
      asked += 1
      stop.abort()
    }
    app.services.stripe.on('request', count)
    await work(app.services, stop.signal)
    app.services.stripe.off('request', count)
    // An expired page cannot be closed, so the provider is asked for its result.
    expect(asked).toBe(work === expireOrders ? 2 : 1)
  }
})

test('a page unknown to the current key keeps its place until it has surely expired', async () => {
  const order = await makeClassOrder(app)
  await openPage(app, order)
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { provider_ref: 'cs_test_unknown' })
  app.clock.advance(36)
  await reconcilePayments(app.services)
  await expireOrders(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', payments: ['created'] })
  app.clock.advance(10)
  await reconcilePayments(app.services)
  await expireOrders(app.services)
  const ended = { status: 'cancelled', bookings: ['cancelled'], placesTaken: 0, payments: ['expired'] }
  expect(await readOutcome(app, order.orderId)).toMatchObject(ended)
})

test('a page paid with another amount is set aside once, and keeps its place for staff to decide', async () => {
  const order = await makeClassOrder(app, { pricePence: 1250 })
  const back = await payByCard(app, order)
  await changeAmount(order.orderId, 1249)
  app.clock.advance(1)
  const errors: string[] = []
  const log = { ...app.services.log, error: (event: string) => void errors.push(event) }
  await reconcilePayments({ ...app.services, log })
  await reconcilePayments({ ...app.services, log })
  expect(errors).toEqual(['card payment does not match its order'])
  const setAside = { status: 'pending', bookings: ['held'], payments: ['mismatched'] }
  expect(await readOutcome(app, order.orderId)).toMatchObject(setAside)

  // The customer is neither thanked nor sent to pay again. Neither the end of the hold nor the customer frees
  // the place.
  expect(await comeBack(back)).toMatchObject({ status: 503, location: undefined })
  expect(await refusal(openPage(app, order))).toBe(sentences.beingChecked)
  expect(await refusal(order.account.api.orders.class.cancel(order))).toBe(sentences.cancelUnavailable)
  app.clock.advance(60)
  await expireOrders(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject(setAside)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  // Staff have corrected the amount and had the provider send its hook again.
  await changeAmount(order.orderId, 1250)
  const [page] = await pagesOf(order.orderId)
  await settlePayment(app.services, await fetchCardSession(app.services, page ?? ''))
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', payments: ['succeeded'] })
})

// Proves RES-07, RES-09.
test('returning from a paid page asks the provider and then thanks', async () => {
  const order = await makeClassOrder(app)
  const back = await payByCard(app, order)
  expect(back).toContain(`order=${order.orderNumber}&session=cs_test_`)
  expect(await comeBack(back)).toMatchObject(successOf(order.orderNumber))
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', bookings: ['confirmed'] })
  expect(await comeBack(back)).toMatchObject(successOf(order.orderNumber))
})

// Proves RES-10.
test('returning from a declined or abandoned page does not thank; the order stays payable', async () => {
  const order = await makeClassOrder(app)
  const url = await openPage(app, order)
  expect(await comeBack(await clickCardPageButton(url, 'fail'))).toMatchObject(failureOf(order.orderNumber))
  expect(await comeBack(await clickCardPageButton(url, 'cancel'))).toMatchObject(failureOf(order.orderNumber))
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', bookings: ['held'] })
  expect(await openPage(app, order)).toBe(url)
})

test('nobody is thanked or turned away while the provider is unreachable', async () => {
  const order = await makeClassOrder(app)
  const back = await payByCard(app, order)
  app.cards.faults.failCalls = 1
  const setting = { area: 'site', format: 'text' } as const
  await app.db
    .insertInto('settings')
    .values([
      { ...setting, key: 'contactEmail', value: 'hello@business.example' },
      { ...setting, key: 'contactPhone', value: '0117 496 0142' },
    ])
    .execute()
  const asked = await comeBack(back)
  expect(asked).toMatchObject({ status: 503, location: undefined })
  expect(asked.text).toContain('We are checking your payment')
  expect(asked.text).toContain('href="mailto:hello@business.example"')
  expect(asked.text).toContain('href="tel:01174960142"')
  app.cards.faults.failCalls = 1
  await changeRows(app.db, 'settings', { key: 'contactPhone' }, { value: '' })
  expect((await comeBack(back)).text).not.toContain('href="tel:')
  // The page's own style is the one that its security policy lets in.
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(asked.text) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(asked.policy).toContain(`style-src 'sha256-${hash}'`)
  expect(await comeBack(back)).toMatchObject(successOf(order.orderNumber))
})

test.each(['', '?order=', '?order=261123-0000000000000000', '?order=%00', '?order=a&order=b'])(
  'returning with "%s" does not show the thank-you page',
  async query => {
    const answer = await app.http.inject({ url: `/checkout/return${query}` })
    expect(answer.headers.location?.split('?')[0]).toBe(failPage)
  },
)

test('one customer’s reloads do not use up other customers’ requests to the provider', async () => {
  const [order, other] = [await makeClassOrder(app), await makeClassOrder(app)]
  const [page, back] = [await openPage(app, order), await payByCard(app, other)]
  const address = back.replace(other.orderNumber, order.orderNumber)
  const asked = vi.spyOn(app.services.stripe.checkout.sessions, 'retrieve')
  const together = await Promise.all(Array.from({ length: 60 }, () => comeBack(address)))
  expect(new Set(together.map(({ location }) => location))).toEqual(
    new Set([failureOf(order.orderNumber).location]),
  )
  expect(asked.mock.calls.length).toBeLessThan(10)
  for (let times = 0; times < 40; times++) await comeBack(address)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(30)
  expect(await comeBack(address)).toMatchObject({ status: 503 })
  // Customers of other orders are answered as before, and those of this order again a minute later.
  expect(await comeBack(back)).toMatchObject(successOf(other.orderNumber))
  await clickCardPageButton(page, 'pay')
  app.clock.advance(1)
  const paid = await Promise.all(Array.from({ length: 60 }, () => comeBack(address)))
  for (const answer of paid) expect(answer).toMatchObject(successOf(order.orderNumber))
  asked.mockRestore()
})

test('the return address does not follow the Host header', async () => {
  const order = await makeClassOrder(app)
  const { pathname, search } = new URL(await payByCard(app, order))
  const answer = await app.http.inject({ url: pathname + search, headers: { host: 'evil.example' } })
  expect(answer.headers.location).toBe(successOf(order.orderNumber).location)
})
