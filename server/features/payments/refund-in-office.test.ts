import { expect, test } from 'vitest'
import { pointsTakenBack } from '#domain/reward-points.ts'
import { sentences } from '#domain/sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { makeClassOrder, makePackOrder, payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const app = await startTestApp()
await app.office('owner')

async function paidOrder(pricePence = 3400) {
  const order = await makeClassOrder(app, { pricePence, date: '2026-12-20' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const payment = await rowOf(app.db, 'payments', { order_id: order.orderId })
  return { ...order, payment }
}

const asked = (number: string, pence: number, leftPence: number) => ({
  ...{ number, pence, leftPence, method: 'card' as const, reference: '', reason: 'The hall was cold' },
})
const pointsOf = async (accountId: number) =>
  (await rowOf(app.db, 'accounts', { id: accountId })).points_balance
const refundsOf = ({ payment }: { payment: { id: number } }) =>
  rowsOf(app.db, 'refunds', { payment_id: payment.id })
const requireSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('part of a payment is refunded as goodwill: points fall, the place stays, the family is told', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  const before = await pointsOf(order.account.accountId)
  const { points } = await office.orders.previewRefund({ number: order.orderNumber })
  expect(points && pointsTakenBack(points, 350)).toBe(4)
  expect(await office.orders.previewCancel({ number: order.orderNumber })).toMatchObject({ points })
  await office.orders.refund(asked(order.orderNumber, 350, 3400))
  await app.runJobs()
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({
    status: 'paid',
    refunded_pence: 350,
  })
  expect(await pointsOf(order.account.accountId)).toBe(before - 4)
  const shown = await office.orders.get({ number: order.orderNumber })
  expect(shown).toMatchObject({
    order: { state: 'partlyRefunded' },
    money: { backPence: 350, staysPence: 3050, leftPence: 3050 },
    places: [{ state: 'confirmed' }],
    payments: [{ back: [{ state: 'succeeded', kind: 'goodwill', by: 'Ann Perry' }] }],
  })
  const orderLine = { number: order.orderNumber, state: 'partlyRefunded', backPence: 350, goingPence: 0 }
  const ofFamily = await office.families.orders({ id: order.account.accountId })
  expect(ofFamily.items).toMatchObject([orderLine])
  const [own] = (await order.account.api.orders.class.list({ page: 1 })).items
  expect(own).toMatchObject({
    status: 'paid',
    refunds: [{ refundedPence: 350, method: 'card', isOnItsWay: false }],
  })
  const mails = await rowsOf(app.db, 'mails', { to_email: order.account.email })
  expect(mails.map(({ subject }) => subject)).toContain('Refund for your order')
  await requireSound()
})

test('a refund that is not possible is refused with a sentence and changes nothing', async () => {
  const order = await paidOrder(1000)
  const unpaid = await makeClassOrder(app, { pricePence: 1000, date: '2026-12-20' })
  const other = await makeClassOrder(app, { pricePence: 1000, date: '2026-12-20' })
  const [office, desk] = [await app.office('manager'), await app.office('frontDesk')]
  const good = asked(order.orderNumber, 100, 1000)
  const [othersPlace] = await rowsOf(app.db, 'bookings', { order_id: other.orderId })
  await expect(office.orders.refund({ ...good, pence: 1001 })).rejects.toThrow(
    'At most £10.00 can be refunded',
  )
  await expect(office.orders.refund({ ...good, pence: 0 })).rejects.toThrow('at least £0.01')
  await expect(office.orders.refund({ ...good, leftPence: 999 })).rejects.toMatchObject({ officeCode: 409 })
  await expect(office.orders.refund({ ...good, reason: '' })).rejects.toThrow('Please say why')
  await expect(office.orders.refund({ ...good, method: 'bank' })).rejects.toThrow('bank reference')
  await expect(office.orders.refund({ ...good, bookingId: othersPlace?.id ?? 0 })).rejects.toThrow(
    'not found',
  )
  await expect(office.orders.refund(asked(unpaid.orderNumber, 100, 0))).rejects.toThrow('Nothing was paid')
  await expect(office.orders.refund(asked('XXX', 100, 0))).rejects.toThrow('This order was not found')
  await expect(desk.orders.refund(good)).rejects.toMatchObject({ officeCode: 403 })
  expect(await refundsOf(order)).toEqual([])
})

test('a refund that the provider refuses is retried once, then waits for staff to refund by hand', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  app.cards.faults.refuseRefunds = 2
  const before = await pointsOf(order.account.accountId)
  await office.orders.refund(asked(order.orderNumber, 3400, 3400))
  await app.runJobs()
  const [failed] = await refundsOf(order)
  expect(failed).toMatchObject({ status: 'failed', failures: 2, failed_why: 'card_not_supported' })
  expect(await pointsOf(order.account.accountId)).toBe(before)
  expect((await office.orders.get({ number: order.orderNumber })).money).toMatchObject({
    ...{ owedPence: 3400, leftPence: 0, backPence: 0 },
  })
  const { events } = await office.orders.get({ number: order.orderNumber })
  expect(events.at(-1)).toMatchObject({ what: 'refundFailed', words: 'card_not_supported', pence: 3400 })
  const told = (await rowsOf(app.db, 'jobs', { kind: 'tell-staff' })).map(({ payload }) => payload)
  expect(told).toContainEqual(
    expect.objectContaining({ wish: 'refundFailed', words: `Order ${order.orderNumber}` }),
  )
  expect(await office.health.bell({})).toMatchObject({ refundsFailed: 1 })
  expect(await office.health.today({})).toMatchObject({ refunds: { failed: 1, waiting: 0 } })
  expect(await office.health.get({})).toMatchObject({
    refundsFailed: [{ orderNumber: order.orderNumber, amountPence: 3400 }],
  })
  expect((await office.orders.list({ needs: 'refundFailed' })).items).toMatchObject([
    { number: order.orderNumber },
  ])
  expect(await (await app.office('frontDesk')).health.bell({})).toMatchObject({ refundsFailed: null })
  await expect(office.orders.refund(asked(order.orderNumber, 1, 0))).rejects.toThrow('At most £0.00')
  await requireSound()
  await office.orders.refundByHand({ refundId: failed?.id ?? 0, method: 'bank', reference: 'BACS 7' })
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 3400 })
  expect(await pointsOf(order.account.accountId)).toBe(before - 34)
  expect((await office.orders.get({ number: order.orderNumber })).events.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['refundFailed', 'refunded']),
  )
  await expect(office.orders.retryRefund({ refundId: failed?.id ?? 0 })).rejects.toThrow('needs no decision')
  await expect(office.orders.retryRefund({ refundId: 999_999 })).rejects.toThrow('This refund was not found')
  const desk = await app.office('frontDesk')
  await expect(desk.orders.retryRefund({ refundId: failed?.id ?? 0 })).rejects.toMatchObject({
    officeCode: 403,
  })
  await requireSound()
})

