import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeOrder, makeClassOrder, openPage, payByCard, readOutcome } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { press } from '#testing/start-card-provider.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

/** Makes an order of £20 whose card page took a penny less than we asked for. */
async function differingOrder(): Promise<MadeOrder> {
  const order = await makeClassOrder(app, { pricePence: 2000, date: '2026-12-20', capacity: 1 })
  await press(await openPage(app, order), 'payLess')
  await app.cards.deliverPendingHooks()
  return order
}

/**
 * Makes an order whose payment row expects a penny until the hook has arrived, and the right price
 * afterwards. So the payment matches when the provider is asked again.
 */
async function misreadOrder(): Promise<MadeOrder> {
  const order = await makeClassOrder(app, { pricePence: 2000, date: '2026-12-20' })
  const url = await openPage(app, order)
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { amount_pence: 1 })
  await press(url, 'pay')
  await app.cards.deliverPendingHooks()
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { amount_pence: 2000 })
  return order
}

const refundsOf = async ({ orderId }: MadeOrder) => {
  const payments = await rowsOf(app.db, 'payments', { order_id: orderId })
  const refunds = await Promise.all(payments.map(({ id }) => rowsOf(app.db, 'refunds', { payment_id: id })))
  return refunds.flat()
}
const decided = (number: string, receivedPence = 1999) => ({ number, receivedPence, reason: 'He rang us' })
const requireSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('the office reads both amounts of a mismatched payment, and checking again changes nothing', async () => {
  const order = await differingOrder()
  const office = await app.office('manager')
  const shown = await office.orders.get({ number: order.orderNumber })
  expect(shown).toMatchObject({
    order: { state: 'differs' },
    payments: [
      {
        ...{ state: 'mismatched', pence: 2000 },
        differs: { pence: 1999, currency: 'gbp', orderNumber: order.orderNumber, isOurMode: true },
      },
    ],
  })
  // What came in is the same amount in all places.
  expect(shown.events.find(({ what }) => what === 'differs')).toMatchObject({ pence: 1999 })
  expect((await office.health.get({})).mismatched).toMatchObject([
    { orderNumber: order.orderNumber, amountPence: 1999, askedPence: 2000 },
  ])
  expect(await office.orders.askAgain({ number: order.orderNumber })).toMatchObject({
    outcome: 'differs',
    differs: { pence: 1999 },
  })
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', payments: ['mismatched'] })
  const actions = await rowsOf(app.db, 'staff_actions', { action: 'mismatch.decide' })
  expect(actions.at(-1)).toMatchObject({ facts: { decision: 'askAgain', outcome: 'differs' } })
  await requireSound()
})

test('a payment that matches by now is confirmed by checking again', async () => {
  const order = await misreadOrder()
  const office = await app.office('manager')
  expect((await office.orders.askAgain({ number: order.orderNumber })).outcome).toBe('paid')
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    ...{ status: 'paid', paidPence: 2000, payments: ['succeeded'], bookings: ['confirmed'] },
  })
  await expect(office.orders.askAgain({ number: order.orderNumber })).rejects.toThrow(
    cancelSentences.noMismatch,
  )
  await expect(office.orders.giveBackMismatch(decided(order.orderNumber, 2000))).rejects.toThrow(
    cancelSentences.noMismatch,
  )
  await requireSound()
})

test('the payment is refunded, the order ends, its place is free and the family is told once', async () => {
  const order = await differingOrder()
  const office = await app.office('manager')
  await office.orders.giveBackMismatch(decided(order.orderNumber))
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    ...{ status: 'cancelled', cancelReason: 'staff', paidPence: 0, refundedPence: 0 },
    ...{ payments: ['refused'], bookings: ['cancelled'], placesTaken: 0 },
  })
  expect(await refundsOf(order)).toMatchObject([
    { amount_pence: 1999, kind: 'mismatch', status: 'succeeded', reason: 'He rang us' },
  ])
  const mails = await rowsOf(app.db, 'mails', { to_email: order.account.email })
  const cancelled = mails.filter(({ subject }) => subject === 'Your order has been cancelled')
  expect(cancelled).toHaveLength(1)
  expect(cancelled[0]?.body_text).toContain('Your payment of £19.99 was not what we had asked for')
  expect(cancelled[0]?.body_text).not.toContain('You have not been charged')
  const shown = await office.orders.get({ number: order.orderNumber })
  expect(shown).toMatchObject({
    order: { state: 'cancelled' },
    payments: [{ state: 'refused', back: [{ kind: 'mismatch', by: 'Ann Perry', state: 'succeeded' }] }],
  })
  await expect(office.orders.giveBackMismatch(decided(order.orderNumber))).rejects.toThrow(
    /^Ann Perry did this at \d\d:\d\d$/,
  )
  // Later hooks and the reconciler do not change the decision.
  app.clock.advance(1)
  await reconcilePayments(app.services)
  expect(await refundsOf(order)).toHaveLength(1)
  await requireSound()
})

