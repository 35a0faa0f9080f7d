import { expect, test } from 'vitest'
import { ringSentences } from '#domain/office/order-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')
const teacher = await app.office('teacher')

const evening = await makeOffering(app, { kind: 'parentSession', venue: 'Larkfield Hall' })
const makeDate = (date: string, offering = evening) =>
  makeSession(app, offering, { capacity: 9, pricePence: 600, date })
const first = await makeDate('2026-12-05')

let guests = 0
/** Orders a place as a guest; without `email` somebody has to ring them. */
async function orderAsGuest({ email = '', session = first } = {}) {
  guests += 1
  const fullName = `Gwen Hale ${'abcdefghij'[guests]}`
  const phone = `07700 9002${50 + guests}`
  const { orderNumber: number } = await app.visitor.orders.parentSession.place({
    ...{ offeringId: session.offeringId, sessionIds: [session.id], discountCode: '' },
    attendees: { who: 'contact', fullName, email, phone },
  })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
  const pay = () => desk.orders.payAtDesk({ number, method: 'cash', reference: '' })
  return { number, orderId, bookingId, fullName, phone, pay }
}

const toRingOf = async (number: string) => (await desk.orders.get({ number })).toRing
const newsOf = async (number: string) => (await toRingOf(number)).map(({ news }) => news)
const cancelled = async (number: string) => {
  const { places } = await manager.orders.previewCancel({ number })
  return manager.orders.cancelPlaces({
    ...{ number, method: 'cash', reference: 'Till', reason: 'Ill', requestId: crypto.randomUUID() },
    places: places.map(({ bookingId }) => ({
      ...{ bookingId, refundPence: 600, rest: 'kept' as const, returnCredits: false },
    })),
    expected: { refundedPence: 600, keptPence: 0, credits: 0 },
  })
}

test('each action on an order notes that its guest without an email address has to be rung', async () => {
  const silent = await orderAsGuest()
  expect(await newsOf(silent.number)).toEqual([])
  await silent.pay()
  expect(await toRingOf(silent.number)).toMatchObject([
    { number: silent.number, name: silent.fullName, phone: silent.phone, news: ['paid'], rungAt: null },
  ])
  const second = await makeDate('2026-12-12')
  await desk.orders.move({ bookingId: silent.bookingId, sessionId: second.id, reason: '' })
  const { leftPence } = await manager.orders.previewRefund({ number: silent.number })
  await manager.orders.refund({
    ...{
      number: silent.number,
      pence: 100,
      method: 'cash',
      reference: 'Till',
      reason: 'Goodwill',
      leftPence,
    },
  })
  expect(await manager.orders.previewCancel({ number: silent.number })).toMatchObject({
    ringOn: silent.phone,
  })
  // One row of the list, however much there is to tell.
  expect(await newsOf(silent.number)).toEqual([['moved', 'paid', 'refunded']])
  const unpaid = await orderAsGuest()
  await desk.orders.end({ number: unpaid.number, reason: 'Rang off' })
  expect(await newsOf(unpaid.number)).toEqual([['ended']])
  const left = await orderAsGuest()
  await left.pay()
  await cancelled(left.number)
  expect(await newsOf(left.number)).toEqual([['paid', 'placesCancelled']])
})

test('nobody has to ring a guest whom a mail tells', async () => {
  const reached = await orderAsGuest({ email: 'ida@example.test' })
  await reached.pay()
  expect(await manager.orders.previewCancel({ number: reached.number })).toMatchObject({ ringOn: '' })
  await cancelled(reached.number)
  expect(await newsOf(reached.number)).toEqual([])
  expect(await rowsOf(app.db, 'guests_to_ring', { order_id: reached.orderId })).toEqual([])
})

