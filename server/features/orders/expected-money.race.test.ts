import { expect, test } from 'vitest'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { findViolations } from '#testing/find-violations.ts'
import { withoutLocks } from '#testing/force-race.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { readExpected, writeReceipt } from './desk-receipts.ts'

const app = await startTestApp({ poolSize: 20 })
await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')

/** Books one place whose money is expected later. */
async function bookExpected(pricePence = 850) {
  const { accountId, childId } = await makeFamily(app)
  const offering = await makeOffering(app)
  const { id } = await makeSession(app, offering, { capacity: 5, pricePence })
  const { number } = await desk.deskBookings.place({
    ...{ accountId, childIds: [childId], offeringId: offering.id, isTrial: false, raises: [] },
    ...{ sessionIds: [id], expected: { totalPence: pricePence, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'childcare', reference: 'TFC 12' },
  })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  return { number, orderId }
}

const receive = (number: string, by: typeof desk, pence = 400) =>
  by.orders.receive({ number, pence, receivedPence: 0, receivedOn: '2026-11-23', reference: '' })

test('without the locks one payment that two people record counts twice', async () => {
  const { orderId } = await bookExpected()
  const { id: staffId } = (await rowsOf(app.db, 'staff', {}))[0] ?? { id: 0 }
  const unlocked = app.db.withPlugin(withoutLocks)
  const receipt = { pence: 400, staffId, receivedOn: '2026-11-23', reference: '' }
  let both = () => {}
  const haveRead = new Promise<void>(resolve => {
    let count = 0
    both = () => {
      count += 1
      if (count === 2) resolve()
    }
  })
  const record = () =>
    transaction(unlocked, async tx => {
      const expected = await readExpected(tx, orderId)
      both()
      await haveRead
      // Each has seen that nothing was received.
      if (expected?.receivedPence === 0) await writeReceipt(tx, expected, receipt, app.clock.now())
    })
  const told = await Promise.allSettled([record(), record()])
  const reasons = told.flatMap(each => (each.status === 'rejected' ? [violatedConstraint(each.reason)] : []))
  expect(reasons).toEqual([])
  expect(await rowsOf(app.db, 'desk_receipts', {})).toHaveLength(2)
})

test('one payment that two people record at once counts once', async () => {
  for (let round = 0; round < 10; round++) {
    const { number, orderId } = await bookExpected()
    const told = await Promise.allSettled([desk, manager, desk, manager].map(by => receive(number, by)))
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({ paid_pence: 400 })
  }
})

test('a receipt that is recorded while its order is being ended is either counted or refused', async () => {
  for (let round = 0; round < 10; round++) {
    const { number, orderId } = await bookExpected()
    const expected = await manager.orders.previewTakeBack({ number })
    const takeBack = () => manager.orders.takeBack({ number, expected, reason: 'It never came' })
    const told = await Promise.allSettled(
      round % 2 === 0 ? [receive(number, desk), takeBack()] : [takeBack(), receive(number, desk)],
    )
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { status, paid_pence: paid } = await rowOf(app.db, 'orders', { id: orderId })
    expect([`paid ${400}`, 'cancelled 0']).toContain(`${status} ${paid}`)
  }
})

test('a receipt that is corrected ten times at once is corrected once', async () => {
  const { number } = await bookExpected()
  await receive(number, desk)
  const receiptId = (await desk.orders.get({ number })).expected?.receipts[0]?.id ?? 0
  const told = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      desk.orders.correctReceipt({ receiptId, receivedPence: 400, reason: 'Another family' }),
    ),
  )
  expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('the database refuses receipts beyond the expected money', async () => {
  const { orderId } = await bookExpected()
  const payment = await rowOf(app.db, 'payments', { order_id: orderId })
  const { id: staffId } = (await rowsOf(app.db, 'staff', {}))[0] ?? { id: 0 }
  const write = (pence: number) =>
    app.db
      .insertInto('desk_receipts')
      .values({
        ...{ payment_id: payment.id, amount_pence: pence, received_on: '2026-11-23', staff_id: staffId },
        recorded_at: app.clock.now(),
      })
      .execute()
      .catch(violatedConstraint)
  const [one, other] = await Promise.all([write(500), write(500)])
  expect([one, other].filter(each => each === 'desk_receipts_within_payment')).toHaveLength(1)
  await app.db
    .deleteFrom('desk_receipts')
    .execute()
    .catch(() => {})
})

test('afterwards every invariant holds, except those broken by receipts written directly', async () => {
  const { number } = await bookExpected()
  await receive(number, desk, 850)
  await app.runJobs()
  const findings = await findViolations(app.db, app.clock.now())
  // Two tests above wrote receipts directly into the database.
  expect(findings.filter(({ number: rule }) => ![6, 9, 49].includes(rule))).toEqual([])
})