test('only one of twenty simultaneous decisions on a failed refund counts, with one refund', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  app.cards.faults.refuseRefunds = 2
  await office.orders.refund(asked(order.orderNumber, 3400, 3400))
  await app.runJobs()
  const [{ id: refundId } = { id: 0 }] = await refundsOf(order)
  const offices = await Promise.all(Array.from({ length: 20 }, () => app.office('manager')))
  const presses = await Promise.allSettled(
    offices.map((one, at) =>
      at % 2 === 0
        ? one.orders.retryRefund({ refundId })
        : one.orders.refundByHand({ refundId, method: 'cash', reference: `Receipt ${at}` }),
    ),
  )
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await app.runJobs()
  expect(await refundsOf(order)).toMatchObject([{ status: 'succeeded' }])
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 3400 })
  await requireSound()
})

test('a failed refund succeeds when staff try it again', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  app.cards.faults.refuseRefunds = 2
  await office.orders.refund(asked(order.orderNumber, 100, 3400))
  await app.runJobs()
  const [failed] = await refundsOf(order)
  await office.orders.retryRefund({ refundId: failed?.id ?? 0 })
  await app.runJobs()
  expect(await refundsOf(order)).toMatchObject([{ status: 'succeeded' }])
  await requireSound()
})

test('a refund waits while the balance is too low, and is made once there is money', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  app.cards.faults.lackBalance = 1
  await office.orders.refund(asked(order.orderNumber, 500, 3400))
  await app.runJobs()
  expect(await refundsOf(order)).toMatchObject([{ status: 'waiting', failed_why: 'insufficient_funds' }])
  expect(await office.health.today({})).toMatchObject({ refunds: { failed: 0, waiting: 1 } })
  expect((await office.orders.list({ needs: 'refundWaiting' })).items).toMatchObject([
    { number: order.orderNumber, state: 'paid', goingPence: 500 },
  ])
  await requireSound()
  // The hook is lost, so the provider is asked again within the hour.
  app.cards.faults.dropHooks = 1
  app.cards.topUpBalance()
  app.clock.advance(61)
  await expireOrders(app.services)
  await app.runJobs()
  expect(await refundsOf(order)).toMatchObject([{ status: 'succeeded' }])
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 500 })
  await requireSound()
})

test('a refund made at Stripe is recorded once, and the place stays booked', async () => {
  const order = await paidOrder()
  const before = await pointsOf(order.account.accountId)
  app.cards.faults.duplicateHooks = 1
  app.cards.refundInDashboard(order.payment.payment_ref, 1000)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await refundsOf(order)).toMatchObject([
    { status: 'succeeded', kind: 'atStripe', amount_pence: 1000, staff_id: null },
  ])
  expect(await pointsOf(order.account.accountId)).toBe(before - 10)
  const office = await app.office('manager')
  expect(await office.orders.get({ number: order.orderNumber })).toMatchObject({
    order: { state: 'partlyRefunded' },
    places: [{ state: 'confirmed' }],
    money: { leftPence: 2400 },
  })
  await requireSound()
})

