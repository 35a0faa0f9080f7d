import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { auditDatabase } from '#server/database/invariants.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockClasses } from '#server/features/planning/lock-sessions.ts'
import { behindGate, countDeadlocks, countWaiting, withoutLocks } from '#testing/behind-gate.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { type Family, makeFamilies, makeFamily, wishOf } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { lapseOffer } from './lapse-offer.ts'
import { leaveQueues } from './leave-queues.ts'
import { leaveWaitingList } from './leave-waiting-list.ts'
import { offerFreedPlaces } from './offer-places.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

/** A session whose places are all held by unpaid orders, and whoever holds them. */
async function makeFull(capacity: number) {
  const session = await makeSession(app, await makeOffering(app), { capacity, date: '2026-12-10' })
  const holders = []
  for (const family of await makeFamilies(app, capacity)) {
    holders.push({ ...family, ...(await makeBooking(app, session.id, { ...family, status: 'held' })) })
  }
  return { session, holders }
}

const join = (session: MadeSession, family: Family) =>
  family.api.waitingLists.class.join({ ...wishOf(family, session), sessionId: session.id })
const book = (session: MadeSession, family: Family) => family.api.orders.class.place(wishOf(family, session))
const giveUp = ({ orderNumber, api }: Family & { orderNumber: string }) =>
  api.orders.class.cancel({ orderNumber })

const readQueue = (sessionId: number) => rowsOf(app.db, 'waiting_entries', { session_id: sessionId })

const readPlaces = (sessionId: number) =>
  sql<{ taken: number; offered: number; bookings: number; free: number }>`
    select places_taken as taken, places_offered as offered, capacity - places_taken - places_offered as free,
      (select count(*)::integer from bookings b where b.session_id = s.id and b.status <> 'cancelled') as bookings
    from sessions s where id = ${sessionId}`
    .execute(app.db)
    .then(result => result.rows[0])

async function brokenInvariants() {
  const findings = await auditDatabase(app.db, app.clock.now(), [app.services.config.dataKey])
  return findings.filter(({ violations }) => violations > 0)
}

const unlocked = () => ({ ...app.services, db: app.db.withPlugin(withoutLocks) })

test('two hundred families join while ten places come free: the first ten are offered them, nobody is jumped', async () => {
  const { session, holders } = await makeFull(10)
  const families = await makeFamilies(app, racers - holders.length)
  // More at once would only wait for a connection, which nobody does for more than five seconds.
  const later = families.slice(20)
  const lanes = Array.from({ length: 20 }, async (_, lane) => {
    for (let at = lane; at < later.length; at += 20) await refusal(join(session, later[at] as Family))
  })
  // Whoever joins in vain is refused; whatever else went wrong would end the test here.
  await Promise.all([
    ...families.slice(0, 20).map(family => refusal(join(session, family))),
    ...holders.map(giveUp),
    ...lanes,
  ])
  const queue = await readQueue(session.id)
  const offers = queue.filter(({ status }) => status === 'offered').length
  expect(queue.map(({ status }) => status)).toEqual(
    queue.map((_entry, index) => (index < offers ? 'offered' : 'waiting')),
  )
  const places = await readPlaces(session.id)
  expect(places).toMatchObject({ taken: 0, offered: offers })
  // Whoever was refused was told that a place is free, and then one was.
  if (places?.free !== 0) expect(queue.length).toBe(offers)
  expect(offers + (places?.free ?? 0)).toBe(10)
})

/** A family has looked, and is held up before it is on the list; the place is given up meanwhile. */
async function joinWhileFreed(services: TestApp['services']) {
  const { session, holders } = await makeFull(1)
  const family = await makeFamily(app)
  const wish = {
    kind: 'class' as const,
    offeringId: session.offeringId,
    sessionId: session.id,
    attendees: { who: 'children' as const, childIds: [family.childId] },
  }
  const actor = { accountId: family.accountId, tokenId: 0, ip: '' }
  let freed: Promise<unknown> = Promise.resolve()
  await behindGate(app, {
    close: tx =>
      tx.selectFrom('offerings').select('id').where('id', '=', session.offeringId).forUpdate().execute(),
    work: () => joinWaitingList(services, actor, wish),
    waiting: 1,
    meanwhile: async () => {
      freed = Promise.all(holders.map(giveUp))
      // Without the lock it is done now; with it, it stands behind the family.
      if (services !== app.services) await freed
    },
  })
  await freed
  return { queue: await readQueue(session.id), places: await readPlaces(session.id) }
}

