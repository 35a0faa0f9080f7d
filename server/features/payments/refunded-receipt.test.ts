import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import { receiveAtDesk } from '#server/features/orders/receive-at-desk.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { openPage } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { press } from '#testing/start-card-provider.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const app = await startTestApp()
await app.office('owner')
const manager = await app.office('manager')

/** Makes an order of two places of £8.50 whose money is expected, and pays it on a card page that was opened before. */
async function cardReceipt() {
  const family = await makeFamily(app, { children: 2, points: 0 })
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850, date: '2026-12-20' })
  const { orderNumber: number } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  const page = await openPage(app, { orderNumber: number, account: family })
  const money = { method: 'childcare' as const, reference: number, isExpected: true }
  await transaction(app.db, tx => receiveAtDesk(tx, orderId, 1700, money, app.clock.now()))
  await changeRows(app.db, 'payments', { order_id: orderId, provider: 'desk' }, { by_family: true })
  await press(page, 'pay')
  await app.cards.deliverPendingHooks()
  const card = await rowOf(app.db, 'payments', { order_id: orderId, provider: 'stripe' })
  expect(card).toMatchObject({ status: 'received' })
  return { family, number, orderId, paymentRef: card.payment_ref, cardId: card.id }
}
type CardReceipt = Awaited<ReturnType<typeof cardReceipt>>

async function refundAtStripe({ paymentRef }: CardReceipt, pence: number) {
  app.cards.refundInDashboard(paymentRef, pence)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
}

async function failAtStripe(ref: string | null) {
  app.cards.failRefund(ref ?? '')
  await app.cards.deliverPendingHooks()
  await app.runJobs()
}

async function moneyOf({ orderId, family }: CardReceipt) {
  const { paid_pence: paid, refunded_pence: back } = await rowOf(app.db, 'orders', { id: orderId })
  const desk = await rowOf(app.db, 'payments', { order_id: orderId, provider: 'desk' })
  const { rows } = await sql<{
    net: number
  }>`select sum(received_pence - back_pence)::integer as net from takings
    where order_id = ${orderId}`.execute(app.db)
  const { points_balance: points } = await rowOf(app.db, 'accounts', { id: family.accountId })
  return { paid, back, payment: desk.status, net: rows[0]?.net, points }
}

/** Cancels the first of two places of £8.50 and settles its money: so much goes back to the card, the rest stays. */
async function cancelFirstPlace({ number }: CardReceipt, refundPence: number) {
  const { places } = await manager.orders.previewCancel({ number })
  await manager.orders.cancelPlaces({
    ...{ number, method: 'card', reference: '', reason: 'She is ill' },
    places: places
      .slice(0, 1)
      .map(({ bookingId }) => ({ bookingId, refundPence, rest: 'kept', returnCredits: false })),
    expected: { refundedPence: refundPence, keptPence: 850 - refundPence, credits: 0 },
  })
}

const refundsOf = ({ cardId }: CardReceipt) => rowsOf(app.db, 'refunds', { payment_id: cardId })
const requireSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('a card receipt that is refunded at Stripe is taken back, so that the money is expected again', async () => {
  const order = await cardReceipt()
  expect(await moneyOf(order)).toEqual({ paid: 1700, back: 0, payment: 'succeeded', net: 1700, points: 17 })
  await refundAtStripe(order, 850)
  await reconcileRefunds(app.services)
  await app.runJobs()
  const once = { paid: 850, back: 0, payment: 'expected', net: 850, points: 8 }
  expect(await moneyOf(order)).toEqual(once)
  const shown = await manager.orders.get({ number: order.number })
  expect(shown).toMatchObject({
    order: { state: 'expected' },
    expected: {
      ...{ isOpen: true, receivedPence: 850 },
      receipts: [{ pence: 1700 }, { pence: -850, by: '', mayBeCorrected: false }],
    },
  })
  expect(shown.events.map(({ what, by }) => `${what} ${by}`)).toContain('receiptCorrected site')
  await requireSound()

  await refundAtStripe(order, 850)
  expect(await moneyOf(order)).toEqual({ paid: 0, back: 0, payment: 'expected', net: 0, points: 0 })
  await requireSound()

  // The bank of the card refuses the second one.
  await failAtStripe((await refundsOf(order)).at(-1)?.provider_ref ?? '')
  expect(await moneyOf(order)).toEqual(once)
  await requireSound()
})

test('a refund that waits to be given by hand is settled by the same sum refunded at Stripe', async () => {
  const order = await cardReceipt()
  await cancelFirstPlace(order, 850)
  expect(await moneyOf(order)).toMatchObject({ paid: 1700, back: 0, net: 1700 })
  await refundAtStripe(order, 850)
  await reconcileRefunds(app.services)
  await app.runJobs()
  expect(await moneyOf(order)).toMatchObject({
    paid: 1700,
    back: 850,
    payment: 'succeeded',
    net: 850,
    points: 8,
  })
  expect(await refundsOf(order)).toEqual([])
  expect(
    (await manager.orders.get({ number: order.number })).payments.flatMap(({ back }) => back),
  ).toMatchObject([{ pence: 850, method: 'other', state: 'succeeded' }])
  await requireSound()
  const settled = (await rowsOf(app.db, 'refunds', {})).find(({ method }) => method === 'other')
  await failAtStripe(settled?.provider_ref ?? '')
  expect(await moneyOf(order)).toMatchObject({ paid: 1700, back: 0, net: 1700, points: 17 })
  expect(await rowOf(app.db, 'refunds', { id: settled?.id ?? 0 })).toMatchObject({
    ...{ status: 'failed', method: 'hand' },
  })
  await requireSound()
})

test('money that was settled with a cancelled place stays received', async () => {
  const order = await cardReceipt()
  await cancelFirstPlace(order, 0)
  await refundAtStripe(order, 1700)
  expect(await moneyOf(order)).toMatchObject({ paid: 850, back: 0, payment: 'expected' })
  await requireSound()
})
