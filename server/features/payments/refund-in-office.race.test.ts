import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { makeClassOrder, makePackOrder, payByCard } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'

const app = await startTestApp()

async function paidOrder() {
  const order = await makeClassOrder(app, { pricePence: 3400, date: '2026-12-20' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  return { ...order, payment: await rowOf(app.db, 'payments', { order_id: order.orderId }) }
}

test('only one of fifty simultaneous refunds of one order succeeds', async () => {
  const order = await paidOrder()
  const offices = await Promise.all(Array.from({ length: 50 }, () => app.office('manager')))
  const presses = await Promise.allSettled(
    offices.map(office =>
      office.orders.refund({
        ...{ number: order.orderNumber, pence: 3400, leftPence: 3400, reason: 'She rang us' },
        ...{ method: 'card', reference: '' },
      }),
    ),
  )
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await app.runJobs()
  expect(await rowsOf(app.db, 'refunds', { payment_id: order.payment.id })).toMatchObject([
    { status: 'succeeded', amount_pence: 3400 },
  ])
})

test('without the lock on the payment more is refunded than was paid', async () => {
  type Paid = Awaited<ReturnType<typeof paidOrder>>
  const refundWhole = (tx: Tx, { payment }: Paid) =>
    sql`insert into refunds (payment_id, amount_pence, reason, status, requested_at)
      values (${payment.id}, ${payment.amount_pence}, 'At once', 'requested', ${app.clock.now()})`.execute(tx)
  const owed = async ({ payment }: Paid) =>
    (await rowsOf(app.db, 'refunds', { payment_id: payment.id })).length
  const kept = await paidOrder()
  await Promise.allSettled([1, 2].map(() => transaction(app.db, tx => refundWhole(tx, kept))))
  expect(await owed(kept)).toBe(1)

  const open = await paidOrder()
  let written = 0
  const both = Promise.withResolvers<void>()
  const untilBothAreWritten = (tx: Tx) =>
    refundWhole(tx, open).then(() => {
      written += 1
      if (written === 2) both.resolve()
      return both.promise
    })
  const defence = { of: 'refunds_within_payment()', from: 'for update', to: '' }
  await withoutDefence(app, defence, () =>
    Promise.all([1, 2].map(() => transaction(app.db, untilBothAreWritten))),
  )
  expect(await owed(open)).toBe(2)
})

test('without the check of the pack two refunds at once take more credits than it had', async () => {
  const paidPack = async () => {
    const pack = await makePackOrder(app, { credits: 10, pricePence: 8500 })
    await payByCard(app, pack)
    await app.cards.deliverPendingHooks()
    return (await rowOf(app.db, 'payments', { order_id: pack.orderId })).id
  }
  const takeSixCredits = (tx: Tx, payment: number) =>
    sql`select owe_refund(${payment}, 'At once', ${app.clock.now()}, kind => 'pack', pence => 100, method => 'cash',
      reference => 'Till 1', credits => 6)`.execute(tx)
  const bothAtOnce = (payment: number) =>
    Promise.allSettled([1, 2].map(() => transaction(app.db, tx => takeSixCredits(tx, payment))))
  const taken = async (payment: number) =>
    (await rowsOf(app.db, 'refunds', { payment_id: payment })).reduce(
      (sum, row) => sum + row.credits_taken,
      0,
    )
  const kept = await paidPack()
  await bothAtOnce(kept)
  expect(await taken(kept)).toBe(6)

  const open = await paidPack()
  const defence = { of: 'refunds_within_payment()', from: 'new.credits_taken > 0 and', to: 'false and' }
  await withoutDefence(app, defence, () => bothAtOnce(open))
  expect(await taken(open)).toBe(12)
})