test('our refund is dropped if a refund at Stripe leaves too little for it', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  await office.orders.refund(asked(order.orderNumber, 3400, 3400))
  app.cards.refundInDashboard(order.payment.payment_ref, 3400)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  await app.runJobs()
  const refunds = await refundsOf(order)
  const live = refunds.filter(({ status }) => status !== 'superseded' && status !== 'failed')
  expect(live.reduce((all, { amount_pence: pence }) => all + pence, 0)).toBe(3400)
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 3400 })
  await requireSound()
})

test('a refund at Stripe beyond the payment is recorded in full; takings count the covered part', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  const { orderNumber: number, payment } = order
  await office.orders.refund({ ...asked(number, 1000, 3400), method: 'cash', reference: 'Till' })
  app.cards.refundInDashboard(payment.payment_ref, 3400)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const made = await refundsOf(order)
  expect(made).toMatchObject([
    { method: 'cash', amount_pence: 1000, beyond_pence: 0 },
    { kind: 'atStripe', status: 'succeeded', amount_pence: 2400, beyond_pence: 1000 },
  ])
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 3400 })
  expect(await office.orders.get({ number })).toMatchObject({
    order: { state: 'refunded' },
    money: { leftPence: 0 },
    payments: [{ back: [{ pence: 1000 }, { pence: 3400, beyondPence: 1000 }] }],
  })
  await requireSound()
  // The bank returns the money: only the part that was counted is taken back.
  app.cards.failRefund(made[1]?.provider_ref ?? '')
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 1000 })
  await requireSound()
})

test('refunds and failures at Stripe are found by polling when their hooks are lost, once', async () => {
  const order = await paidOrder()
  app.cards.faults.dropHooks = 1
  app.cards.refundInDashboard(order.payment.payment_ref, 1000)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await refundsOf(order)).toEqual([])
  for (const _ of [1, 2]) {
    await Promise.all([reconcileRefunds(app.services), reconcileRefunds(app.services)])
    await app.runJobs()
    app.clock.advance(10)
  }
  const made = await refundsOf(order)
  expect(made).toMatchObject([{ status: 'succeeded', kind: 'atStripe', amount_pence: 1000 }])
  expect(await (await app.office('manager')).orders.get({ number: order.orderNumber })).toMatchObject({
    order: { state: 'partlyRefunded' },
    places: [{ state: 'confirmed' }],
  })
  app.cards.faults.dropHooks = 1
  app.cards.failRefund(made[0]?.provider_ref ?? '')
  await reconcileRefunds(app.services)
  await app.runJobs()
  expect(await refundsOf(order)).toMatchObject([{ status: 'superseded' }])
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 0 })
  await requireSound()
})

test('our refund needs no decision if Stripe refuses it because it was made there before', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  app.cards.faults.dropHooks = 1
  app.cards.refundInDashboard(order.payment.payment_ref, 3400)
  await office.orders.refund(asked(order.orderNumber, 3400, 3400))
  await app.runJobs()
  expect((await refundsOf(order)).map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
    'atStripe succeeded',
    'goodwill superseded',
  ])
  expect(await office.health.bell({})).toMatchObject({ refundsFailed: 0 })
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 3400 })
  await requireSound()
})

test('an account is not closed while a refund to it is on its way', async () => {
  const order = await paidOrder()
  const office = await app.office('manager')
  app.cards.faults.lackBalance = 1
  await office.orders.refund(asked(order.orderNumber, 500, 3400))
  await app.runJobs()
  const close = () => order.account.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  expect(await refusal(close())).toBe(sentences.closeRefunding)
  app.cards.topUpBalance()
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  await close()
  expect(await rowOf(app.db, 'accounts', { id: order.account.accountId })).toMatchObject({ status: 'closed' })
})

test('a refund of more than £250 at once mails the owner', async () => {
  const order = await paidOrder(30_000)
  const office = await app.office('manager')
  await office.orders.refund(asked(order.orderNumber, 25_000, 30_000))
  await office.orders.refund(asked(order.orderNumber, 5_000, 5_000))
  await app.runJobs()
  const large = (await rowsOf(app.db, 'jobs', { kind: 'tell-staff' })).filter(({ payload }) =>
    JSON.stringify(payload).includes('large-refund'),
  )
  expect(large).toEqual([])
  const more = await paidOrder(30_000)
  await office.orders.refund(asked(more.orderNumber, 25_001, 30_000))
  expect(
    (await rowsOf(app.db, 'jobs', { kind: 'tell-staff' })).filter(({ payload }) =>
      JSON.stringify(payload).includes('large-refund'),
    ),
  ).toHaveLength(1)
  await app.runJobs()
})

test('a pack is refunded as goodwill, and its credits stay', async () => {
  const order = await makePackOrder(app, { credits: 10, pricePence: 9000 })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const office = await app.office('manager')
  await office.orders.refund(asked(order.orderNumber, 900, 9000))
  await app.runJobs()
  expect((await rowOf(app.db, 'accounts', { id: order.account.accountId })).credit_balance).toBe(10)
  await requireSound()
})
