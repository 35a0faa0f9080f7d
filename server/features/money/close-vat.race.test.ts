import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OfficeApi } from '#contract/office/client.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { keepUndone } from '#server/features/orders/closed-days.ts'
import { readExpected, writeReceipt } from '#server/features/orders/desk-receipts.ts'
import { countWaiting, forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, payByCard } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'

const app = await startTestApp({ poolSize: 20 })
await app.office('owner')
await changeRows(app.db, 'business', {}, { is_vat_registered: true })

interface Month {
  from: string
  to: string
}
const monthOf = (from: string, to: string): Month => ({ from, to })

/** Reads what VAT and takings say of a month. */
async function figuresOf(office: OfficeApi, month: Month) {
  const { sums } = await office.money.vat(month)
  const sum = (name: 'grossPence' | 'vatPence') => sums.reduce((all, row) => all + row[name], 0)
  const { rows } = await office.money.takings({ ...month, by: 'month' })
  const takings = rows.reduce((all, { netPence }) => all + netPence, 0)
  return { shown: { ...month, grossPence: sum('grossPence'), vatPence: sum('vatPence') }, takings }
}

async function signInAfter({ to }: Month) {
  app.clock.set(new Date(Date.parse(`${to}T10:00:00Z`) + 5 * 86_400_000).toISOString())
  return app.office('manager')
}

/** Makes an order that was paid in the month and partly refunded; returns a function that makes its refund fail. */
async function refundOf({ from }: Month) {
  app.clock.set(`${from}T10:00:00Z`)
  const office = await app.office('manager')
  const order = await makeClassOrder(app, { pricePence: 850, date: '2027-12-05' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  await office.orders.refund({
    ...{ number: order.orderNumber, pence: 300, leftPence: 850, method: 'card', reference: '' },
    reason: 'The hall was cold',
  })
  await app.runJobs()
  const { id } = (await rowsOf(app.db, 'refunds')).at(-1) ?? { id: 0 }
  return async (tx: Tx) => {
    await keepUndone(tx, id, app.clock.now())
    await sql`update refunds set status = 'failed', settled_at = null, failed_at = ${app.clock.now()} where id = ${id}`.execute(
      tx,
    )
    await sql`update orders set refunded_pence = 0 where id = ${order.orderId}`.execute(tx)
  }
}

/** Makes an order whose money is expected; returns a function that records a receipt on the month's first day. */
async function receiptOf({ from }: Month) {
  app.clock.set(`${from}T10:00:00Z`)
  const office = await app.office('manager')
  const family = await makeFamily(app, { children: 1 })
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { pricePence: 850, date: '2027-12-05' })
  const { number } = await office.deskBookings.place({
    ...{ accountId: family.accountId, childIds: family.childIds, offeringId: offering.id, isTrial: false },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 850, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'council', reference: 'C 1' },
  })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  const { id: staffId } = (await rowsOf(app.db, 'staff', {}))[0] ?? { id: 0 }
  const receipt = { pence: 500, staffId, receivedOn: from, reference: '' }
  const write = async (tx: Tx) => {
    const expected = await readExpected(tx, orderId)
    if (expected) await writeReceipt(tx, expected, receipt, app.clock.now())
  }
  return { number, write }
}

/** Closes the month while the change is not committed yet; a refused closing is repeated with the new figures. */
async function closeBeside(month: Month, change: (tx: Tx) => Promise<unknown>, db: Db = app.db) {
  const office = await signInAfter(month)
  const { shown } = await figuresOf(office, month)
  let outcome = ''
  let closing: Promise<void> = Promise.resolve()
  await transaction(db, async tx => {
    await change(tx)
    closing = office.money.closeVat(shown).then(
      () => {
        outcome = 'closed'
      },
      error => {
        outcome = `refused ${error.officeCode}`
      },
    )
    await expect
      .poll(async () => outcome !== '' || (await countWaiting(app.db)) > 0, { timeout: 8_000, interval: 10 })
      .toBe(true)
  })
  await closing
  if (outcome !== 'closed') await office.money.closeVat((await figuresOf(office, month)).shown)
  const { shown: closed, takings } = await figuresOf(office, month)
  return { outcome, missing: takings - closed.grossPence }
}

/** Takes the lock out of a trigger. */
const unlocked = (trigger: string, work: () => Promise<unknown>) =>
  withoutDefence(
    app,
    { of: trigger, from: "pg_advisory_xact_lock_shared(hashtextextended('vat periods', 0))", to: 'now()' },
    work,
  )

test('a period that is closed while a refund of it fails is closed with its new figures', async () => {
  const january = monthOf('2027-01-01', '2027-01-31')
  expect(await closeBeside(january, await refundOf(january))).toEqual({ outcome: 'refused 409', missing: 0 })
})

test('a period that is closed while a receipt of it is recorded is closed with its new figures', async () => {
  const february = monthOf('2027-02-01', '2027-02-28')
  const { write } = await receiptOf(february)
  expect(await closeBeside(february, write)).toEqual({ outcome: 'refused 409', missing: 0 })
})

test('a refund that fails while its period is being closed stays there, and counts as received later', async () => {
  const march = monthOf('2027-03-01', '2027-03-31')
  const fail = await refundOf(march)
  const office = await signInAfter(march)
  const { shown } = await figuresOf(office, march)
  let failing: Promise<unknown> = Promise.resolve()
  await forceRace(app, {
    // The closing has the periods' lock, and waits before it writes the period.
    close: tx => sql`lock table vat_periods in share mode`.execute(tx),
    work: () => office.money.closeVat(shown),
    waiting: 1,
    meanwhile: async () => {
      failing = transaction(app.db, fail)
      await expect.poll(() => countWaiting(app.db), { timeout: 4_000, interval: 10 }).toBeGreaterThan(1)
    },
  })
  await failing
  expect(await figuresOf(office, march)).toEqual({ shown, takings: shown.grossPence })
  expect(await rowsOf(app.db, 'undone_refunds')).toMatchObject([{ amount_pence: 300 }])
})

test('a receipt for a day whose period is being closed is refused with a message', async () => {
  const april = monthOf('2027-04-01', '2027-04-30')
  const { number } = await receiptOf(april)
  const office = await signInAfter(april)
  const { shown } = await figuresOf(office, april)
  let receiving: Promise<unknown> = Promise.resolve()
  await forceRace(app, {
    close: tx => sql`lock table vat_periods in share mode`.execute(tx),
    work: () => office.money.closeVat(shown),
    waiting: 1,
    meanwhile: async () => {
      const receipt = { number, pence: 500, receivedPence: 0, receivedOn: april.from, reference: '' }
      receiving = expect(office.orders.receive(receipt)).rejects.toMatchObject({ officeCode: 422 })
      await expect.poll(() => countWaiting(app.db), { timeout: 4_000, interval: 10 }).toBeGreaterThan(1)
    },
  })
  await receiving
  expect(await figuresOf(office, april)).toEqual({ shown, takings: shown.grossPence })
})

test('without the locks a closed period and its takings differ', async () => {
  const bare = app.db.withPlugin(withoutLocks)
  const may = monthOf('2027-05-01', '2027-05-31')
  const fail = await refundOf(may)
  await unlocked('money_in_open_period()', async () => {
    expect(await closeBeside(may, fail, bare)).toEqual({ outcome: 'closed', missing: 300 })
  })
  const june = monthOf('2027-06-01', '2027-06-30')
  const { write } = await receiptOf(june)
  await unlocked('receipts_in_open_period()', async () => {
    expect(await closeBeside(june, write, bare)).toEqual({ outcome: 'closed', missing: 500 })
  })
})
