import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countDeadlocks, withoutLocks } from '#testing/force-race.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

const app = await startTestApp({ poolSize: 20 })

const racers = 200
const rounds = 100
const families = 9

async function makePlaces(count: number, sessionIds: number[]) {
  const places = []
  for (let made = 0; made < count; made++) {
    const account = await makeAccount(app)
    const childId = await makeChild(app, account)
    const sessionId = sessionIds[made % sessionIds.length] ?? 0
    const { bookingId } = await makeBooking(app, sessionId, { accountId: account.accountId, childId })
    places.push({ ...account, bookingId })
  }
  return places
}

const readPlaces = (sessionIds: number[]) =>
  sql<{ id: number; counter: number; bookings: number; capacity: number }>`
    select s.id, places_taken as counter, capacity,
      (select count(*)::integer from bookings b where b.session_id = s.id and b.status <> 'cancelled') as bookings
    from sessions s where id = any(${sessionIds}) order by id`
    .execute(app.db)
    .then(result => result.rows)

test('a hundred rounds of swaps at capacity neither lose a place, oversell nor deadlock', async () => {
  const offering = await makeOffering(app)
  const one = await makeSession(app, offering, { capacity: 5, date: '2026-12-01' })
  const other = await makeSession(app, offering, { capacity: 5, date: '2026-12-02' })
  const ids = [one.id, other.id]
  // Nine places of ten, so that at any time one family may pass either way.
  const places = await makePlaces(families, ids)
  let moved = 0
  for (let round = 0; round < rounds; round++) {
    const refusals = await Promise.all(
      places.map(({ bookingId, api }, index) =>
        refusal(api.rescheduling.class.move({ bookingId, sessionId: ids[(round + index) % 2] as number })),
      ),
    )
    moved += refusals.filter(sentence => sentence === undefined).length
    const now = await readPlaces(ids)
    expect(now.every(({ counter, bookings, capacity }) => counter === bookings && counter <= capacity)).toBe(
      true,
    )
    expect(now.reduce((sum, { bookings }) => sum + bookings, 0)).toBe(families)
  }
  expect(moved).toBeGreaterThan(rounds / 2)
  expect(await countDeadlocks(app.db)).toBe(0)
  const { history } = await app.db
    .selectFrom('booking_moves')
    .select(({ fn }) => fn.countAll<number>().as('history'))
    .executeTakeFirstOrThrow()
  expect(history).toBe(moved)
}, 120_000)

test('only one of many moves to the last place succeeds; without lock and constraint several do', async () => {
  const offering = await makeOffering(app)
  const from = await makeSession(app, offering, { capacity: racers, date: '2026-12-03' })
  const last = await makeSession(app, offering, { capacity: 1, date: '2026-12-04' })
  const places = await makePlaces(racers, [from.id])
  const rush = (services: TestApp['services'], sessionId: number) =>
    Promise.allSettled(
      places.map(({ accountId, bookingId }) =>
        rescheduleBooking(services, { accountId }, { kind: 'class', bookingId, sessionId }),
      ),
    ).then(results => results.filter(({ status }) => status === 'fulfilled').length)
  expect(await rush(app.services, last.id)).toBe(1)

  // Negative control: without the lock the constraint still holds; without both, the place is sold several
  // times.
  const unlocked = { ...app.services, db: app.db.withPlugin(withoutLocks) }
  const guarded = await makeSession(app, offering, { capacity: 1, date: '2026-12-05' })
  expect(await rush(unlocked, guarded.id)).toBe(1)
  await sql`alter table sessions drop constraint sessions_capacity_not_exceeded`.execute(app.db)
  const unguarded = await makeSession(app, offering, { capacity: 1, date: '2026-12-06' })
  expect(await rush(unlocked, unguarded.id)).toBeGreaterThan(1)
  await changeRows(app.db, 'sessions', { id: unguarded.id }, { capacity: places.length })
  await sql`alter table sessions add constraint sessions_capacity_not_exceeded
    check (places_taken + places_offered <= capacity)`.execute(app.db)
}, 60_000)
