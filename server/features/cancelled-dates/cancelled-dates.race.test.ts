import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import { findViolations } from '#testing/find-violations.ts'
import { countWaiting, withoutLocks } from '#testing/force-race.ts'
import { killedAt, messageOfFailure } from '#testing/killed-at.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton, openPage, payByCard } from '#testing/make-order.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { cancelDates } from './cancel-dates.ts'
import { settleCancelledDates } from './settle-cancelled-dates.ts'

const app = await startTestApp({ poolSize: 40 })
await app.office('owner')
const nothing = { places: 0, refundedPence: 0, credits: 0, moved: 0, unpaidOrders: 0 }

const place = (family: Family, session: MadeSession) =>
  family.api.orders.class.place(bookingRequest(family, session, { creditsWanted: 1 }))

/** Books as a page does: repeats the call while the server is too busy to begin it. */
async function placeUntilAnswered(family: Family, session: MadeSession): Promise<string | undefined> {
  for (;;) {
    const answer = await refusal(place(family, session)).catch((error: Error) => error)
    if (!(answer instanceof Error)) return answer
    if (!answer.message.endsWith('HTTP 503')) throw answer
  }
}
const asked = ({ id }: MadeSession) => ({ sessionIds: [id], settle: 'card' as const, note: '' })

async function settle() {
  app.clock.advance(1.01)
  await app.runJobs()
}

test('a date is cancelled while two hundred order it, and every order is settled', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 250 })
  const families = await makeFamilies(app, 200, { credits: 1 })
  const office = await app.office('manager')
  const dates = { sessionIds: [session.id], settle: 'card' as const }
  const cancelling = (async () => {
    for (let tries = 0; tries < 500; tries++) {
      const { places, refundedPence, credits, moved, unpaidOrders } =
        await office.cancelledDates.preview(dates)
      const expected = { places, refundedPence, credits, moved, unpaidOrders }
      const refused = await refusal(office.cancelledDates.cancel({ ...dates, note: '', expected }))
      if (!refused) return
      expect(refused).toBe(cancelSentences.figuresChanged)
    }
  })()
  const booked = await Promise.all(families.map(family => placeUntilAnswered(family, session)))
  await cancelling
  await settle()
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    status: 'cancelled',
    places_taken: 0,
  })
  const bought = booked.filter(refused => !refused).length
  expect(await rowsOf(app.db, 'cancelled_date_orders', {})).toHaveLength(bought)
  for (const { accountId } of families) {
    expect((await rowOf(app.db, 'accounts', { id: accountId })).credit_balance).toBe(1)
  }
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
}, 120_000)

/** Runs `meanwhile` once, after the orders of the dates are known and before the dates are cancelled. */
function afterThePlan(meanwhile: () => Promise<unknown>): KyselyPlugin {
  let planned: object | undefined
  return {
    transformQuery: ({ node, queryId }) => {
      const into = node.kind === 'InsertQueryNode' && node.into?.table.identifier.name
      if (into === 'date_cancellations') planned = queryId
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (queryId === planned) await meanwhile()
      return result
    },
  }
}

/**
 * Cancels a date on which a family books between planning and cancelling; returns the answer that the family
 * gets.
 */
async function bookBetween(of: TestApp, db: Db) {
  const session = await makeSession(of, await makeOffering(of))
  const family = await makeFamily(of, { credits: 1 })
  const staff = await recogniseStaff(of.db, (await makeStaff(of)).token, of.clock.now())
  if (!staff) throw new Error('nobody')
  let booked: Promise<string | undefined> | undefined
  const meanwhile = async () => {
    booked = refusal(place(family, session))
    let isAnswered = false
    void booked.then(() => {
      isAnswered = true
    })
    await expect
      .poll(async () => isAnswered || (await countWaiting(of.db)) > 0, { timeout: 20_000, interval: 5 })
      .toBe(true)
  }
  const request = {
    ...{ ...of.services, db: db.withPlugin(afterThePlan(meanwhile)), staff },
    ...{ submitted: { path: '', input: {} }, ip: '', device: { tokens: [] }, userAgent: '' },
    keepCookie: () => {},
  }
  await cancelDates({ ...asked(session), expected: nothing }, request)
  return { session, answered: await booked }
}

