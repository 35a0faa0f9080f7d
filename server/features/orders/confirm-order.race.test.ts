import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditDatabase } from '#server/audit/invariants.ts'
import { fetchCardSession } from '#server/cards/card-provider.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { forceRace } from '#testing/force-race.ts'
import {
  clickCardPageButton,
  type MadeOrder,
  makeClassOrder,
  makePackOrder,
  openPage,
  readOutcome,
} from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { hookOf, sendHook } from '#testing/send-hook.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'
import { expireOrders } from './expire-orders.ts'
import { settlePayment } from './settle-payment.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })
app.cards.faults.dropHooks = Number.POSITIVE_INFINITY

async function payAtProvider(at: TestApp, order: MadeOrder) {
  const url = await openPage(at, order)
  await clickCardPageButton(url, 'pay')
  const payment = await rowOf(at.db, 'payments', { order_id: order.orderId })
  const pageRef = payment.provider_ref ?? ''
  const page = await fetchCardSession(at.services, pageRef)
  return { paymentId: payment.id, orderId: order.orderId, pageRef, page }
}

const manyTimes = <T>(work: (racer: number) => Promise<T>) =>
  Promise.all(Array.from({ length: racers }, (_, racer) => work(racer)))

const ledgerRows = async (at: TestApp, orderId: number) => {
  const { rows } = await sql<{ points: number; credits: number; jobs: number }>`select
    (select count(*) from point_entries where order_id = ${orderId}) as points,
    (select count(*) from credit_entries where order_id = ${orderId}) as credits,
    (select count(*) from jobs where kind = 'order-confirmed'
      and payload ->> 'orderId' = ${String(orderId)}) as jobs`.execute(at.db)
  return rows[0]
}

test('two hundred simultaneous confirmations of a payment mark it paid, grant and notify once', async () => {
  const order = await makePackOrder(app, { credits: 10, pricePence: 9000 })
  const { orderId, page } = await payAtProvider(app, order)
  const outcomes = await manyTimes(() => settlePayment(app.services, page))
  expect(outcomes.filter(outcome => outcome === 'confirmed')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'knownBefore')).toHaveLength(racers - 1)
  expect(await readOutcome(app, orderId)).toMatchObject({ status: 'paid', points: 90, credits: 10 })
  expect(await ledgerRows(app, orderId)).toEqual({ points: 1, credits: 1, jobs: 1 })
})

test('without the locks and unique indexes the same race pays out many times', async () => {
  const bare = await startTestApp({ poolSize: 40 })
  bare.cards.faults.dropHooks = Number.POSITIVE_INFINITY
  await bare.database.runScript('drop index point_entries_once; drop index credit_entries_once')
  const order = await makePackOrder(bare, { credits: 10, pricePence: 9000 })
  const { paymentId, orderId, page } = await payAtProvider(bare, order)
  await withoutDefence(
    bare,
    { of: 'settle_payment(jsonb, integer, text, timestamptz)', from: 'for no key update', to: '' },
    () =>
      forceRace(bare, {
        close: tx => changeRows(tx, 'payments', { id: paymentId }, { currency: 'gbp' }),
        work: () => Promise.all(Array.from({ length: 20 }, () => settlePayment(bare.services, page))),
        waiting: 2,
      }),
  )
  const outcome = await readOutcome(bare, orderId)
  expect(outcome.points).toBeGreaterThan(90)
  expect(outcome.credits).toBeGreaterThan(10)
})

test('two hundred simultaneous hooks of one payment, half of them repeats, take effect once', async () => {
  const order = await makeClassOrder(app, { pricePence: 1250 })
  const { orderId, pageRef } = await payAtProvider(app, order)
  const answers = await manyTimes(racer =>
    sendHook(app, hookOf(`evt_${orderId}_${racer % (racers / 2)}`, 'checkout.session.completed', pageRef)),
  )
  expect(answers.every(answer => answer.statusCode === 200)).toBe(true)
  expect(await readOutcome(app, orderId)).toMatchObject({ status: 'paid', points: 12, placesTaken: 1 })
  expect(await ledgerRows(app, orderId)).toEqual({ points: 1, credits: 0, jobs: 1 })
  const stored = await rowsOf(app.db, 'payment_events', { provider_ref: pageRef })
  expect(stored).toHaveLength(racers / 2)
})