test('a place given up while somebody joins is theirs; without the lock they wait beside a free place', async () => {
  const kept = await joinWhileFreed(app.services)
  expect(kept.queue).toMatchObject([{ status: 'offered' }])
  expect(kept.places).toEqual({ taken: 0, offered: 1, bookings: 0, free: 0 })

  // Negative control.
  const lost = await joinWhileFreed(unlocked())
  expect(lost.queue).toMatchObject([{ status: 'waiting' }])
  expect(lost.places).toEqual({ taken: 0, offered: 0, bookings: 0, free: 1 })
})

/** A family joins for any date while the office, which has found nobody waiting, has not committed a further one. */
async function joinWhileAdded(services: TestApp['services'], isMoved: boolean) {
  const offering = await makeOffering(app)
  await makeSession(app, offering, { capacity: 0, date: '2026-12-10' })
  const home = isMoved ? await makeOffering(app, { typeName: offering.name }) : offering
  const status = isMoved ? 'scheduled' : 'withdrawn'
  const added = await makeSession(app, home, { capacity: 1, status })
  const { accountId, childId } = await makeFamily(app)
  const attendees = { who: 'children' as const, childIds: [childId] }
  const wish = { kind: 'class' as const, offeringId: offering.id, attendees }
  let told: Promise<string | undefined> | undefined
  await behindGate(app, {
    close: async tx => {
      if (isMoved) await lockClasses(tx, sql`o.id = ${offering.id}`)
      const change = { offering_id: offering.id, status: 'scheduled' as const }
      await changeRows(tx, 'sessions', { id: added.id }, change)
      await offerFreedPlaces(tx, [added.id], app.clock.now())
    },
    work: async () => {
      told = refusal(joinWaitingList(services, { accountId, tokenId: 0, ip: '' }, wish))
    },
    waiting: services === app.services ? 1 : 0,
    // Without the lock it is done now; with it, it stands behind the office.
    meanwhile: async () => services === app.services || told,
  })
  return { told: await told, free: (await readPlaces(added.id))?.free }
}

test.each([
  { how: 'is shown', isMoved: false },
  { how: 'comes from another venue', isMoved: true },
])(
  'a date that $how while somebody joins for any is seen; without the lock they wait beside it',
  async ({ isMoved }) => {
    expect(await joinWhileAdded(app.services, isMoved)).toEqual({ told: sentences.placesAvailable, free: 1 })

    // Negative control.
    expect(await joinWhileAdded(unlocked(), isMoved)).toEqual({ told: undefined, free: 1 })
  },
)

/** Two hundred families have all seen one free place; before they write it is offered to one of them. */
async function rushForOffered(families: [Family, ...Family[]]) {
  const [invited] = families
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, date: '2026-12-10' })
  const refusals = await behindGate(app, {
    close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
    work: () => Promise.all(families.toReversed().map(family => refusal(book(session, family)))),
    waiting: 30,
    meanwhile: async tx => {
      await writeRow(tx, 'waiting_entries', {
        kind: 'class',
        offering_id: session.offeringId,
        session_id: session.id,
        account_id: invited.accountId,
        child_id: invited.childId,
        status: 'offered',
        offered_session_id: session.id,
        offered_at: app.clock.now(),
        offer_expires_at: new Date(app.clock.now().getTime() + 60_000),
        created_at: app.clock.now(),
      })
      await changeRows(tx, 'sessions', { id: session.id }, { places_offered: 1 })
    },
  })
  return { session, refusals }
}

test('of two hundred families nobody but the invited one takes the offered place', async () => {
  const families = await makeFamilies(app, racers)
  const { session, refusals } = await rushForOffered(families)
  expect(refusals).toEqual([...Array(racers - 1).fill('Sorry, this class is full'), undefined])
  expect(await readPlaces(session.id)).toEqual({ taken: 1, offered: 0, bookings: 1, free: 0 })
  expect(await readQueue(session.id)).toMatchObject([{ status: 'booked', child_id: families[0].childId }])

  // Negative control: without the constraint whoever had seen the place takes it.
  await sql`alter table sessions drop constraint sessions_capacity_not_exceeded`.execute(app.db)
  const unguarded = await rushForOffered(families)
  expect((await readPlaces(unguarded.session.id))?.bookings).toBeGreaterThan(1)
  await changeRows(app.db, 'sessions', { id: unguarded.session.id }, { capacity: racers + 1 })
  await sql`alter table sessions add constraint sessions_capacity_not_exceeded
    check (places_taken + places_offered <= capacity)`.execute(app.db)
})