test('a booking between plan and cancelling is refused; without the lock nobody settles it', async () => {
  expect(await bookBetween(app, app.db)).toMatchObject({ answered: 'This class was not found' })
  const open = await startTestApp()
  const { session, answered } = await bookBetween(open, open.db.withPlugin(withoutLocks))
  expect(answered).toBeUndefined()
  open.clock.advance(1.01)
  await open.runJobs()
  expect(await rowsOf(open.db, 'cancelled_date_orders', {})).toEqual([])
  expect(await rowOf(open.db, 'bookings', { session_id: session.id })).toMatchObject({ status: 'confirmed' })
})

test('a payment that arrives while a date is cancelled, undone or settled is settled once', async () => {
  for (let round = 0; round < 10; round++) {
    // The clock has advanced, so each round needs a new sign-in.
    const office = await app.office('manager')
    const session = await makeSession(app, await makeOffering(app), { pricePence: 850 })
    const family = await makeFamily(app)
    const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
    const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
    const page = await openPage(app, { orderNumber, account: family })
    const expected = { ...nothing, places: 1, unpaidOrders: 1 }
    const { id } = await office.cancelledDates.cancel({ ...asked(session), expected })
    await clickCardPageButton(page, 'pay')
    const isUndone = round % 2 === 0
    if (!isUndone) app.clock.advance(1.01)
    await Promise.all([
      app.cards.deliverPendingHooks(),
      isUndone ? office.cancelledDates.undo({ id }) : app.runJobs(),
    ])
    await settle()
    await app.cards.deliverPendingHooks()
    await app.runJobs()
    expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({
      paid_pence: 850,
      ...(isUndone ? { status: 'paid', refunded_pence: 0 } : { status: 'cancelled', refunded_pence: 850 }),
    })
  }
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
}, 120_000)

test('a snow day whose process is killed repeatedly is settled once, and families are told once', async () => {
  const dates: MadeSession[] = []
  const families = await makeFamilies(app, 8)
  for (let made = 0; made < 9; made++) {
    dates.push(await makeSession(app, await makeOffering(app), { pricePence: 850 }))
  }
  for (const [at, family] of families.entries()) {
    for (const session of [dates[at], dates[at + 1]].filter(one => one !== undefined)) {
      const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
      const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
      if (at < 6) await payByCard(app, { orderNumber, orderId, account: family })
    }
  }
  await app.cards.deliverPendingHooks()
  const office = await app.office('manager')
  const wanted = { sessionIds: dates.map(({ id }) => id), settle: 'card' as const }
  const { places, refundedPence, credits, moved, unpaidOrders } = await office.cancelledDates.preview(wanted)
  const expected = { places, refundedPence, credits, moved, unpaidOrders }
  expect(expected).toEqual({ places: 16, refundedPence: 12 * 850, credits: 0, moved: 0, unpaidOrders: 4 })
  const { id: cancellationId } = await office.cancelledDates.cancel({ ...wanted, note: '', expected })
  app.clock.advance(1.01)
  let kills = 0
  for (let statement = 2; ; statement += 7) {
    const db = app.db.withPlugin(killedAt(statement))
    const said = await messageOfFailure(settleCancelledDates({ ...app.services, db }, { cancellationId }))
    if (!said) break
    expect(said).toBe('killed')
    kills += 1
  }
  expect(kills).toBeGreaterThan(10)
  await app.runJobs()
  await app.cards.deliverPendingHooks()
  const refunds = await rowsOf(app.db, 'refunds', { kind: 'cancelled' })
  const ofThese = refunds.filter(({ amount_pence }) => amount_pence === 850)
  expect(ofThese.length).toBeGreaterThanOrEqual(12)
  for (const { email } of families) {
    const told = (await rowsOf(app.db, 'mails', { to_email: email })).filter(({ subject }) =>
      / cancelled$/.test(subject),
    )
    expect(told).toHaveLength(1)
  }
  expect(await rowOf(app.db, 'date_cancellations', { id: cancellationId })).toMatchObject({
    settled_at: expect.any(Date),
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
}, 120_000)
