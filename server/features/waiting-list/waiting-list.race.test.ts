import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { auditDatabase } from '#server/audit/invariants.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockClasses } from '#server/features/planning/lock-sessions.ts'
import { countDeadlocks, countWaiting, forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { expireOffer } from './expire-offer.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { leaveWaitingList } from './leave-waiting-list.ts'
import { leaveWaitingLists } from './leave-waiting-lists.ts'
import { offerFreedPlaces } from './offer-places.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

/** Creates a session whose places are all held by unpaid orders, with their holders. */
async function makeFull(capacity: number) {
  const session = await makeSession(app, await makeOffering(app), { capacity, date: '2026-12-10' })
  const holders = []
  for (const family of await makeFamilies(app, capacity)) {
    holders.push({ ...family, ...(await makeBooking(app, session.id, { ...family, status: 'held' })) })
  }
  return { session, holders }
}

const join = (session: MadeSession, family: Family) =>
  family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
const book = (session: MadeSession, family: Family) =>
  family.api.orders.class.place(bookingRequest(family, session))
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

test('two hundred families join while ten places become free: the first ten get the offers', async () => {
  const { session, holders } = await makeFull(10)
  const families = await makeFamilies(app, racers - holders.length)
  // More at once would only wait for a connection, and are refused after five seconds.
  const later = families.slice(20)
  const lanes = Array.from({ length: 20 }, async (_, lane) => {
    for (let at = lane; at < later.length; at += 20) await refusal(join(session, later[at] as Family))
  })
  // A family that joins too late is refused; any other error would end the test here.
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
  // Every refused family was told that a place is free, and one was.
  if (places?.free !== 0) expect(queue.length).toBe(offers)
  expect(offers + (places?.free ?? 0)).toBe(10)
})

/** Pauses a family between checking and joining the list, while a place becomes free. */
async function joinWhileFreed(services: TestApp['services']) {
  const { session, holders } = await makeFull(1)
  const family = await makeFamily(app)
  const request = {
    kind: 'class' as const,
    offeringId: session.offeringId,
    sessionId: session.id,
    attendees: { who: 'children' as const, childIds: [family.childId] },
  }
  const actor = { accountId: family.accountId, tokenId: 0, ip: '' }
  let freed: Promise<unknown> = Promise.resolve()
  await forceRace(app, {
    close: tx =>
      tx.selectFrom('offerings').select('id').where('id', '=', session.offeringId).forUpdate().execute(),
    work: () => joinWaitingList(services, actor, request),
    waiting: 1,
    meanwhile: async () => {
      freed = Promise.all(holders.map(giveUp))
      // Without the lock the freeing is done now; with it, it waits for the family.
      if (services !== app.services) await freed
    },
  })
  await freed
  return { queue: await readQueue(session.id), places: await readPlaces(session.id) }
}

test('a place freed while somebody joins is offered to them; without the lock it stays free', async () => {
  const kept = await joinWhileFreed(app.services)
  expect(kept.queue).toMatchObject([{ status: 'offered' }])
  expect(kept.places).toEqual({ taken: 0, offered: 1, bookings: 0, free: 0 })

  // Negative control.
  const lost = await joinWhileFreed(unlocked())
  expect(lost.queue).toMatchObject([{ status: 'waiting' }])
  expect(lost.places).toEqual({ taken: 0, offered: 0, bookings: 0, free: 1 })
})

/**
 * Lets a family join for any date while the office adds a date that is not committed yet. The office has
 * found nobody waiting.
 */
async function joinWhileAdded(services: TestApp['services'], isMoved: boolean) {
  const offering = await makeOffering(app)
  await makeSession(app, offering, { capacity: 0, date: '2026-12-10' })
  const home = isMoved ? await makeOffering(app, { typeName: offering.name }) : offering
  const status = isMoved ? 'scheduled' : 'withdrawn'
  const added = await makeSession(app, home, { capacity: 1, status })
  const { accountId, childId } = await makeFamily(app)
  const attendees = { who: 'children' as const, childIds: [childId] }
  const request = { kind: 'class' as const, offeringId: offering.id, attendees }
  let told: Promise<string | undefined> | undefined
  await forceRace(app, {
    close: async tx => {
      if (isMoved) await lockClasses(tx, sql`o.id = ${offering.id}`)
      const change = { offering_id: offering.id, status: 'scheduled' as const }
      await changeRows(tx, 'sessions', { id: added.id }, change)
      await offerFreedPlaces(tx, [added.id], app.clock.now())
    },
    work: async () => {
      told = refusal(joinWaitingList(services, { accountId, tokenId: 0, ip: '' }, request))
    },
    waiting: services === app.services ? 1 : 0,
    // Without the lock the office is done now; with it, the family waits for the office.
    meanwhile: async () => services === app.services || told,
  })
  return { told: await told, free: (await readPlaces(added.id))?.free }
}

test.each([
  { how: 'is shown', isMoved: false },
  { how: 'comes from another venue', isMoved: true },
])(
  'somebody joining for any date is offered one that $how; without the lock they miss it',
  async ({ isMoved }) => {
    expect(await joinWhileAdded(app.services, isMoved)).toEqual({ told: sentences.placesAvailable, free: 1 })

    // Negative control.
    expect(await joinWhileAdded(unlocked(), isMoved)).toEqual({ told: undefined, free: 1 })
  },
)

/** Lets two hundred families see one free place, which is offered to one of them before they write. */
async function rushForOffered(families: [Family, ...Family[]]) {
  const [invited] = families
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, date: '2026-12-10' })
  const refusals = await forceRace(app, {
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

test('of two hundred families only the one with the offer takes the place', async () => {
  const families = await makeFamilies(app, racers)
  const { session, refusals } = await rushForOffered(families)
  expect(refusals).toEqual([...Array(racers - 1).fill('Sorry, this class is full'), undefined])
  expect(await readPlaces(session.id)).toEqual({ taken: 1, offered: 0, bookings: 1, free: 0 })
  expect(await readQueue(session.id)).toMatchObject([{ status: 'booked', child_id: families[0].childId }])

  // Negative control: without the constraint, everybody who saw the place takes it.
  await sql`alter table sessions drop constraint sessions_capacity_not_exceeded`.execute(app.db)
  const unguarded = await rushForOffered(families)
  expect((await readPlaces(unguarded.session.id))?.bookings).toBeGreaterThan(1)
  await changeRows(app.db, 'sessions', { id: unguarded.session.id }, { capacity: racers + 1 })
  await sql`alter table sessions add constraint sessions_capacity_not_exceeded
    check (places_taken + places_offered <= capacity)`.execute(app.db)
})

/** Offers a place to the first of two families that wait. */
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

/** Expires the offer, with a clock set after its end. */
const lapse = (services: TestApp['services'], { entryId }: Offer) =>
  expireOffer({ ...services, clock: () => new Date(app.clock.now().getTime() + 12 * 3_600_000) }, { entryId })

test('an offer that expires while it is being taken is used once or passed on once', async () => {
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

/** Lets fifteen families take their offers while the same offers expire. */
async function takeBesideLapse(services: TestApp['services']) {
  const offers: Offer[] = []
  for (let made = 0; made < 15; made++) offers.push(await makeOffer())
  const ids = offers.map(({ session }) => session.id)
  let lapsing: Promise<unknown> = Promise.resolve()
  await forceRace(app, {
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

test('taking and expiring an offer lock in one order; without the lock they deadlock', async () => {
  await takeBesideLapse(app.services)
  expect(await brokenInvariants()).toEqual([])
  expect(await countDeadlocks(app.db)).toBe(0)

  // Negative control: on a busy machine a round may happen to run in sequence.
  for (let round = 0; round < 5 && !(await countDeadlocks(app.db)); round++) await takeBesideLapse(unlocked())
  expect(await countDeadlocks(app.db)).toBeGreaterThan(0)
})

test('leaving an offer of a session that has begun does not lock the entry that its expiry needs', async () => {
  const offer = await makeOffer()
  const { session, first, entryId } = offer
  const services = { ...app.services, clock: () => new Date(`${session.date}T12:00:00Z`) }
  const actor = { accountId: first.accountId, tokenId: 0, ip: '' }
  await forceRace(app, {
    close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
    work: () => refusal(leaveWaitingList(services, actor, entryId)),
    waiting: 1,
    meanwhile: tx => sql`select id from waiting_entries where id = ${entryId} for update nowait`.execute(tx),
  })
  expect(await readQueue(session.id)).toMatchObject([{ status: 'withdrawn' }, { status: 'waiting' }])
})

test('expiring an order of two dates locks both dates before entries waiting for any date', async () => {
  const offering = await makeOffering(app)
  const made = { capacity: 1, date: '2026-12-10' }
  const dates = [await makeSession(app, offering, made), await makeSession(app, offering, made)] as const
  const [holder, waiter] = (await makeFamilies(app, 2)) as [Family, Family]
  const { orderNumber } = await holder.api.orders.class.place(bookingRequest(holder, [...dates]))
  const { attendees } = bookingRequest(waiter, dates[0])
  await waiter.api.waitingLists.class.join({ offeringId: offering.id, attendees })
  const entry = { child_id: waiter.childId }
  await forceRace(app, {
    close: tx =>
      tx.selectFrom('sessions').select('id').where('id', '=', dates[1].id).forNoKeyUpdate().execute(),
    work: () => giveUp({ ...holder, orderNumber }),
    waiting: 1,
    meanwhile: tx =>
      sql`select id from waiting_entries where child_id = ${waiter.childId} for update nowait`.execute(tx),
  })
  expect(await rowsOf(app.db, 'waiting_entries', entry)).toMatchObject([{ offered_session_id: dates[0].id }])
})

/** Closes a waiting account while a freed place is offered to it. */
async function closeWhileOffered(close: (family: Family) => Promise<unknown>) {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, placesTaken: 1 })
  const family = await makeFamily(app)
  await join(session, family)
  await forceRace(app, {
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

test('a place offered to an account that closes is freed; without the lock it is lost', async () => {
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
      .execute(tx => leaveWaitingLists(tx, sql`account_id = ${accountId}`, app.clock.now()))
  expect(await closeWhileOffered(leave)).toEqual({ ...free, offered: 1, free: 0 })
})

test('one account in many tabs, each with another address, uses its reserved place once', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { capacity: 1, date: '2026-12-10', placesTaken: 1 })
  const as = (email: string) => bookingRequest({ childIds: [], fullName: 'Pat Lane', email }, session)
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

test('guests of one network have three queue entries, however many tabs ask', async () => {
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
      const request = { kind: session.kind, offeringId: offering.id, sessionId: session.id, attendees }
      return refusal(joinWaitingList(services, { accountId: undefined, ip }, request))
    }
    // Without a lock they all have counted before they meet here.
    return forceRace(app, {
      close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
      work: () => Promise.all(Array.from({ length: 10 }, (_, number) => ask(number))),
      waiting: 10,
    })
  }
  const refusals = await rush('10.5.0.1', app.services)
  expect(refusals.filter(sentence => sentence === undefined)).toHaveLength(3)
  // Negative control: without the lock, all of them are added.
  const unguarded = await rush('10.5.0.2', unlocked())
  expect(unguarded.filter(sentence => sentence === undefined)).toHaveLength(10)
})
