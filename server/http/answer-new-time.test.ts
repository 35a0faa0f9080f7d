import { beforeEach, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { answerAddress } from '#server/features/orders/answer-link.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton, openPage, payByCard } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const read = (path: string) => app.http.inject({ method: 'GET', url: path })
const answer = (path: string, fields: Record<string, string>) =>
  app.http.inject({
    ...{ method: 'POST', url: path, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Moves a date and notifies its families. */
async function shift(sessionId: number, shiftMinutes = 15): Promise<void> {
  const office = await app.office('owner')
  const { version } = await rowOf(app.db, 'sessions', { id: sessionId })
  await office.planner.saveSessions({
    ...{ sessions: [{ id: sessionId, version }], changes: { shiftMinutes }, tell: true, reason: '' },
  })
  await app.runJobs()
}

/**
 * Makes a family with a paid place for each of two children on a date that then moves. Returns them with the
 * path of the link from its mail.
 */
async function makeShifted() {
  const offering = await makeOffering(app, { typeName: 'Shifted' })
  const family = await makeFamily(app, { children: 2 })
  const [session, later] = [
    await makeSession(app, offering, { date: '2026-12-08', pricePence: 850 }),
    await makeSession(app, offering, { date: '2026-12-15', pricePence: 850 }),
  ]
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: family })
  await app.cards.deliverPendingHooks()
  await shift(session.id)
  const [mail] = await rowsOf(app.db, 'mails', {
    ...{ to_email: family.email, subject: 'Your class has a new time' },
  })
  const link = /Move or get your money back: (\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
  const bookings = await rowsOf(app.db, 'bookings', { order_id: orderId })
  const [first, second] = bookings.map(({ id }) => String(id)) as [string, string]
  return { family, session, later, orderId, orderNumber, path: new URL(link).pathname, first, second }
}

test('opening the link changes nothing; its buttons move one place and refund the other, once', async () => {
  const { path, first, second, later, session, orderId } = await makeShifted()
  const { body, statusCode } = await read(path)
  expect(statusCode).toBe(200)
  expect(body).toContain('Tuesday 15 December 2026, 10:00')
  expect(body).toContain('You get £8.50 back.')
  const statuses = async () => (await rowsOf(app.db, 'bookings', { order_id: orderId })).map(b => b.status)
  expect(await statuses()).toEqual(['confirmed', 'confirmed'])

  const moved = await answer(path, { place: first, answer: 'move', date: String(later.id) })
  expect(moved.statusCode).toBe(303)
  expect((await rowOf(app.db, 'bookings', { id: Number(first) })).session_id).toBe(later.id)
  const given = await answer(path, { place: second, answer: 'refund' })
  expect(given.statusCode).toBe(303)
  expect(await rowOf(app.db, 'booking_cancellations', { booking_id: Number(second) })).toMatchObject({
    ...{ cancelled_by: 'customer', refunded_pence: 850 },
  })
  await app.runJobs()
  const done = (await read(path)).body
  expect(done).toContain('Moved to Tuesday 15 December 2026, 10:00.')
  expect(done).toContain('Cancelled: £8.50 refunded to your card.')
  expect(done).not.toContain('<button')

  for (const place of [first, second]) {
    const again = await answer(path, { place, answer: 'refund' })
    expect(again.body).toContain(sentences.answeredBefore)
  }
  expect(await rowsOf(app.db, 'refunds', {})).toHaveLength(1)
  expect((await rowOf(app.db, 'sessions', { id: session.id })).places_taken).toBe(0)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('after its last day the link says so and does nothing', async () => {
  const { path, first, orderId } = await makeShifted()
  app.clock.set('2026-11-30T09:00:01Z')
  expect((await read(path)).body).toContain('You could answer until Monday')
  const late = await answer(path, { place: first, answer: 'refund' })
  expect(late.body).toContain(sentences.answeredBefore)
  expect(await rowsOf(app.db, 'booking_cancellations', { order_id: orderId })).toEqual([])
})

test('a forged link, or one for another order, shows nothing', async () => {
  const { path, orderNumber, first, orderId } = await makeShifted()
  const other = await makeShifted()
  const [, , changeId, , signature] = path.split('/')
  for (const wrong of [
    `/answer/${changeId}/${orderNumber}/${'A'.repeat(43)}`,
    `/answer/${changeId}/${other.orderNumber}/${signature}`,
    `/answer/0/${orderNumber}/${signature}`,
  ]) {
    expect((await read(wrong)).statusCode).toBe(404)
    expect((await answer(wrong, { place: first, answer: 'refund' })).statusCode).toBe(404)
  }
  // Another order's place is not answered by this link.
  await answer(other.path, { place: first, answer: 'refund' })
  expect(await rowsOf(app.db, 'booking_cancellations', { order_id: orderId })).toEqual([])
})

test('a date moved back or cancelled can no longer be answered', async () => {
  const back = await makeShifted()
  await shift(back.session.id, -15)
  expect((await read(back.path)).body).not.toContain('<button')
  const { path, session, first } = await makeShifted()
  await changeRows(
    app.db,
    'sessions',
    { id: session.id },
    { status: 'cancelled', cancelled_at: app.clock.now() },
  )
  expect((await answer(path, { place: first, answer: 'refund' })).body).toContain(sentences.answeredBefore)
  expect((await read(path)).body).not.toContain('<button')
})

test('a guest gets a refund through the link, and is offered no other date', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { date: '2026-12-08' })
  await makeSession(app, offering, { date: '2026-12-15' })
  const gwen = { childIds: [], fullName: 'Gwen Hale', email: 'gwen@example.test' }
  const { orderNumber } = await app.visitor.orders.parentSession.place(bookingRequest(gwen, session))
  await clickCardPageButton(await openPage(app, { orderNumber }), 'pay')
  await app.cards.deliverPendingHooks()
  await shift(session.id)
  const { id } = await rowOf(app.db, 'session_changes', { session_id: session.id })
  const path = new URL(answerAddress(app.services.config, id, orderNumber)).pathname
  const { body } = await read(path)
  expect(body).not.toContain('Move to this date')
  expect(body).toContain('You get £12.50 back.')
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
  expect((await answer(path, { place: String(bookingId), answer: 'refund' })).statusCode).toBe(303)
  await app.runJobs()
  expect((await read(path)).body).toContain('Cancelled: £12.50 refunded to your card.')
})
