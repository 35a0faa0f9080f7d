import { expect, test } from 'vitest'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton, makeClassOrder, openPage, payByCard, readOutcome } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')

const inCash = (number: string) => ({ number, method: 'cash' as const, reference: ' Receipt 12 ' })
const expectSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('the front desk records cash for an unpaid order: it is confirmed, and its card page is closed', async () => {
  const order = await makeClassOrder(app, { pricePence: 850, date: '2026-12-20' })
  const page = await openPage(app, order)
  await desk.orders.payAtDesk(inCash(order.orderNumber))
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    ...{ status: 'paid', paidPence: 850, bookings: ['confirmed'], placesTaken: 1 },
  })
  const payments = await rowsOf(app.db, 'payments', { order_id: order.orderId })
  expect(payments.filter(({ status }) => status === 'succeeded')).toMatchObject([
    { provider: 'desk', method: 'cash', reference: 'Receipt 12', amount_pence: 850 },
  ])
  expect(await desk.orders.get({ number: order.orderNumber })).toMatchObject({
    order: { state: 'paid', method: 'desk' },
  })
  const mails = await rowsOf(app.db, 'mails', { to_email: order.account.email })
  expect(mails.map(({ body_text }) => body_text).join()).toContain('in cash (reference Receipt 12)')
  // The page that stayed open in a tab takes no second payment.
  await clickCardPageButton(page, 'pay').catch(() => {})
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ paidPence: 850 })
  expect(await rowsOf(app.db, 'refunds', {})).toEqual([])
  await expectSound()
})

test('of ten people who record the same money one counts; the others read that it is paid', async () => {
  const order = await makeClassOrder(app, { pricePence: 850, date: '2026-12-20' })
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => desk.orders.payAtDesk(inCash(order.orderNumber))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason.message).toBe(deskSentences.noLongerUnpaid)
  expect(await rowsOf(app.db, 'payments', { order_id: order.orderId })).toHaveLength(1)
  await expectSound()
})

test('an order that was paid by card meanwhile, or has ended, takes no money at the desk', async () => {
  const paid = await makeClassOrder(app, { pricePence: 850, date: '2026-12-20' })
  app.cards.faults.dropHooks = 1
  await payByCard(app, paid)
  expect(await refusal(desk.orders.payAtDesk(inCash(paid.orderNumber)))).toBe(deskSentences.noLongerUnpaid)
  expect(await readOutcome(app, paid.orderId)).toMatchObject({ status: 'paid', paidPence: 850 })
  expect(await desk.orders.get({ number: paid.orderNumber })).toMatchObject({ order: { method: 'card' } })

  const ended = await makeClassOrder(app, { pricePence: 850, date: '2026-12-20' })
  await desk.orders.end({ number: ended.orderNumber, reason: 'She rang us' })
  expect(await refusal(desk.orders.payAtDesk(inCash(ended.orderNumber)))).toBe(deskSentences.noLongerUnpaid)

  const unpaid = await makeClassOrder(app, { pricePence: 850, date: '2026-12-20' })
  await openPage(app, unpaid)
  app.cards.faults.failCalls = 9
  expect(await refusal(desk.orders.payAtDesk(inCash(unpaid.orderNumber)))).toBe(deskSentences.pageStaysOpen)
  app.cards.faults.failCalls = 0
  expect(await readOutcome(app, unpaid.orderId)).toMatchObject({ status: 'pending' })
  await expectSound()
})

test('an order that the desk booked with a payment link is paid in cash after all', async () => {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850, date: '2026-12-20' })
  const { number } = await desk.deskBookings.place({
    ...{
      accountId: family.accountId,
      childIds: family.childIds,
      offeringId: session.offeringId,
      isTrial: false,
    },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 850, creditsUsed: 0 } },
    ...{ pay: 'link', reference: '' },
  })
  await desk.orders.payAtDesk(inCash(number))
  expect(await desk.orders.get({ number })).toMatchObject({ order: { state: 'paid', method: 'desk' } })
  await expectSound()
})

test('a teacher records no money, and an unknown order is not found', async () => {
  const order = await makeClassOrder(app, { pricePence: 850, date: '2026-12-20' })
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.orders.payAtDesk(inCash(order.orderNumber)))).toBe(officeSentences.notYours)
  expect(await refusal(desk.orders.payAtDesk(inCash('XXX')))).toBe('This order was not found')
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending' })
})
