import { expect, test } from 'vitest'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeClassOrder, payByCard } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

async function paidOrder() {
  const order = await makeClassOrder(app, { pricePence: 3400, date: '2026-12-20' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  return order
}

const ask = (number: string, pence = 500) => ({ number, pence, reason: 'She rang us' })
const refund = (number: string, askedId: number) => ({
  ...{ number, pence: 500, leftPence: 3400, method: 'card' as const, reference: '' },
  ...{ reason: 'She rang us', askedId },
})
const requireSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

async function askedOrder() {
  const order = await paidOrder()
  const desk = await app.office('frontDesk')
  await desk.orders.askRefund(ask(order.orderNumber))
  const { id: askedId } = await rowOf(app.db, 'asked_refunds', { order_id: order.orderId })
  return { ...order, desk, askedId }
}

test('the desk asks for a refund, Today and the bell show it, and a manager accepts it', async () => {
  const order = await askedOrder()
  const office = await app.office('manager')
  expect(await office.orders.get({ number: order.orderNumber })).toMatchObject({
    asked: [{ id: order.askedId, pence: 500, reason: 'She rang us', state: 'open' }],
  })
  expect(await office.health.bell({})).toMatchObject({ askedRefunds: 1 })
  expect(await office.health.today({})).toMatchObject({ askedRefunds: 1 })
  expect((await office.orders.list({ needs: 'asked' })).items).toMatchObject([{ number: order.orderNumber }])
  expect(await order.desk.health.bell({})).toMatchObject({ askedRefunds: null })
  await requireSound()
  await office.orders.refund(refund(order.orderNumber, order.askedId))
  await app.runJobs()
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 500 })
  expect(await rowOf(app.db, 'asked_refunds', { id: order.askedId })).toMatchObject({ status: 'accepted' })
  expect(await office.health.bell({})).toMatchObject({ askedRefunds: 0 })
  await requireSound()
})

test('a declined request refunds nothing, and the desk may ask again', async () => {
  const order = await askedOrder()
  const office = await app.office('manager')
  await office.orders.declineRefund({ askedId: order.askedId, reason: 'The class took place' })
  expect(await order.desk.orders.get({ number: order.orderNumber })).toMatchObject({
    asked: [{ state: 'declined', decidedBy: 'Ann Perry' }],
  })
  await expect(office.orders.refund(refund(order.orderNumber, order.askedId))).rejects.toThrow(
    /^Ann Perry did this at \d\d:\d\d$/,
  )
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 0 })
  await order.desk.orders.askRefund(ask(order.orderNumber, 100))
  await requireSound()
})

test('a request or decision that is not possible is refused with a sentence and changes nothing', async () => {
  const order = await askedOrder()
  const other = await askedOrder()
  const unpaid = await makeClassOrder(app, { pricePence: 3400, date: '2026-12-20' })
  const [office, teacher] = [await app.office('manager'), await app.office('teacher')]
  const { desk } = order
  const [othersPlace] = await rowsOf(app.db, 'bookings', { order_id: other.orderId })
  await expect(desk.orders.askRefund(ask(order.orderNumber))).rejects.toThrow(cancelSentences.askedBefore)
  await expect(desk.orders.askRefund(ask(unpaid.orderNumber))).rejects.toThrow('Nothing was paid')
  const fresh = await paidOrder()
  await expect(desk.orders.askRefund(ask(fresh.orderNumber, 3401))).rejects.toThrow('At most £34.00')
  await expect(desk.orders.askRefund({ ...ask(fresh.orderNumber), reason: '' })).rejects.toThrow(
    'Please say why',
  )
  await expect(
    desk.orders.askRefund({ ...ask(fresh.orderNumber), bookingId: othersPlace?.id ?? 0 }),
  ).rejects.toThrow('not found')
  const decline = { askedId: order.askedId, reason: 'The class took place' }
  await expect(desk.orders.declineRefund(decline)).rejects.toMatchObject({ officeCode: 403 })
  await expect(teacher.orders.askRefund(ask(fresh.orderNumber))).rejects.toMatchObject({ officeCode: 403 })
  await expect(office.orders.declineRefund({ ...decline, askedId: 999_999 })).rejects.toThrow(
    cancelSentences.askNotFound,
  )
  await expect(office.orders.refund(refund(fresh.orderNumber, order.askedId))).rejects.toThrow(
    cancelSentences.askNotFound,
  )
  expect(await rowOf(app.db, 'orders', { id: fresh.orderId })).toMatchObject({ refunded_pence: 0 })
  expect(await rowOf(app.db, 'asked_refunds', { id: order.askedId })).toMatchObject({ status: 'open' })
})

test('only one of twenty simultaneous decisions on one request counts', async () => {
  const order = await askedOrder()
  const offices = await Promise.all(Array.from({ length: 20 }, () => app.office('manager')))
  const presses = await Promise.allSettled(
    offices.map((one, at) =>
      at % 2 === 0
        ? one.orders.refund(refund(order.orderNumber, order.askedId))
        : one.orders.declineRefund({ askedId: order.askedId, reason: 'The class took place' }),
    ),
  )
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await app.runJobs()
  const { status } = await rowOf(app.db, 'asked_refunds', { id: order.askedId })
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({
    refunded_pence: status === 'accepted' ? 500 : 0,
  })
  await requireSound()
})
