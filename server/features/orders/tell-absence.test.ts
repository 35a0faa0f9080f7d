import { expect, test } from 'vitest'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('a family says that it can’t come: the register shows it, nothing else follows, and it can be undone', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-24' })
  const family = await makeFamily(app)
  const { bookingId, orderId } = await makeBooking(app, session.id, family)
  const state = async () => [
    await rowOf(app.db, 'bookings', { id: bookingId }),
    await rowOf(app.db, 'orders', { id: orderId }),
    await rowOf(app.db, 'sessions', { id: session.id }),
  ]
  const before = await state()
  const tell = (isAbsent: boolean) => family.api.ownBookings.tellAbsence({ bookingId, isAbsent })
  await tell(true)
  await tell(true)
  expect((await family.api.ownBookings.upNext()).places).toMatchObject([{ bookingId, isAbsent: true }])
  const desk = await app.office('frontDesk')
  const told = async () =>
    (await desk.registers.get({ sessionId: session.id })).rows.map(({ isToldAbsent }) => isToldAbsent)
  expect(await told()).toEqual([true])
  expect(await state()).toEqual(before)
  const stranger = await makeFamily(app)
  const theirs = stranger.api.ownBookings.tellAbsence({ bookingId, isAbsent: false })
  expect(await refusal(theirs)).toMatch(/not found/i)
  expect(await told()).toEqual([true])
  await tell(false)
  expect(await told()).toEqual([false])
  expect(await rowsOf(app.db, 'told_absences', { booking_id: bookingId })).toEqual([])
  app.clock.set('2026-11-24T12:00:00Z')
  expect(await refusal(tell(true))).toBe('This class is over')
})
