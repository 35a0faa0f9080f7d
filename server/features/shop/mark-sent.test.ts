import { beforeAll, expect, test } from 'vitest'
import type { OfficeApi } from '#contract/office/client.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeClassOrder, makeProductOrder, payByCard } from '#testing/make-order.ts'
import { delivery } from '#testing/make-product.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
let desk: OfficeApi
beforeAll(async () => {
  await app.office('owner')
  desk = await app.office('frontDesk')
})

async function makePaidOrder(quantity = 1) {
  const order = await makeProductOrder(app, { quantity, stockLeft: 3 })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  return order
}

const numbersToSend = async () => (await desk.parcels.list({})).parcels.map(({ number }) => number)
const told = ({ orderId }: { orderId: number }) =>
  rowsOf(app.db, 'messages', { once_key: `order-dispatched-${orderId}` })

test('front desk lists unsent orders, oldest first, and sends them; customers are told once', async () => {
  const first = await makePaidOrder(2)
  app.clock.advance(5)
  const second = await makePaidOrder()
  const unpaid = await makeProductOrder(app, { quantity: 1, stockLeft: 1 })
  const list = await desk.parcels.list({})
  expect(list).toMatchObject({
    total: 2,
    parcels: [
      {
        number: first.orderNumber,
        accountId: first.account.accountId,
        name: delivery.fullName,
        phone: delivery.mobile,
        address: delivery.address,
        postcode: delivery.postcode,
        items: [{ productId: first.productId, name: 'Kite', quantity: 2 }],
        backPence: 0,
      },
      { number: second.orderNumber },
    ],
  })
  expect((await desk.health.today({})).toSend).toBe(2)
  expect((await desk.orders.get({ number: first.orderNumber })).delivery).toMatchObject({
    isToSend: true,
    sentAt: null,
    sentBy: '',
  })

  const now = app.clock.now()
  const numbers = [first.orderNumber, unpaid.orderNumber, 'X'.repeat(23)]
  expect(await desk.parcels.markSent({ numbers })).toEqual({
    sent: 1,
    left: [
      { number: unpaid.orderNumber, sentence: 'This order can no longer be dispatched' },
      { number: 'X'.repeat(23), sentence: 'This order was not found' },
    ],
  })
  expect(await numbersToSend()).toEqual([second.orderNumber])
  expect(await told(first)).toHaveLength(1)
  expect(await told(unpaid)).toEqual([])
  const { delivery: sent, events } = await desk.orders.get({ number: first.orderNumber })
  expect(sent).toMatchObject({ isToSend: false, sentAt: now.toISOString(), sentBy: 'Ann Perry' })
  expect(events).toContainEqual(expect.objectContaining({ what: 'sent', by: 'office', byName: 'Ann Perry' }))
  const action = await rowOf(app.db, 'staff_actions', { action: 'order.sent' })
  expect(action).toMatchObject({ subject_kind: 'order', subject_id: first.orderId, facts: {} })
  expect(action.account_id).toBe(first.account.accountId)
})

test('if two send the same parcel at once, one sends it, and the other reads who did', async () => {
  const order = await makePaidOrder()
  const other = await app.office('manager')
  const numbers = [order.orderNumber]
  const answers = await Promise.all([desk.parcels.markSent({ numbers }), other.parcels.markSent({ numbers })])
  expect(answers.map(({ sent }) => sent).toSorted()).toEqual([0, 1])
  const [left] = answers.flatMap(answer => answer.left)
  expect(left).toMatchObject({
    number: order.orderNumber,
    sentence: expect.stringMatching(/^Ann Perry marked this order as sent on /),
  })
  expect(await told(order)).toHaveLength(1)
  expect(await rowsOf(app.db, 'staff_actions', { subject_id: order.orderId })).toHaveLength(1)
})

test('the same press again returns the first answer, and tells nobody again', async () => {
  const order = await makePaidOrder()
  const press = { numbers: [order.orderNumber], requestId: crypto.randomUUID() }
  expect(await desk.parcels.markSent(press)).toEqual({ sent: 1, left: [] })
  expect(await desk.parcels.markSent(press)).toEqual({ sent: 1, left: [] })
  expect(await told(order)).toHaveLength(1)
})

test('a class is not sent, and a teacher neither sees nor sends anything', async () => {
  const booked = await makeClassOrder(app)
  await payByCard(app, booked)
  await app.cards.deliverPendingHooks()
  expect(await numbersToSend()).not.toContain(booked.orderNumber)
  const numbers = [booked.orderNumber]
  expect((await desk.parcels.markSent({ numbers })).left).toEqual([
    { number: booked.orderNumber, sentence: 'This order was not found' },
  ])
  const teacher = await app.office('teacher')
  expect((await teacher.health.today({})).toSend).toBeNull()
  expect(await refusal(teacher.parcels.list({}))).toBe('Your role does not allow this')
  const order = await makePaidOrder()
  expect(await refusal(teacher.parcels.markSent({ numbers: [order.orderNumber] }))).toBe(
    'Your role does not allow this',
  )
  expect(await numbersToSend()).toContain(order.orderNumber)
})

test('more parcels than one request may mark are refused', async () => {
  const { token } = await makeStaff(app, { role: 'frontDesk' })
  const numbers = Array.from({ length: 201 }, (_, at) => `26-${at}`)
  expect(await app.officeCall('Office/Parcels/markSent', { numbers }, { token })).toMatchObject({
    code: 0,
    msg: 'Please choose fewer items at a time',
  })
})

test('afterwards every invariant holds', async () => {
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
