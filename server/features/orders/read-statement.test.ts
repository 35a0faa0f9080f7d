import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makePackOrder, payByCard } from '#testing/make-order.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const month = '2026-12-01'
const settle = async () => {
  await app.cards.deliverPendingHooks()
  await app.runJobs()
}

test('a statement has the dates of its month, what was paid, and credits at the average of the packs', async () => {
  const family = await makeFamily(app)
  const [childId = 0] = family.childIds
  for (const pack of [
    { credits: 10, pricePence: 8000 },
    { credits: 5, pricePence: 4600 },
  ]) {
    await payByCard(app, await makePackOrder(app, { ...pack, account: family }))
    await settle()
  }
  const offering = await makeOffering(app, { name: 'Kites', venue: 'Green Hall' })
  const on = (date: string, given = {}) => makeSession(app, offering, { date, ...given })
  const ofFamily = { accountId: family.accountId, childId }
  await makeBooking(app, (await on('2026-11-30')).id, ofFamily)
  await makeBooking(app, (await on('2026-12-12', { pricePence: 850 })).id, ofFamily)
  await makeBooking(app, (await on('2027-01-01')).id, ofFamily)
  await makeBooking(app, (await on('2026-12-20')).id, { ...ofFamily, status: 'held' })
  const sibling = { ...ofFamily, childId: await makeChild(app, family, { firstName: 'Other' }) }
  await makeBooking(app, (await on('2026-12-13')).id, sibling)
  const byCredits = await on('2026-12-05', { credits: 2 })
  await family.api.orders.class.place(bookingRequest(family, byCredits, { creditsWanted: 2 }))
  const { provider, ...statement } = await family.api.ownBookings.statement({ childId, month: '2026-12-31' })
  const business = await rowOf(app.db, 'business', {})
  expect(provider).toBe(business.legal_name || business.name)
  // £126 for 15 credits.
  expect(statement).toMatchObject({ creditPricePence: 840, childcareRegistration: expect.any(String) })
  expect(statement.places).toMatchObject([
    { startDate: '2026-12-05', paidPence: 0, credits: 2, creditPence: 1680, attendance: 'unmarked' },
    {
      startDate: '2026-12-12',
      title: expect.stringMatching(/^Type \d+, Kites$/),
      venue: 'Green Hall',
      paidPence: 850,
      credits: 0,
      creditPence: 0,
    },
  ])
  expect(statement.places[1]?.paidAt).toMatch(/^2026-11-23 /)
})

test('a statement says who came, and leaves out what was refunded', async () => {
  const family = await makeFamily(app)
  const [childId = 0] = family.childIds
  const offering = await makeOffering(app)
  const { staffId } = await makeStaff(app, { role: 'manager' })
  const book = async (date: string, state?: 'here' | 'absent') => {
    const { id } = await makeSession(app, offering, { date, pricePence: 850 })
    const { bookingId, orderId } = await makeBooking(app, id, { accountId: family.accountId, childId })
    if (state) {
      await writeRow(app.db, 'register_marks', {
        ...{
          id: randomUUID(),
          session_id: id,
          on_day: date,
          booking_id: bookingId,
          state,
          staff_id: staffId,
        },
        ...{ marked_at: app.clock.now(), received_at: app.clock.now() },
      })
    }
    return { bookingId, orderId }
  }
  await book('2026-12-01', 'here')
  await book('2026-12-02', 'absent')
  const { bookingId, orderId } = await book('2026-12-03')
  await changeRows(app.db, 'business', {}, { parents_may_cancel: true })
  await changeRows(app.db, 'orders', { id: orderId }, { policy: '[]' })
  const expected = await family.api.ownBookings.previewCancel({ bookingIds: [bookingId] })
  await family.api.ownBookings.cancelPlaces({ bookingIds: [bookingId], expected })
  const { places } = await family.api.ownBookings.statement({ childId, month })
  expect(places).toMatchObject([
    { startDate: '2026-12-01', attendance: 'came', paidPence: 850, isCancelled: false },
    { startDate: '2026-12-02', attendance: 'absent', paidPence: 850, isCancelled: false },
    // Nothing came back, because the order's policy returns nothing.
    { startDate: '2026-12-03', paidPence: 850, isCancelled: true },
  ])
})

test('a cancelled place whose credits came back is left out', async () => {
  const family = await makeFamily(app, { credits: 1 })
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-20', credits: 1 })
  const request = bookingRequest(family, session, { creditsWanted: 1 })
  const { orderNumber } = await family.api.orders.class.place(request)
  await changeRows(app.db, 'business', {}, { parents_may_cancel: true })
  const policy = [{ hoursBefore: 0, cardPercent: 100, asCredits: false, returnCredits: true }]
  await changeRows(app.db, 'orders', { order_number: orderNumber }, { policy: JSON.stringify(policy) })
  const read = () => family.api.ownBookings.statement({ childId: family.childId, month })
  // Without a pack of its own, the family's credits count as the business's packs cost.
  expect(await read()).toMatchObject({ creditPricePence: 840, places: [{ credits: 1, creditPence: 840 }] })
  const { places } = await family.api.ownBookings.receipt({ orderNumber })
  const bookingIds = places.map(({ bookingId }) => bookingId)
  const expected = await family.api.ownBookings.previewCancel({ bookingIds })
  await family.api.ownBookings.cancelPlaces({ bookingIds, expected })
  expect(await read()).toMatchObject({ creditPricePence: 0, places: [] })
})

test('a family may not read the statement of another family’s child', async () => {
  const [family, other] = [await makeFamily(app), await makeFamily(app)]
  const [childId = 0] = other.childIds
  expect((await other.api.ownBookings.statement({ childId, month })).places).toEqual([])
  expect(await refusal(family.api.ownBookings.statement({ childId, month }))).toBe(sentences.childNotFound)
  expect(await refusal(app.visitor.ownBookings.statement({ childId, month }))).toBe(
    `401 ${sentences.pleaseLogIn}`,
  )
})