test('a new time and another venue note whom to ring among those who are told', async () => {
  const session = await makeDate('2026-12-19')
  const silent = await orderAsGuest({ session })
  const reached = await orderAsGuest({ session, email: 'ora@example.test' })
  await manager.planner.saveSessions({
    ...{ sessions: [{ id: session.id, version: 1 }], changes: { shiftMinutes: 30 }, tell: false },
  })
  expect(await newsOf(silent.number)).toEqual([])
  await manager.planner.saveSessions({
    ...{ sessions: [{ id: session.id, version: 2 }], changes: { shiftMinutes: 30 }, tell: true },
  })
  expect(await newsOf(silent.number)).toEqual([['newTime']])
  const { venueId } = await makeOffering(app, { venue: 'St Mark’s' })
  await manager.planner.changeVenue({ sessionId: session.id, version: 3, venueId, roomId: null })
  expect(await newsOf(silent.number)).toEqual([['newTime', 'newVenue']])
  expect(await newsOf(reached.number)).toEqual([])
})

test('a tick is kept with who rang, covers what was noted until then, and can be taken back', async () => {
  const silent = await orderAsGuest()
  await silent.pay()
  const [shown] = await toRingOf(silent.number)
  const id = shown?.id ?? 0
  const second = await makeDate('2026-12-13')
  // A colleague moves the place while the guest is on the telephone.
  await desk.orders.move({ bookingId: silent.bookingId, sessionId: second.id, reason: '' })
  app.clock.advance(1)
  await desk.orders.rung({ id, isRung: true })
  await manager.orders.rung({ id, isRung: true })
  expect(await toRingOf(silent.number)).toMatchObject([
    { news: ['moved'], rungAt: null, rungBy: '' },
    { id, news: ['paid'], rungAt: app.clock.now().toISOString(), rungBy: 'Ann Perry' },
  ])
  expect(await rowsOf(app.db, 'staff_actions', { action: 'order.rung' })).toMatchObject([
    { subject_id: silent.orderId, facts: { isRung: true } },
    { subject_id: silent.orderId },
  ])
  await manager.orders.rung({ id, isRung: false })
  expect(await newsOf(silent.number)).toEqual([['moved', 'paid']])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the list of everybody, Today, the bell and the orders count who has to be rung', async () => {
  const silent = await orderAsGuest()
  await silent.pay()
  const listed = async () =>
    (await desk.orders.toRing({})).guests.find(({ number }) => number === silent.number)
  const counts = async () => {
    const [today, bell] = [await desk.health.today({}), await desk.health.bell({})]
    const { items } = await desk.orders.list({ needs: 'toRing', limit: 100, sort: '-placed' })
    return [today.toRing, bell.toRing, items.length, items.some(({ number }) => number === silent.number)]
  }
  const [before = 0] = await counts()
  expect(await counts()).toEqual([before, before, before, true])
  const found = await listed()
  await desk.orders.rung({ id: found?.id ?? 0, isRung: true })
  expect(await counts()).toEqual([Number(before) - 1, Number(before) - 1, Number(before) - 1, false])
  expect(await listed()).toMatchObject({ rungBy: 'Ann Perry' })
  const dayAgo = new Date(app.clock.now().getTime() - 25 * 60 * 60_000)
  await changeRows(app.db, 'guests_to_ring', { order_id: silent.orderId }, { rung_at: dayAgo })
  expect(await listed()).toBeUndefined()
})

test('who may see no families ticks nobody, and a guest who is not in the list is refused', async () => {
  const silent = await orderAsGuest()
  await silent.pay()
  const [{ id = 0 } = {}] = await toRingOf(silent.number)
  for (const call of [teacher.orders.rung({ id, isRung: true }), teacher.orders.toRing({})]) {
    expect(await refusal(call)).toBe('Your role does not allow this')
  }
  expect(await refusal(desk.orders.rung({ id: 999_999_999, isRung: true }))).toBe(ringSentences.notFound)
  expect((await teacher.health.bell({})).toRing).toBeNull()
  expect(await toRingOf(silent.number)).toMatchObject([{ rungAt: null }])
})
