import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seededChance } from '#demo/seeded-chance.ts'
import { expireOffer } from '#server/features/waiting-list/expire-offer.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { countDeadlocks, forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { bookingRequest, type Family, makeFamilies } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { offerNow } from './offer-now.ts'

// `INTERLEAVINGS=1000` is the full length, `INTERLEAVINGS_SEED` replays a run.
const count = Number(process.env.INTERLEAVINGS ?? 25)
const seed = process.env.INTERLEAVINGS_SEED ?? String(randomInt(1_000_000))

const app = await startTestApp({ poolSize: 40 })
const readPlaces = async (sessionId: number) => {
  const { rows } = await sql<{ capacity: number; taken: number; kept: number; live: number; open: number }>`
    select capacity, places_taken as taken, places_offered as kept,
      (select count(*)::integer from bookings b where b.session_id = s.id and b.status <> 'cancelled') as live,
      (select count(*)::integer from waiting_entries w where w.offered_session_id = s.id) as open
    from sessions s where id = ${sessionId}`.execute(app.db)
  return rows[0]
}

const waitFor = ({ id, offeringId, kind }: MadeSession, { accountId, childId }: Family) =>
  writeRow(app.db, 'waiting_entries', {
    ...{ kind, offering_id: offeringId, session_id: id, account_id: accountId, child_id: childId },
    ...{ status: 'waiting' as const, created_at: app.clock.now() },
  })

/** Returns a request of a manager who has just signed in. */
async function requestOf(services = app.services): Promise<OfficeRequest> {
  const { staffId, sessionId } = await makeStaff(app, { role: 'manager' })
  const staff = { staffId, sessionId, role: 'manager' as const, fullName: 'Ann Perry', confirmedAt: null }
  return { ...services, staff, submitted: { path: '', input: {} } } as unknown as OfficeRequest
}

/** Lets two colleagues offer one free place to two families before either has written. */
async function offerTwice(services: typeof app.services) {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1 })
  const ids: number[] = []
  for (const family of await makeFamilies(app, 2)) ids.push(await waitFor(session, family))
  const requests = [await requestOf(services), await requestOf(services)]
  const told = await forceRace(app, {
    close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
    work: () =>
      Promise.all(
        requests.map((request, at) =>
          refusal(
            offerNow(request, {
              id: ids[at] ?? 0,
              sessionId: session.id,
              hours: 12,
              reason: 'By phone',
            }),
          ),
        ),
      ),
    waiting: 2,
  })
  return { session, told }
}

test('two colleagues who offer one free place at once offer it once; without the locks, twice', async () => {
  const kept = await offerTwice(app.services)
  expect(kept.told.toSorted()).toEqual(['The last place has just been booked', undefined])
  expect(await readPlaces(kept.session.id)).toMatchObject({ capacity: 1, taken: 0, kept: 1, open: 1 })

  // Negative control.
  await sql`alter table sessions drop constraint sessions_capacity_not_exceeded`.execute(app.db)
  const lost = await offerTwice({ ...app.services, db: app.db.withPlugin(withoutLocks) })
  expect(lost.told).toEqual([undefined, undefined])
  expect(await readPlaces(lost.session.id)).toMatchObject({ capacity: 1, kept: 2, open: 2 })
  await changeRows(app.db, 'sessions', { id: lost.session.id }, { capacity: 2 })
  await sql`alter table sessions add constraint sessions_capacity_not_exceeded
    check (places_taken + places_offered <= capacity)`.execute(app.db)
})

