import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  makeClassOrder,
  makePackOrder,
  openPage,
  payByCard,
  pressOnPage,
  readOutcome,
} from '#server/testing/make-order.ts'
import { startTestApp, type TestApp } from '#server/testing/start-test-app.ts'
import { reconcilePayments } from './reconcile-payments.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => {
  Object.assign(app.cards.faults, { dropHooks: Number.POSITIVE_INFINITY, failCalls: 0, loseAnswers: 0 })
})
afterAll(() => app.close())

const comeBack = async (address: string) => {
  const { pathname, search } = new URL(address)
  const answer = await app.http.inject({ url: pathname + search })
  return { status: answer.statusCode, location: answer.headers.location, text: answer.body }
}
const success = { status: 303, location: '/home/userInfo/paySuccess?type=0' }
const failure = { status: 303, location: '/home/userInfo/payFail' }

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

test('with the provider away nothing is lost, and the next time settles it', async () => {
  const order = await makeClassOrder(app)
  await payByCard(app, order)
  app.clock.advance(1)
  app.cards.faults.failCalls = Number.POSITIVE_INFINITY
  await reconcilePayments(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', bookings: ['held'] })
  app.cards.faults.failCalls = 0
  await reconcilePayments(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', bookings: ['confirmed'] })
})

test('a page that ran out at the provider is known as ended, and the order stays payable', async () => {
  const order = await makeClassOrder(app)
  await openPage(app, order)
  app.clock.advance(34)
  await reconcilePayments(app.services)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', payments: ['expired'] })
  expect(await openPage(app, order)).toMatch(/^http/)
})

test('coming back from a paid page asks the provider and then thanks', async () => {
  const order = await makeClassOrder(app)
  const back = await payByCard(app, order)
  expect(back).toContain(`order=${order.orderNumber}&session=cs_test_`)
  expect(await comeBack(back)).toMatchObject(success)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', bookings: ['confirmed'] })
  expect(await comeBack(back)).toMatchObject(success)
})

test('coming back from a declined or abandoned page does not thank, and the order stays payable', async () => {
  const order = await makeClassOrder(app)
  const url = await openPage(app, order)
  expect(await comeBack(await pressOnPage(url, 'fail'))).toMatchObject(failure)
  expect(await comeBack(await pressOnPage(url, 'cancel'))).toMatchObject(failure)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', bookings: ['held'] })
  expect(await openPage(app, order)).toBe(url)
})

test('nobody is thanked or turned away while the provider cannot be asked', async () => {
  const order = await makeClassOrder(app)
  const back = await payByCard(app, order)
  app.cards.faults.failCalls = 1
  const asked = await comeBack(back)
  expect(asked).toMatchObject({ status: 503, location: undefined })
  expect(asked.text).toContain('We are checking your payment')
  expect(await comeBack(back)).toMatchObject(success)
})

test.each(['', '?order=', '?order=261123-0000000000000000', '?order=%00', '?order=a&order=b'])(
  'coming back with "%s" is no reason to thank',
  async query => {
    const answer = await app.http.inject({ url: `/checkout/return${query}` })
    expect(answer.headers.location).toBe(failure.location)
  },
)

test('the way back does not follow the Host header', async () => {
  const order = await makeClassOrder(app)
  const { pathname, search } = new URL(await payByCard(app, order))
  const answer = await app.http.inject({ url: pathname + search, headers: { host: 'evil.example' } })
  expect(answer.headers.location).toBe(success.location)
})
