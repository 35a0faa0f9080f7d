import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { cancelOwnPlaces } from '#server/features/orders/cancel-own-places.ts'
import { findViolations } from '#testing/find-violations.ts'
import { withoutLocks } from '#testing/force-race.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ poolSize: 40 })
await app.office('owner')
await changeRows(app.db, 'business', {}, { parents_may_cancel: true })

const wholeToCard = [{ hoursBefore: 0, cardPercent: 100, asCredits: false, returnCredits: true }]
const expected = { refundedPence: 850, keptPence: 0, credits: 0 }
const windows = 10
const rounds = 10

/** Creates a family with one paid place, whose order's policy refunds everything. */
async function paidPlace() {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850, date: '2026-12-20' })
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: family })
  await app.cards.deliverPendingHooks()
  await changeRows(app.db, 'orders', { id: orderId }, { policy: JSON.stringify(wholeToCard) })
  const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
  return { family, session, orderId, orderNumber, bookingId }
}

type Paid = Awaited<ReturnType<typeof paidPlace>>

async function expectGivenBackOnce({ orderId, bookingId, session, family }: Paid) {
  await app.runJobs()
  const { id: paymentId } = await rowOf(app.db, 'payments', { order_id: orderId })
  expect(await rowsOf(app.db, 'refunds', { payment_id: paymentId })).toMatchObject([
    { amount_pence: 850, status: 'succeeded' },
  ])
  expect(await rowsOf(app.db, 'booking_cancellations', { booking_id: bookingId })).toHaveLength(1)
  expect((await rowOf(app.db, 'sessions', { id: session.id })).places_taken).toBe(0)
  const subject = 'Your booking has been cancelled'
  expect(await rowsOf(app.db, 'mails', { to_email: family.email, subject })).toHaveLength(1)
}

const press = ({ family, bookingId }: Paid) =>
  family.api.ownBookings.cancelPlaces({ bookingIds: [bookingId], expected })

test('a family that cancels its place from ten windows at once gets its money once', async () => {
  const paid = await paidPlace()
  const answers = await Promise.all(Array.from({ length: windows }, () => press(paid)))
  expect(answers).toEqual(Array(windows).fill(expected))
  await expectGivenBackOnce(paid)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('without the lock on the order some of the windows get an error', async () => {
  const paid = await paidPlace()
  const { family, bookingId } = paid
  const unlocked = { ...app.services, db: app.db.withPlugin(withoutLocks) }
  const actor = { accountId: family.accountId, tokenId: 0, ip: '10.0.0.1' }
  const presses = await Promise.allSettled(
    Array.from({ length: windows }, () =>
      cancelOwnPlaces(unlocked, actor, { bookingIds: [bookingId], expected }),
    ),
  )
  const broken = presses.filter(({ status }) => status === 'rejected')
  expect(broken.length).toBeGreaterThan(0)
  await expectGivenBackOnce(paid)
})

test('if family and office cancel one place at once, one succeeds and the other reads why', async () => {
  const by = { customer: 0, office: 0 }
  for (let round = 0; round < rounds; round++) {
    const paid = await paidPlace()
    const office = await app.office('manager')
    const inOffice = () =>
      office.orders.cancelPlaces({
        ...{ number: paid.orderNumber, method: 'card', reference: '', reason: 'She rang us' },
        places: [{ bookingId: paid.bookingId, refundPence: 850, rest: 'kept', returnCredits: true }],
        expected,
      })
    const order = round % 2 === 0 ? [press(paid), inOffice()] : [inOffice(), press(paid)].reverse()
    const [own, theirs] = await Promise.all(order.map(each => refusal(each as Promise<unknown>)))
    if (own) expect(own).toBe(sentences.placeNotCancellable)
    if (theirs) expect(theirs).toMatch(/The family did this at \d\d:\d\d$/)
    expect([own, theirs].filter(Boolean)).toHaveLength(1)
    by[own ? 'office' : 'customer'] += 1
    await expectGivenBackOnce(paid)
  }
  expect(by.customer + by.office).toBe(rounds)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