test('many calls for the card page of one order open one page', async () => {
  const order = await makeClassOrder(app)
  const urls = await forceRace(app, {
    close: tx => tx.selectFrom('orders').select('id').where('id', '=', order.orderId).forUpdate().execute(),
    work: () => Promise.all(Array.from({ length: 30 }, () => openPage(app, order))),
    waiting: 5,
  })
  expect(new Set(urls).size).toBe(1)
  const { data: pages } = await app.services.stripe.checkout.sessions.list({ limit: 100 })
  expect(pages.filter(page => page.client_reference_id === order.orderNumber)).toHaveLength(1)
  expect((await readOutcome(app, order.orderId)).payments).toEqual(['created'])
})

test('a card page opened during a cancellation is closed before the place is free', async () => {
  const order = await makeClassOrder(app)
  const page = await app.services.stripe.checkout.sessions.create({
    mode: 'payment',
    client_reference_id: order.orderNumber,
    line_items: [
      { quantity: 1, price_data: { currency: 'gbp', unit_amount: 1250, product_data: { name: 'Class' } } },
    ],
    success_url: 'http://127.0.0.1/',
  })
  await forceRace(app, {
    close: tx => tx.selectFrom('orders').select('id').where('id', '=', order.orderId).forUpdate().execute(),
    work: () => order.account.api.orders.class.cancel(order),
    waiting: 1,
    meanwhile: tx =>
      writeRow(tx, 'payments', {
        order_id: order.orderId,
        provider_ref: page.id,
        amount_pence: 1250,
        status: 'created',
        created_at: app.clock.now(),
        expires_at: app.clock.now(),
      }),
  })
  expect((await app.services.stripe.checkout.sessions.retrieve(page.id)).status).toBe('expired')
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'cancelled', payments: ['expired'] })
})

test('however payment, cancelling and expiry race, an order ends paid with places, or neither', async () => {
  const orders: (MadeOrder & { url: string; sessionId: number })[] = []
  for (let made = 0; made < 24; made++) {
    const order = await makeClassOrder(app, { capacity: 1, credits: 1, sessionCredits: 2 })
    orders.push({ ...order, url: await openPage(app, order), sessionId: order.session.id })
  }
  // The holds have ended but not the pages: the provider closes them a minute later by its own clock.
  await changeRows(app.db, 'orders', { status: 'pending' }, { hold_expires_at: app.clock.now() })
  const moves = orders.flatMap((order, index) => [
    ...(index % 2 === 0 ? [] : [() => clickCardPageButton(order.url, 'pay')]),
    () => refusal(order.account.api.orders.class.cancel(order)),
    ...(index % 2 === 0 ? [() => clickCardPageButton(order.url, 'pay')] : []),
    ...(index % 8 === 0 ? [() => expireOrders(app.services).then(() => '')] : []),
    ...(index % 8 === 4 ? [() => reconcilePayments(app.services).then(() => '')] : []),
  ])
  await Promise.all(moves.map(move => move()))
  app.clock.advance(1)
  await reconcilePayments(app.services)
  await expireOrders(app.services)
  const { data: pages } = await app.services.stripe.checkout.sessions.list({ limit: 100 })
  for (const order of orders) {
    const outcome = await readOutcome(app, order.orderId)
    const wasPaid =
      pages.find(page => page.client_reference_id === order.orderNumber)?.payment_status === 'paid'
    expect(outcome).toMatchObject(
      wasPaid
        ? { status: 'paid', bookings: ['confirmed'], placesTaken: 1, credits: 0, payments: ['succeeded'] }
        : { status: 'cancelled', bookings: ['cancelled'], placesTaken: 0, credits: 1, payments: ['expired'] },
    )
  }
  const keys = [app.services.config.dataKey]
  const findings = await auditDatabase(app.db, app.clock.now(), keys)
  expect(findings.filter(finding => finding.violations > 0)).toEqual([])
})
