import { expect, test } from 'vitest'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { planGoodwill, proposeForPlaces } from '#domain/office/goodwill.ts'
import { findViolations } from '#testing/find-violations.ts'
import { killedAt, messageOfFailure } from '#testing/killed-at.ts'
import { bookingRequest, makeFamilies } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { settleCancelledDates } from './settle-cancelled-dates.ts'

const app = await startTestApp({ poolSize: 40 })
await app.office('owner')

/** Makes a date that has begun, with places paid by card and one paid with credits. */
async function makeBegunDate() {
  const date = addDays(todayInLondon(app.clock.now()), 1)
  const session = await makeSession(app, await makeOffering(app), { date, pricePence: 850 })
  const families = await makeFamilies(app, 6, { credits: 1 })
  for (const [at, family] of families.entries()) {
    const creditsWanted = at === 0 ? 1 : 0
    const { orderNumber } = await family.api.orders.class.place(
      bookingRequest(family, session, { creditsWanted }),
    )
    const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
    if (creditsWanted === 0) await payByCard(app, { orderNumber, orderId, account: family })
  }
  await app.cards.deliverPendingHooks()
  app.clock.set(`${date}T10:05:00Z`)
  const office = await app.office('manager')
  const { places } = await office.cancelledDates.previewGoodwill({ sessionId: session.id })
  const asked = proposeForPlaces(places, { lost: 1, of: 1 })
  const { given, ...plan } = planGoodwill(places, asked, 'card')
  const press = {
    ...{ sessionId: session.id, settle: 'card' as const, note: '', reason: 'The heating failed' },
    places: [...asked].map(([bookingId, of]) => ({ bookingId, ...of })),
    expected: {
      ...{ places: plan.places, refundedPence: plan.refundedPence, credits: plan.credits },
      earlier: 0,
    },
  }
  return { office, press, families }
}

async function expectGivenOnce(families: Awaited<ReturnType<typeof makeFamilies>>) {
  for (const { accountId, email } of families) {
    expect(await rowOf(app.db, 'accounts', { id: accountId })).toMatchObject({ credit_balance: 1 })
    const told = (await rowsOf(app.db, 'mails', { to_email: email })).filter(({ subject }) =>
      / back for your class /.test(subject),
    )
    expect(told).toHaveLength(1)
  }
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
}

test('goodwill is given once, however many colleagues press however often', async () => {
  const { office, press, families } = await makeBegunDate()
  const owner = await app.office('owner')
  expect(press.expected).toMatchObject({ places: 6, refundedPence: 5 * 850, credits: 1 })
  const presses = await Promise.all(
    [office, owner, office, owner, office].map(who => refusal(who.cancelledDates.giveGoodwill(press))),
  )
  expect(presses.filter(said => / did this at \d\d:\d\d$/.test(said ?? ''))).toHaveLength(4)
  app.clock.advance(1.01)
  await Promise.all([app.runJobs(), app.runJobs()])
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const refunds = await rowsOf(app.db, 'refunds', { kind: 'goodwill' })
  expect(refunds.map(({ amount_pence }) => amount_pence)).toEqual([850, 850, 850, 850, 850])
  await expectGivenOnce(families)
}, 120_000)

test('goodwill whose job is killed repeatedly is given once, and families are told once', async () => {
  const { office, press, families } = await makeBegunDate()
  const before = (await rowsOf(app.db, 'refunds', { kind: 'goodwill' })).length
  const { id: cancellationId } = await office.cancelledDates.giveGoodwill(press)
  app.clock.advance(1.01)
  let kills = 0
  for (let statement = 2; ; statement += 5) {
    const db = app.db.withPlugin(killedAt(statement))
    const said = await messageOfFailure(settleCancelledDates({ ...app.services, db }, { cancellationId }))
    if (!said) break
    expect(said).toBe('killed')
    kills += 1
  }
  expect(kills).toBeGreaterThan(5)
  await app.runJobs()
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await rowsOf(app.db, 'refunds', { kind: 'goodwill' })).toHaveLength(before + 5)
  expect(await rowOf(app.db, 'date_cancellations', { id: cancellationId })).toMatchObject({
    settled_at: expect.any(Date),
  })
  await expectGivenOnce(families)
}, 120_000)
