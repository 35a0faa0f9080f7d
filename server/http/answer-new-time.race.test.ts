import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { answerAddress } from '#server/features/orders/answer-link.ts'
import { answerNewTime } from '#server/features/orders/answer-new-time.ts'
import { findViolations } from '#testing/find-violations.ts'
import { withoutLocks } from '#testing/force-race.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'

const app = await startTestApp({ poolSize: 20 })
const rounds = 10

/** Makes a family with a paid place on a date that then moves. Returns them with the link from its mail. */
async function makeShifted() {
  const offering = await makeOffering(app)
  const family = await makeFamily(app)
  const [session, later, latest] = [
    await makeSession(app, offering, { date: '2026-12-08', pricePence: 850 }),
    await makeSession(app, offering, { date: '2026-12-15', pricePence: 850 }),
    await makeSession(app, offering, { date: '2026-12-22', pricePence: 850 }),
  ]
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: family })
  await app.cards.deliverPendingHooks()
  const { version } = await rowOf(app.db, 'sessions', { id: session.id })
  await (await app.office('owner')).planner.saveSessions({
    ...{ sessions: [{ id: session.id, version }], changes: { shiftMinutes: 15 }, tell: true, reason: '' },
  })
  const { id: changeId } = await rowOf(app.db, 'session_changes', { session_id: session.id })
  const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
  const path = new URL(answerAddress(app.services.config, changeId, orderNumber)).pathname
  const answer = (fields: Record<string, string>) =>
    app.http.inject({
      ...{ method: 'POST', url: path },
      payload: new URLSearchParams({ place: String(bookingId), ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const link = { changeId: String(changeId), orderNumber }
  return { session, later, latest, bookingId, link, answer }
}

type Pressed = Awaited<ReturnType<Awaited<ReturnType<typeof makeShifted>>['answer']>>

/**
 * Expects one of several presses to succeed, and the others to be told that it was answered before. Returns
 * the index of the successful one.
 */
function expectOneAnswer(presses: Pressed[]): number {
  const done = presses.filter(({ statusCode }) => statusCode === 303)
  expect(done).toHaveLength(1)
  for (const { statusCode, body } of presses.filter(each => each !== done[0])) {
    expect(statusCode).toBe(200)
    expect(body).toContain(sentences.answeredBefore)
  }
  return presses.indexOf(done[0] as Pressed)
}

test('both buttons of the link, pressed twice at once, move the place or refund it', async () => {
  for (let round = 0; round < rounds; round++) {
    const { session, later, bookingId, answer } = await makeShifted()
    const move = () => answer({ answer: 'move', date: String(later.id) })
    const refund = () => answer({ answer: 'refund' })
    const pressed = round % 2 === 0 ? [move, refund, move, refund] : [refund, move, refund, move]
    const first = expectOneAnswer(await Promise.all(pressed.map(press => press())))
    await app.runJobs()
    const isMoved = pressed[first] === move
    const back = await rowsOf(app.db, 'booking_cancellations', { booking_id: bookingId })
    expect(back).toHaveLength(isMoved ? 0 : 1)
    expect(await rowsOf(app.db, 'booking_moves', { booking_id: bookingId })).toHaveLength(isMoved ? 1 : 0)
    expect((await rowOf(app.db, 'sessions', { id: later.id })).places_taken).toBe(isMoved ? 1 : 0)
    expect((await rowOf(app.db, 'sessions', { id: session.id })).places_taken).toBe(0)
  }
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('two dates that are chosen at once in two windows move the place once', async () => {
  for (let round = 0; round < rounds; round++) {
    const { later, latest, bookingId, answer } = await makeShifted()
    const presses = await Promise.all(
      [later, latest].map(({ id }) => answer({ answer: 'move', date: String(id) })),
    )
    expectOneAnswer(presses)
    expect(await rowsOf(app.db, 'booking_moves', { booking_id: bookingId })).toHaveLength(1)
  }
})

/** Runs `meanwhile` once, after the second read of a place, which is inside the transaction that moves it. */
function afterTheSecondLook(meanwhile: () => Promise<unknown>): KyselyPlugin {
  const looks: object[] = []
  return {
    transformQuery: ({ node, queryId }) => {
      const isLook = node.kind === 'RawNode' && node.sqlFragments.join().includes('from session_changes n')
      if (isLook) looks.push(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (looks[1] === queryId) await meanwhile()
      return result
    },
  }
}

test('without the locks two dates that are chosen at once both move the place', async () => {
  const { later, latest, bookingId, link } = await makeShifted()
  const move = (services: TestApp['services'], to: { id: number }) =>
    answerNewTime(services, link, { bookingId, moveTo: to.id })
  const meanwhile = afterTheSecondLook(() => move(app.services, latest))
  const db = app.db.withPlugin(withoutLocks).withPlugin(meanwhile)
  await move({ ...app.services, db }, later)
  expect(await rowsOf(app.db, 'booking_moves', { booking_id: bookingId })).toHaveLength(2)
})