/** An offer to the first of two families that wait for one place. */
async function makeOffer() {
  const { session, holders } = await makeFull(1)
  const [first, second] = (await makeFamilies(app, 2)) as [Family, Family]
  await join(session, first)
  await join(session, second)
  await Promise.all(holders.map(giveUp))
  const [entry] = await readQueue(session.id)
  return { session, first, entryId: entry?.id as number }
}
type Offer = Awaited<ReturnType<typeof makeOffer>>

/** A process by whose clock the offer is over. */
const lapse = (services: TestApp['services'], { entryId }: Offer) =>
  lapseOffer({ ...services, clock: () => new Date(app.clock.now().getTime() + 12 * 3_600_000) }, { entryId })

test('an offer that runs out while it is being taken is used once or passed on once', async () => {
  const offers: Offer[] = []
  for (let made = 0; made < 20; made++) offers.push(await makeOffer())
  const moves = racers / offers.length
  const answers = await Promise.all(
    offers.map(async (offer, round) => {
      const isBooking = (move: number) => (move + round) % 2 === 0
      const told = await Promise.allSettled(
        Array.from({ length: moves }, (_, move) =>
          isBooking(move) ? book(offer.session, offer.first) : lapse(app.services, offer),
        ),
      )
      return told.filter((_, move) => isBooking(move)) as PromiseSettledResult<{ orderNumber: string }>[]
    }),
  )
  for (const [index, { session }] of offers.entries()) {
    const [first, second] = await readQueue(session.id)
    const isUsed = first?.status === 'booked'
    expect([first?.status, second?.status]).toEqual(isUsed ? ['booked', 'waiting'] : ['lapsed', 'offered'])
    expect(await readPlaces(session.id)).toEqual(
      isUsed
        ? { taken: 1, offered: 0, bookings: 1, free: 0 }
        : { taken: 0, offered: 1, bookings: 0, free: 0 },
    )
    const told = (answers[index] ?? []).map(answer =>
      answer.status === 'fulfilled' ? answer.value.orderNumber : answer.reason,
    )
    const [order] = told
    expect(told).toEqual(told.map(() => (isUsed ? order : new Refusal('Sorry, this class is full'))))
  }
  expect(await brokenInvariants()).toEqual([])
})

/** Fifteen families stand before their sessions to take what is kept for them, and as many lapses beside them. */
async function takeBesideLapse(services: TestApp['services']) {
  const offers: Offer[] = []
  for (let made = 0; made < 15; made++) offers.push(await makeOffer())
  const ids = offers.map(({ session }) => session.id)
  let lapsing: Promise<unknown> = Promise.resolve()
  await behindGate(app, {
    close: tx => tx.selectFrom('sessions').select('id').where('id', 'in', ids).forNoKeyUpdate().execute(),
    work: () => Promise.all(offers.map(({ session, first }) => refusal(book(session, first)))),
    waiting: offers.length,
    meanwhile: async () => {
      lapsing = Promise.all(offers.map(offer => lapse(services, offer)))
      await expect.poll(() => countWaiting(app.db), { interval: 10 }).toBe(2 * offers.length)
    },
  })
  await lapsing
}

test('taking an offer and ending it lock in one order; without the lock they stand in each other’s way', async () => {
  await takeBesideLapse(app.services)
  expect(await brokenInvariants()).toEqual([])
  expect(await countDeadlocks(app.db)).toBe(0)

  // Negative control: on a busy machine one round may happen to take turns.
  for (let round = 0; round < 5 && !(await countDeadlocks(app.db)); round++) await takeBesideLapse(unlocked())
  expect(await countDeadlocks(app.db)).toBeGreaterThan(0)
})

test('whoever leaves an offer of a session that has begun does not hold the entry that its lapse is after', async () => {
  const offer = await makeOffer()
  const { session, first, entryId } = offer
  const services = { ...app.services, clock: () => new Date(`${session.date}T12:00:00Z`) }
  const actor = { accountId: first.accountId, tokenId: 0, ip: '' }
  await behindGate(app, {
    close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
    work: () => refusal(leaveWaitingList(services, actor, entryId)),
    waiting: 1,
    meanwhile: tx => sql`select id from waiting_entries where id = ${entryId} for update nowait`.execute(tx),
  })
  expect(await readQueue(session.id)).toMatchObject([{ status: 'withdrawn' }, { status: 'waiting' }])
})

