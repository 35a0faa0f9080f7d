import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { type MadeOrder, makeClassOrder, payByCard } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const allow = (mayCancel: boolean) => changeRows(app.db, 'business', {}, { parents_may_cancel: mayCancel })

const wholeToCard = [{ hoursBefore: 0, cardPercent: 100, asCredits: false, returnCredits: true }]

/** Creates a family with two paid places, whose order's policy refunds everything. */
async function paidPlaces(policy: object | null = wholeToCard, date = '2026-12-20') {
  const family = await makeFamily(app, { children: 2 })
  const session = await makeSession(app, await makeOffering(app), {
    ...{ capacity: 2, pricePence: 850, date },
  })
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  const order: MadeOrder = { orderNumber, orderId, account: family }
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  await changeRows(app.db, 'orders', { id: orderId }, { policy: policy && JSON.stringify(policy) })
  const { places } = await family.api.ownBookings.receipt({ orderNumber })
  const bookingIds = places.map(({ bookingId }) => bookingId)
  return { ...order, family, session, bookingIds, first: bookingIds.slice(0, 1) }
}

const mayCancel = async ({ family, orderNumber }: Awaited<ReturnType<typeof paidPlaces>>) =>
  (await family.api.ownBookings.receipt({ orderNumber })).places.map(place => place.mayCancel)

test('a family sees the refund, cancels a place, is told, and the place is free', async () => {
  await allow(true)
  const made = await paidPlaces()
  const { family, first } = made
  expect(await mayCancel(made)).toEqual([true, true])
  expect((await family.api.ownBookings.upNext()).places.map(place => place.mayCancel)).toEqual([true, true])
  const expected = await family.api.ownBookings.previewCancel({ bookingIds: first })
  expect(expected).toEqual({ refundedPence: 850, keptPence: 0, credits: 0 })
  expect((await rowOf(app.db, 'sessions', { id: made.session.id })).places_taken).toBe(2)
  await family.api.ownBookings.cancelPlaces({ bookingIds: first, expected })
  expect(await mayCancel(made)).toEqual([false, true])
  expect((await rowOf(app.db, 'sessions', { id: made.session.id })).places_taken).toBe(1)
  expect(await rowOf(app.db, 'booking_cancellations', { booking_id: first[0] as number })).toMatchObject({
    ...{ cancelled_by: 'customer', staff_id: null, refunded_pence: 850 },
  })
  await app.runJobs()
  expect(await rowsOf(app.db, 'refunds', { kind: 'cancelled' })).toMatchObject([{ status: 'succeeded' }])
  const [told] = await rowsOf(app.db, 'mails', {
    ...{ to_email: family.email, subject: 'Your booking has been cancelled' },
  })
  expect(told?.body_text).toContain('You have cancelled this place.')
  expect(told?.body_text).toContain('£8.50 goes back to your card.')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])

  // A repeated submission finds it done.
  await family.api.ownBookings.cancelPlaces({ bookingIds: first, expected })
  expect(await rowsOf(app.db, 'booking_cancellations', { order_id: made.orderId })).toHaveLength(1)
})

test('the last place ends the order, and the office reads that the family did it', async () => {
  await allow(true)
  const { family, bookingIds, orderNumber, orderId } = await paidPlaces()
  const expected = await family.api.ownBookings.previewCancel({ bookingIds })
  await family.api.ownBookings.cancelPlaces({ bookingIds, expected })
  expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({
    ...{ status: 'cancelled', cancel_reason: 'customer' },
  })
  const office = await app.office('owner')
  const { events } = await office.orders.get({ number: orderNumber })
  expect(events.map(({ what }) => what)).toContain('placeCancelled')
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a place that may not be cancelled is refused and nothing changes', async () => {
  await allow(true)
  const made = await paidPlaces()
  const older = await paidPlaces(null)
  const stranger = await paidPlaces()
  const { family, first } = made
  const expected = { refundedPence: 850, keptPence: 0, credits: 0 }
  const own = family.api.ownBookings
  const refused = async (bookingIds: number[], sentence: string, by = own) => {
    await expect(by.previewCancel({ bookingIds })).rejects.toThrow(sentence)
    await expect(by.cancelPlaces({ bookingIds, expected })).rejects.toThrow(sentence)
  }
  await refused([], sentences.sessionNotFound)
  await refused([...first, ...stranger.first], sentences.sessionNotFound)
  await refused(first, sentences.sessionNotFound, stranger.family.api.ownBookings)
  await refused(older.first, sentences.placeNotCancellable, older.family.api.ownBookings)
  const wrong = { ...expected, refundedPence: 849 }
  await expect(own.cancelPlaces({ bookingIds: first, expected: wrong })).rejects.toThrow(
    'figures have changed',
  )
  const ofCancelledDate = await paidPlaces()
  await changeRows(
    app.db,
    'sessions',
    { id: ofCancelledDate.session.id },
    { status: 'cancelled', cancelled_at: app.clock.now() },
  )
  await refused(ofCancelledDate.first, sentences.placeNotCancellable, ofCancelledDate.family.api.ownBookings)
  await allow(false)
  await refused(first, sentences.placeNotCancellable)
  expect(await mayCancel(made)).toEqual([false, false])
  await allow(true)
  const soon = await paidPlaces(wholeToCard, '2026-11-25')
  const { starts_at: startsAt } = await rowOf(app.db, 'sessions', { id: soon.session.id })
  const now = app.clock.now()
  app.clock.set(startsAt)
  await refused(soon.first, sentences.placeNotCancellable, soon.family.api.ownBookings)
  app.clock.set(now)
  const held = await makeClassOrder(app)
  const { id: heldId } = await rowOf(app.db, 'bookings', { order_id: held.orderId })
  await refused([heldId], sentences.placeNotCancellable, held.account.api.ownBookings)
  expect(await rowsOf(app.db, 'booking_cancellations', { order_id: made.orderId })).toEqual([])
  expect((await rowOf(app.db, 'sessions', { id: made.session.id })).places_taken).toBe(2)
})