test(`desk, parents and the list never oversell one last place or promise it twice (INTERLEAVINGS_SEED=${seed})`, async () => {
  const chance = seededChance(seed)
  const families = await makeFamilies(app, 5)
  const [holder, first, second, third, stranger] = families as [Family, Family, Family, Family, Family]
  const offering = await makeOffering(app)
  const [desk, other] = [await app.office('manager'), await app.office('frontDesk')]
  for (let round = 0; round < count; round++) {
    const session = await makeSession(app, offering, {
      capacity: 1,
      date: '2026-12-10',
      name: `Round ${round}`,
    })
    const { id: sessionId } = session
    const { price_pence: pricePence } = await rowOf(app.db, 'sessions', { id: sessionId })
    const { orderNumber } = await makeBooking(app, sessionId, { ...holder, status: 'held' })
    const ids = [await waitFor(session, first), await waitFor(session, second)]
    const book = (family: Family) => family.api.orders.class.place(bookingRequest(family, session))
    const offer = (at: number, by = desk, raiseTo?: number) =>
      by.waiting.offer({
        ...{ id: ids[at] ?? 0, sessionId, hours: chance.whole(1, 72), reason: 'By phone' },
        ...(raiseTo && { raiseTo }),
      })
    const bookAtDesk = ({ accountId, childIds }: Family, by = other, to?: number) =>
      by.deskBookings.place({
        ...{ accountId, childIds, offeringId: offering.id, sessionIds: [sessionId], isTrial: false },
        ...{ pay: 'desk', method: 'cash', reference: '' },
        expected: { totalPence: pricePence, creditsUsed: 0 },
        raises: to ? [{ sessionId, to }] : [],
      })
    const later = () => new Date(app.clock.now().getTime() + 80 * 3_600_000)
    const moves: (() => Promise<unknown>)[] = [
      () => holder.api.orders.class.cancel({ orderNumber }),
      () => book(first),
      () => book(second),
      () => book(stranger),
      () => bookAtDesk(stranger),
      () => bookAtDesk(first, other),
      () => bookAtDesk(second, desk, 2),
      () => offer(0),
      () => offer(1, other),
      () => offer(1, desk, 2),
      () => desk.waiting.remove({ id: ids[0] ?? 0, reason: 'Moved away' }),
      () => other.waiting.remove({ id: ids[1] ?? 0, reason: 'Moved away' }),
      () =>
        other.waiting.add({
          ...{ accountId: third.accountId, childId: third.childId, offeringId: offering.id, sessionId },
        }),
      () => first.api.ownWaiting.leave({ entryId: ids[0] ?? 0 }),
      () => expireOffer({ ...app.services, clock: later }, { entryId: ids[chance.whole(0, 1)] ?? 0 }),
      () =>
        app.db.transaction().execute(async tx => {
          await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).forNoKeyUpdate().execute()
          await offerFreedPlaces(tx, [sessionId], app.clock.now())
        }),
    ]
    const chosen = chance.shuffle([...moves, ...moves]).slice(0, chance.whole(4, 12))
    // Every answer is a success or a refusal: any other error ends the test here.
    while (chosen.length > 0) {
      const together = chosen.splice(0, chance.whole(2, 6))
      const told = await Promise.all(together.map(move => refusal(move())))
      expect(told.join(), `round ${round}`).not.toMatch(/went wrong|busy/)
      const places = await readPlaces(sessionId)
      expect(places, `round ${round}`).toMatchObject({ taken: places?.live, kept: places?.open })
      expect((places?.live ?? 0) + (places?.open ?? 0), `round ${round}`).toBeLessThanOrEqual(
        places?.capacity ?? 0,
      )
      // A raise is pressed for two places, so there are never three.
      expect(places?.capacity).toBeLessThanOrEqual(2)
    }
    const entries = await rowsOf(app.db, 'waiting_entries', { session_id: sessionId })
    const open = entries.filter(({ status }) => status === 'offered').map(({ child_id }) => child_id)
    expect(new Set(open).size, `round ${round}`).toBe(open.length)
    // The next round begins with nobody who holds an unpaid order.
    for (const row of await rowsOf(app.db, 'orders', { status: 'pending' })) {
      const family = families.find(({ accountId }) => accountId === row.account_id)
      await family?.api.orders.class.cancel({ orderNumber: row.order_number })
    }
  }
  expect(await countDeadlocks(app.db)).toBe(0)
}, 3_600_000)