test('a decision that is not possible is refused with a sentence and changes nothing', async () => {
  const order = await differingOrder()
  const unpaid = await makeClassOrder(app, { pricePence: 2000, date: '2026-12-20' })
  const [office, desk] = [await app.office('manager'), await app.office('frontDesk')]
  const number = order.orderNumber
  await expect(office.orders.giveBackMismatch({ ...decided(number), reason: '' })).rejects.toThrow(
    'Please say why',
  )
  await expect(office.orders.giveBackMismatch(decided(number, 2000))).rejects.toMatchObject({
    officeCode: 409,
  })
  await expect(office.orders.giveBackMismatch(decided(unpaid.orderNumber))).rejects.toThrow(
    cancelSentences.noMismatch,
  )
  await expect(office.orders.askAgain({ number: 'XXX' })).rejects.toThrow('This order was not found')
  await expect(desk.orders.askAgain({ number })).rejects.toMatchObject({ officeCode: 403 })
  await expect(desk.orders.giveBackMismatch(decided(number))).rejects.toMatchObject({ officeCode: 403 })
  app.cards.faults.failCalls = 2
  await expect(office.orders.askAgain({ number })).rejects.toThrow(cancelSentences.providerAway)
  await expect(office.orders.giveBackMismatch(decided(number))).rejects.toThrow(cancelSentences.providerAway)
  expect(await refundsOf(order)).toEqual([])
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', payments: ['mismatched'] })
})

test('an extra payment of a paid order is refunded alone, and the order stays paid', async () => {
  const order = await makeClassOrder(app, { pricePence: 2000, date: '2026-12-20' })
  const url = await openPage(app, order)
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { status: 'expired' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  await press(url, 'payLess')
  await app.cards.deliverPendingHooks()
  expect((await readOutcome(app, order.orderId)).payments).toEqual(['mismatched', 'succeeded'])
  const office = await app.office('manager')
  await office.orders.giveBackMismatch(decided(order.orderNumber))
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    ...{ status: 'paid', paidPence: 2000, refundedPence: 0, bookings: ['confirmed'] },
    payments: ['refused', 'succeeded'],
  })
  await requireSound()
})

test('only one of fifty simultaneous decisions on one payment counts, with one refund', async () => {
  const order = await differingOrder()
  const offices = await Promise.all(Array.from({ length: 50 }, () => app.office('manager')))
  const presses = await Promise.allSettled(
    offices.map(office => office.orders.giveBackMismatch(decided(order.orderNumber))),
  )
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await app.runJobs()
  expect(await refundsOf(order)).toMatchObject([{ status: 'succeeded', amount_pence: 1999 }])
  await requireSound()
})

test('checking again during a refund either confirms or refunds, never both', async () => {
  for (let round = 0; round < 10; round++) {
    const order = await misreadOrder()
    const office = await app.office('manager')
    await Promise.allSettled([
      office.orders.giveBackMismatch(decided(order.orderNumber, 2000)),
      office.orders.askAgain({ number: order.orderNumber }),
      reconcilePayments(app.services),
    ])
    await app.runJobs()
    const { status, payments } = await readOutcome(app, order.orderId)
    const refunds = await refundsOf(order)
    expect({ status, payments, refunds: refunds.length }).toEqual(
      status === 'paid'
        ? { status, payments: ['succeeded'], refunds: 0 }
        : { status: 'cancelled', payments: ['refused'], refunds: 1 },
    )
  }
  await requireSound()
})

test('a mismatched payment that was refunded does not wait for the office again', async () => {
  const order = await differingOrder()
  const { provider_ref: ref } = await rowOf(app.db, 'payments', { order_id: order.orderId })
  const office = await app.office('manager')
  await office.orders.giveBackMismatch(decided(order.orderNumber))
  const told = { ref, state: 'paid', amountPence: 1999, currency: 'gbp', orderNumber: order.orderNumber }
  const { rows } = await sql<{ outcome: string }>`
    select settle_payment(${JSON.stringify({ ...told, isOurMode: true, paymentRef: 'pi_x' })}, 0, null, ${app.clock.now()})
      as outcome`.execute(app.db)
  expect(rows[0]?.outcome).toBe('knownBefore')
  expect((await readOutcome(app, order.orderId)).payments).toEqual(['refused'])
})