test('an order of two dates that runs out holds nobody who waits for any before it holds both dates', async () => {
  const offering = await makeOffering(app)
  const made = { capacity: 1, date: '2026-12-10' }
  const dates = [await makeSession(app, offering, made), await makeSession(app, offering, made)] as const
  const [holder, waiter] = (await makeFamilies(app, 2)) as [Family, Family]
  const { orderNumber } = await holder.api.orders.class.place(wishOf(holder, [...dates]))
  const { attendees } = wishOf(waiter, dates[0])
  await waiter.api.waitingLists.class.join({ offeringId: offering.id, attendees })
  const entry = { child_id: waiter.childId }
  await behindGate(app, {
    close: tx =>
      tx.selectFrom('sessions').select('id').where('id', '=', dates[1].id).forNoKeyUpdate().execute(),
    work: () => giveUp({ ...holder, orderNumber }),
    waiting: 1,
    meanwhile: tx =>
      sql`select id from waiting_entries where child_id = ${waiter.childId} for update nowait`.execute(tx),
  })
  expect(await rowsOf(app.db, 'waiting_entries', entry)).toMatchObject([{ offered_session_id: dates[0].id }])
})

/** An account waits for a full session; while it is being closed, a place of it is freed and offered to it. */
async function closeWhileOffered(close: (family: Family) => Promise<unknown>) {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, placesTaken: 1 })
  const family = await makeFamily(app)
  await join(session, family)
  await behindGate(app, {
    close: async tx => {
      await tx.selectFrom('sessions').select('id').where('id', '=', session.id).forNoKeyUpdate().execute()
      await changeRows(tx, 'sessions', { id: session.id }, { places_taken: 0 })
      await offerFreedPlaces(tx, [session.id], app.clock.now())
    },
    work: () => close(family),
    waiting: 1,
  })
  return readPlaces(session.id)
}

test('a place that is offered to an account just as it closes is free again; without the lock nobody has it', async () => {
  const free = { taken: 0, offered: 0, bookings: 0, free: 1 }
  expect(
    await closeWhileOffered(({ api }) =>
      api.ownData.closeAccount({ password: 'Password1', giveUpBookings: false }),
    ),
  ).toEqual(free)

  // Negative control.
  const leave = ({ accountId }: Family) =>
    app.db
      .withPlugin(withoutLocks)
      .transaction()
      .execute(tx => leaveQueues(tx, sql`account_id = ${accountId}`, app.clock.now()))
  expect(await closeWhileOffered(leave)).toEqual({ ...free, offered: 1, free: 0 })
})

test('one account in many tabs, each with another address, takes its one kept place once', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { capacity: 1, date: '2026-12-10', placesTaken: 1 })
  const as = (email: string) => wishOf({ childIds: [], fullName: 'Pat Lane', email }, session)
  const bookAs = (email: string, { api }: Family) => refusal(api.orders.parentSession.place(as(email)))
  await family.api.waitingLists.parentSession.join({ ...as('pat@example.test'), sessionId: session.id })
  await transaction(app.db, async tx => {
    await changeRows(tx, 'sessions', { id: session.id }, { places_taken: 0 })
    await offerFreedPlaces(tx, [session.id], app.clock.now())
  })
  const foreign = await makeFamily(app)
  const tabs = Array.from({ length: 50 }, (_, tab) => `pat-${tab}@example.test`)
  const [own, others] = await Promise.all([
    Promise.all(tabs.map(address => bookAs(address, family))),
    Promise.all(tabs.map(() => bookAs('pat@example.test', foreign))),
  ])
  const full = 'Sorry, this class is full'
  expect(own.filter(sentence => sentence !== full)).toEqual([undefined])
  expect(others).toEqual(tabs.map(() => full))
  expect(await readPlaces(session.id)).toEqual({ taken: 1, offered: 0, bookings: 1, free: 0 })
  expect(await readQueue(session.id)).toMatchObject([{ status: 'booked' }])
})

test('guests of one network stand in a queue three times, however many tabs ask', async () => {
  const rush = async (ip: string, services: typeof app.services) => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 1, placesTaken: 1 })
    const ask = (number: number) => {
      const attendees = {
        who: 'contact' as const,
        fullName: `Guest ${number}`,
        phone: '',
        email: `${number}@example.test`,
      }
      const wish = { kind: session.kind, offeringId: offering.id, sessionId: session.id, attendees }
      return refusal(joinWaitingList(services, { accountId: undefined, ip }, wish))
    }
    // Without a lock they all have counted before they meet here.
    return behindGate(app, {
      close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
      work: () => Promise.all(Array.from({ length: 10 }, (_, number) => ask(number))),
      waiting: 10,
    })
  }
  const refusals = await rush('10.5.0.1', app.services)
  expect(refusals.filter(sentence => sentence === undefined)).toHaveLength(3)
  // Negative control: counted side by side, all of them stand there.
  const unguarded = await rush('10.5.0.2', unlocked())
  expect(unguarded.filter(sentence => sentence === undefined)).toHaveLength(10)
})
