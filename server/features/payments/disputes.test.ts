import { expect, test } from 'vitest'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeClassOrder, payByCard } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { reconcileDisputes } from './sync-disputes.ts'

const app = await startTestApp()
await app.office('owner')

async function paidOrder() {
  const order = await makeClassOrder(app, { pricePence: 3400, date: '2026-12-20' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const payment = await rowOf(app.db, 'payments', { order_id: order.orderId })
  return { ...order, payment }
}

async function disputedOrder() {
  const order = await paidOrder()
  app.cards.openDispute(order.payment.payment_ref)
  await hear()
  return order
}

const hear = async () => {
  await app.cards.deliverPendingHooks()
  await app.runJobs()
}
const asked = (number: string, pence: number, leftPence: number) => ({
  ...{ number, pence, leftPence, method: 'card' as const, reference: '', reason: 'The hall was cold' },
})
const requireSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('a dispute is shown on the order, at the bell and on Today, and the owner is mailed once', async () => {
  app.cards.faults.duplicateHooks = 2
  const order = await disputedOrder()
  const [office, desk] = [await app.office('manager'), await app.office('frontDesk')]
  expect(await office.orders.get({ number: order.orderNumber })).toMatchObject({
    payments: [{ disputes: [{ pence: 3400, state: 'open', reason: 'product_not_received' }] }],
    places: [{ state: 'confirmed' }],
  })
  expect(await office.health.bell({})).toMatchObject({ disputes: 1 })
  expect(await office.health.today({})).toMatchObject({ disputes: 1 })
  expect(await desk.health.bell({})).toMatchObject({ disputes: null })
  expect((await office.orders.list({ needs: 'disputed' })).items).toMatchObject([
    { number: order.orderNumber },
  ])
  const told = (await rowsOf(app.db, 'jobs', { kind: 'tell-staff' })).map(({ payload }) => payload)
  const words = `Order ${order.orderNumber}, the customer’s bank asks for £34.00 back`
  expect(told).toEqual([expect.objectContaining({ wish: 'dispute', words })])
  await requireSound()
  app.cards.closeDispute(order.payment.payment_ref, 'won')
  await hear()
  expect(await office.health.bell({})).toMatchObject({ disputes: 0 })
  const won = `Order ${order.orderNumber}, the dispute was won and £34.00 stays with you`
  expect(await rowsOf(app.db, 'jobs', { kind: 'tell-staff' })).toContainEqual(
    expect.objectContaining({ payload: expect.objectContaining({ words: won }) }),
  )
})

test('an open dispute blocks refunds; once it is won, waiting refunds go on', async () => {
  const order = await disputedOrder()
  const office = await app.office('manager')
  await expect(office.orders.refund(asked(order.orderNumber, 100, 3400))).rejects.toThrow(
    cancelSentences.disputed,
  )
  const { places } = await office.orders.previewCancel({ number: order.orderNumber })
  await office.orders.cancelPlaces({
    ...{ number: order.orderNumber, method: 'card', reference: '', reason: 'She is ill' },
    places: places.map(({ bookingId }) => ({
      ...{ bookingId, refundPence: 3400, rest: 'kept', returnCredits: false },
    })),
    expected: { refundedPence: 3400, keptPence: 0, credits: 0 },
  })
  await app.runJobs()
  const refund = () => rowOf(app.db, 'refunds', { payment_id: order.payment.id })
  expect(await refund()).toMatchObject({ status: 'waiting', failed_why: 'disputed' })
  await requireSound()
  app.clock.advance(1)
  app.cards.closeDispute(order.payment.payment_ref, 'won')
  await hear()
  expect(await refund()).toMatchObject({ status: 'succeeded', kind: 'cancelled' })
  await requireSound()
})

test('a lost dispute counts as refunded: points are taken, the place stays, nothing is left', async () => {
  const order = await disputedOrder()
  const office = await app.office('manager')
  app.cards.closeDispute(order.payment.payment_ref, 'lost')
  await hear()
  expect(await rowsOf(app.db, 'refunds', { payment_id: order.payment.id })).toMatchObject([
    { kind: 'dispute', status: 'succeeded', amount_pence: 3400, staff_id: null },
  ])
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({
    ...{ status: 'paid', refunded_pence: 3400 },
  })
  expect(await rowOf(app.db, 'accounts', { id: order.account.accountId })).toMatchObject({
    points_balance: 0,
  })
  expect(await office.orders.get({ number: order.orderNumber })).toMatchObject({
    ...{ order: { state: 'refunded' }, money: { leftPence: 0 }, places: [{ state: 'confirmed' }] },
    payments: [{ disputes: [{ state: 'lost' }] }],
  })
  await expect(office.orders.refund(asked(order.orderNumber, 1, 0))).rejects.toThrow('At most £0.00')
  await requireSound()
})

test('a dispute lost after a refund by hand is recorded in full, even beyond the payment', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  await office.orders.refund({
    ...asked(order.orderNumber, 3400, 3400),
    ...{ method: 'cash' as const, reference: 'Till' },
  })
  app.cards.openDispute(order.payment.payment_ref)
  await hear()
  app.cards.closeDispute(order.payment.payment_ref, 'lost')
  await hear()
  expect(await rowsOf(app.db, 'refunds', { payment_id: order.payment.id })).toMatchObject([
    { method: 'cash', amount_pence: 3400 },
    { kind: 'dispute', status: 'succeeded', amount_pence: 0, beyond_pence: 3400 },
  ])
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 3400 })
  await requireSound()
})

test('disputes and their outcomes are found by polling when their hooks are lost, once', async () => {
  app.cards.faults.dropHooks = 0
  const order = await makeClassOrder(app, { pricePence: 3400, date: '2026-12-20' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const payment = await rowOf(app.db, 'payments', { order_id: order.orderId })
  const ask = async () => {
    app.clock.advance(60)
    await Promise.all([reconcileDisputes(app.services), reconcileDisputes(app.services)])
    await app.runJobs()
    return rowsOf(app.db, 'disputes', { payment_id: payment.id })
  }
  app.cards.faults.dropHooks = 2
  app.cards.openDispute(payment.payment_ref)
  expect(await ask()).toMatchObject([{ status: 'open' }])
  app.cards.closeDispute(payment.payment_ref, 'lost')
  expect(await ask()).toMatchObject([{ status: 'lost' }])
  expect(await ask()).toHaveLength(1)
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 3400 })
})
