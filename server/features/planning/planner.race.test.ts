import { expect, test } from 'vitest'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { saveListed } from '#server/features/catalogue/save-listed.ts'
import { lockFamily } from '#server/features/families/lock-family.ts'
import { recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { behindGate, countWaiting, withoutLocks } from '#testing/behind-gate.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classAsRead, classWish, makeRoom, tuesdays } from '#testing/make-class.ts'
import { type Family, makeFamilies, wishOf } from '#testing/make-family.ts'
import { type MadeOffering, type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'
import { addDates } from './add-dates.ts'
import { removeTerm } from './archive-term.ts'
import { changeVenue } from './change-venue.ts'
import { deleteDrafts } from './delete-drafts.ts'
import { hideSessions } from './hide-sessions.ts'
import { makeClass } from './make-class.ts'
import { publishSessions, publishTerm, publishWhenDue } from './publish-drafts.ts'
import { saveClass } from './save-class.ts'
import { saveSessions } from './save-sessions.ts'
import { tellHolders } from './tell-holders.ts'

const racers = 200
const app = await startTestApp({ poolSize: 40 })

async function somebody(services = app.services): Promise<OfficeRequest> {
  const { token } = await makeStaff(app)
  const staff = await recogniseStaff(app.db, token, app.clock.now())
  if (!staff) throw new Error('nobody')
  const submitted = { path: '', input: {} }
  return { ...services, staff, submitted, ip: '', device: { marks: [] }, userAgent: '', keepToken: () => {} }
}
const unlocked = () => somebody({ ...app.services, db: app.db.withPlugin(withoutLocks) })
const book = (session: MadeSession, family: Family) => family.api.orders.class.place(wishOf(family, session))
const saveOne = (
  request: OfficeRequest,
  id: number,
  version: number,
  changes: { capacity?: number; pricePence?: number },
) => saveSessions(request, { sessions: [{ id, version }], changes, tell: false, reason: 'A race' })
const lockOf = (id: number) => (tx: typeof app.db) =>
  tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().execute()

/** Ten of the staff press one time after another: more at once would only wait for a connection. */
async function pressInLanes<Answer>(press: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    const answers: Answer[] = []
    for (let index = lane; index < racers; index += 10) answers.push(await press(index))
    return answers
  })
  return (await Promise.all(lanes)).flat()
}

test('two hundred presses on the places of a session that two hundred families book leave it true', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 10 })
  const families = await makeFamilies(app, racers)
  const request = await somebody()
  const press = async (index: number) => {
    const { version } = await rowOf(app.db, 'sessions', { id: session.id })
    return saveOne(request, session.id, version, { capacity: 1 + (index % 30) })
  }
  const [booked, pressed] = await Promise.all([
    Promise.all(families.map(family => refusal(book(session, family)))),
    pressInLanes(press),
  ])
  expect(new Set(booked)).toEqual(new Set([undefined, 'Sorry, this class is full']))
  expect(pressed.some(({ answer }) => answer.saved.length === 1)).toBe(true)
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    places_taken: booked.filter(sentence => sentence === undefined).length,
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

/** Somebody lowers the places to one while two of them are being taken. */
async function lowerWhileTaken(request: OfficeRequest) {
  const { id } = await makeSession(app, await makeOffering(app), { capacity: 10 })
  return behindGate(app, {
    close: lockOf(id),
    work: () =>
      saveOne(request, id, 1, { capacity: 1 }).then(
        ({ answer }) => answer,
        error => error,
      ),
    waiting: 1,
    meanwhile: tx => changeRows(tx, 'sessions', { id }, { places_taken: 2 }),
  }).finally(() => changeRows(app.db, 'sessions', { id }, { places_taken: 0 }))
}

test('who lowers the places below what was just taken is told the least; without the lock it is a failure', async () => {
  expect(await lowerWhileTaken(await somebody())).toMatchObject({
    left: [{ sentence: '2 places are taken or kept. The least is 2. Move or cancel places first' }],
  })
  // Negative control: the constraint still stands, and the press ends in it.
  expect(await lowerWhileTaken(await unlocked())).toMatchObject({
    constraint: 'sessions_capacity_not_exceeded',
  })
})

/** Two managers have read one session, and both save it. */
async function saveTwice(request: OfficeRequest) {
  const { id } = await makeSession(app, await makeOffering(app), { pricePence: 850 })
  const answers = await behindGate(app, {
    close: lockOf(id),
    work: () => Promise.all([900, 950].map(pricePence => saveOne(request, id, 1, { pricePence }))),
    waiting: 2,
  })
  return answers.map(({ answer }) => answer.saved.length).sort()
}

test('of two managers who save one session at once one is told of the other; without the lock one is lost', async () => {
  expect(await saveTwice(await somebody())).toEqual([0, 1])
  // Negative control.
  expect(await saveTwice(await unlocked())).toEqual([1, 1])
})

test('a date is not moved to where another of its class is just being moved', async () => {
  const office = await app.office('manager')
  const { sessionIds } = await office.planner.makeClass(await classWish(app, office))
  const [other, id] = sessionIds as [number, number]
  const date = '2027-01-07'
  const request = await somebody()
  const told = await behindGate(app, {
    close: tx =>
      changeRows(tx, 'sessions', { id: other }, { start_date: date, end_date: date, slot_id: null }),
    work: () =>
      refusal(saveSessions(request, { sessions: [{ id, version: 1 }], changes: { date }, tell: false })),
    waiting: 1,
  })
  expect(told).toBe(plannerSentences.dateTaken)
})

test('of ten managers who save one class at once one is first, and nine are shown what it saved', async () => {
  const office = await app.office('manager')
  const { offeringId: id } = await office.planner.makeClass(await classWish(app, office))
  const mine = await classAsRead(office, id)
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => office.planner.saveClass({ ...mine, name: `Name ${index}` })),
  )
  const first = answers.findIndex(({ status }) => status === 'fulfilled')
  const others = answers.filter(({ status }) => status === 'rejected')
  expect(others).toHaveLength(9)
  for (const { reason } of others as PromiseRejectedResult[])
    expect(reason).toMatchObject({ officeCode: 409, facts: { current: { name: `Name ${first}` } } })
})

/** A date's price in credits is saved, and waits for its new teacher, while its class is made pack-only. */
async function freeWhilePackOnly(request: OfficeRequest) {
  const office = await app.office('manager')
  const { offeringId, sessionIds } = await office.planner.makeClass(await classWish(app, office))
  const id = sessionIds[0] as number
  const { staffId } = (await somebody()).staff
  const changes = { credits: 0, addTeachers: [staffId] }
  const packOnly = { ...(await classAsRead(office, offeringId)), isPackOnly: true }
  let told: string | undefined | 'not yet' = 'not yet'
  const { answer } = await behindGate(app, {
    close: tx => tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute(),
    work: async () => saveSessions(request, { sessions: [{ id, version: 1 }], changes, tell: false }),
    waiting: 1,
    meanwhile: async () => {
      void refusal(saveClass(request, packOnly)).then(sentence => {
        told = sentence
      })
      const isThere = async () => told !== 'not yet' || (await countWaiting(app.db)) === 2
      await expect.poll(isThere, { interval: 10 }).toBe(true)
    },
  })
  await expect.poll(() => told).not.toBe('not yet')
  return { saved: answer.saved.length, told }
}

test('a class is not made pack-only while a date of it is to cost no credit; without the lock it would be', async () => {
  expect(await freeWhilePackOnly(await somebody())).toEqual({
    ...{ saved: 1, told: plannerSentences.packNeedsCredits },
  })
  // Negative control.
  expect(await freeWhilePackOnly(await unlocked())).toEqual({ saved: 1, told: undefined })
})

/** Families have seen a session; it is hidden before the first of them writes. */
async function hideBeforeBooked(families: Family[]) {
  const session = await makeSession(app, await makeOffering(app), { capacity: racers })
  const request = await somebody()
  const refusals = await behindGate(app, {
    close: lockOf(session.id),
    work: () => Promise.all(families.map(family => refusal(book(session, family)))),
    waiting: 30,
    meanwhile: async tx => {
      await hideSessions(
        { ...request, db: { transaction: () => ({ execute: work => work(tx) }) } as typeof app.db },
        {
          sessions: [{ id: session.id, version: 1 }],
          isHidden: true,
        },
      )
    },
  })
  return { refusals, taken: (await rowOf(app.db, 'sessions', { id: session.id })).places_taken }
}

test('nobody books what is hidden while they press; without the question for its state they would', async () => {
  const families = await makeFamilies(app, racers)
  const { refusals, taken } = await hideBeforeBooked(families)
  expect(new Set(refusals)).toEqual(new Set(['This class was not found']))
  expect(taken).toBe(0)

  // Negative control.
  const question = {
    of: 'place_order(jsonb)',
    from: "and status = 'scheduled' and starts_at",
    to: 'and starts_at',
  }
  await withoutDefence(app, question, async () => {
    expect((await hideBeforeBooked(families)).taken).toBeGreaterThan(0)
  })
})

/** A type is switched off while a place of it comes free and is offered, which is not written yet. */
async function switchOffWhileOffered(db: typeof app.db) {
  const { typeId, ...offering } = await makeOffering(app)
  const session = await makeSession(app, { typeId, ...offering }, { capacity: 1, placesTaken: 1 })
  const [family] = (await makeFamilies(app, 1)) as [Family]
  await family.api.waitingLists.class.join({ ...wishOf(family, session), sessionId: session.id })
  const office = await app.office('manager')
  const type = (await office.types.list({})).find(({ id }) => id === typeId)
  const { uses: _uses, ...given } = type as NonNullable<typeof type>
  const request = await somebody()
  let off: Promise<unknown> | undefined
  await behindGate(app, {
    close: async tx => {
      await lockOf(session.id)(tx)
      await changeRows(tx, 'sessions', { id: session.id }, { places_taken: 0 })
      await offerFreedPlaces(tx, [session.id], app.clock.now())
    },
    work: async () => {
      off = db.transaction().execute(tx => saveListed(tx, 'types', { ...given, isActive: false }, request))
    },
    waiting: db === app.db ? 1 : 0,
    // Without the lock it is done now; with it, it stands behind the offer.
    meanwhile: async () => db === app.db || off,
  })
  await off
  return (await rowsOf(app.db, 'waiting_entries', { session_id: session.id })).map(({ status }) => status)
}

test('what is offered of a type just as it is switched off is taken back; without the lock nobody could book it', async () => {
  expect(await switchOffWhileOffered(app.db)).toEqual(['waiting'])

  // Negative control.
  expect(await switchOffWhileOffered(app.db.withPlugin(withoutLocks))).toEqual(['offered'])
})

/** What a family is told of the first date of a term while its last one is still being published. */
async function bookWhilePublished(publish: (ids: number[], termId: number) => Promise<unknown>) {
  const office = await app.office('manager')
  const term = { startDate: '2027-01-04', endDate: '2027-03-28', closures: [], keepDates: false }
  const { id: termId } = await office.terms.save({ ...term, name: `Term of ${Math.random()}` })
  const made = await office.planner.makeClass(await classWish(app, office, { termId }))
  const ids = [...made.sessionIds].sort((one, other) => one - other)
  const [first, last] = [ids[0] as number, ids.at(-1) as number]
  const [family, later] = (await makeFamilies(app, 2)) as [Family, Family]
  const session = { id: first, kind: 'class' as const, offeringId: made.offeringId } as MadeSession
  let told: string | undefined
  await behindGate(app, {
    close: lockOf(last),
    work: () => publish(ids, termId),
    waiting: 1,
    meanwhile: async () => {
      told = await refusal(book(session, family))
    },
  })
  return { told, after: await refusal(book(session, later)) }
}

test('a term opens whole: nobody books one date of it before the others can be booked', async () => {
  const request = await somebody()
  const whole = await bookWhilePublished((_, id) => publishTerm(request, { id, version: 1, at: null }))
  expect(whole).toEqual({ told: 'This class was not found', after: undefined })

  // Negative control: date by date, whoever is quick books the first while the last cannot be had.
  const dateByDate = await bookWhilePublished(async ids => {
    for (const { id, version } of await asRead(app.db, ids))
      await publishSessions(request, { sessions: [{ id, version }], at: null })
  })
  expect(dateByDate).toEqual({ told: undefined, after: undefined })
})

test('a date goes to another venue while drafts of both are published: neither stands in the other’s way', async () => {
  const office = await app.office('manager')
  const alike = { typeName: 'Ballet', ageGroup: '3–4' }
  const [at, there] = [await makeOffering(app, alike), await makeOffering(app, alike)]
  const here = await office.planner.makeClass(await classWish(app, office, { at }))
  const wednesdays = [{ ...tuesdays, weekday: 3 }]
  const sibling = await office.planner.makeClass(
    await classWish(app, office, { at: there, slots: wednesdays }),
  )
  const [going, other] = [here.sessionIds[0] as number, sibling.sessionIds[1] as number]
  const drafts = await asRead(app.db, [going, other])
  let begun = 0
  const counted = () => {
    begun += 1
    return app.db.transaction()
  }
  const request = { ...(await somebody()), db: { transaction: counted } as typeof app.db }
  const [, told] = await behindGate(app, {
    close: lockOf(going),
    work: async () => {
      const move = { sessionId: going, version: 1, venueId: there.venueId, roomId: null }
      const moving = changeVenue(request, move)
      await expect.poll(() => countWaiting(app.db), { interval: 10 }).toBe(1)
      const publishing = refusal(publishSessions(request, { sessions: drafts, at: null }))
      return Promise.all([moving, publishing])
    },
    waiting: 2,
  })
  expect(await rowOf(app.db, 'sessions', { id: going })).toMatchObject({
    offering_id: sibling.offeringId,
    status: 'draft',
  })
  expect(told).toMatch(/ changed this at /)
  // Whoever is the victim of a deadlock begins once more.
  expect(begun).toBe(2)
})

const tenOClock = '2026-11-23T10:00:00.000Z'
type Going = { id: number; version: number; termId: number }

test.each<[string, (request: OfficeRequest, going: Going) => Promise<unknown>]>([
  [
    'is deleted',
    (request, { id, version }) => refusal(deleteDrafts(request, { sessions: [{ id, version }] })),
  ],
  ['is published at its moment', (request, { id }) => publishWhenDue(request, { sessionIds: [id] })],
  ['goes with its term', (request, { termId: id }) => refusal(removeTerm(request, { id, version: 1 }))],
])('a draft goes to another venue while it %s: neither stands in the other’s way', async (_, press) => {
  const office = await app.office('manager')
  const term = { startDate: '2027-01-04', endDate: '2027-03-28', closures: [], keepDates: false }
  const { id: termId } = await office.terms.save({ ...term, name: `Term of ${Math.random()}` })
  const only = { termId, from: '2027-01-05', to: '2027-01-05' }
  const wish = { ...(await classWish(app, office, only)), publish: 'at' as const, publishAt: tenOClock }
  const [id] = (await office.planner.makeClass(wish)).sessionIds as [number]
  const { version } = await rowOf(app.db, 'sessions', { id })
  const { venueId } = await makeOffering(app)
  let begun = 0
  const counted = () => {
    begun += 1
    return app.db.transaction()
  }
  const clock = () => new Date(tenOClock)
  const request = { ...(await somebody()), clock, db: { transaction: counted } as typeof app.db }
  await behindGate(app, {
    close: lockOf(id),
    work: async () => {
      const pressed = press(request, { id, version, termId })
      await expect.poll(() => countWaiting(app.db), { interval: 10 }).toBe(1)
      return Promise.all([
        pressed,
        refusal(changeVenue(request, { sessionId: id, version, venueId, roomId: null })),
      ])
    },
    waiting: 2,
  })
  expect(begun).toBe(2)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

interface Joined {
  termId: number
  at: MadeOffering
  roomId: number
}
type Join = (request: OfficeRequest, joined: Joined) => Promise<unknown>
const march = '2027-03-16'

test.each<[string, Join]>([
  [
    'is made in it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const slots = [{ ...tuesdays, roomId }]
      return makeClass(request, await classWish(app, office, { at, termId, slots }))
    },
  ],
  [
    'joins it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const { offeringId } = await office.planner.makeClass(await classWish(app, office, { at }))
      return saveClass(request, { ...(await classAsRead(office, offeringId)), termId, roomId })
    },
  ],
  [
    'gets dates in it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const wish = await classWish(app, office, { at, termId, to: '2027-01-12' })
      const { offeringId: id } = await office.planner.makeClass(wish)
      const dates = [{ date: march, startTime: '10:00', endTime: '10:45' }]
      return addDates(request, { id, dates, roomId, capacity: 10, teacherIds: [] })
    },
  ],
  [
    'has a date moved in it',
    async (request, { termId, at, roomId }) => {
      const office = await app.office('manager')
      const wish = await classWish(app, office, { at, termId, to: '2027-01-12' })
      const [id] = (await office.planner.makeClass(wish)).sessionIds as [number]
      const changes = { date: march, roomId }
      return saveSessions(request, { sessions: [{ id, version: 1 }], changes, tell: false })
    },
  ],
])(
  'a term is not made shorter while a class %s; without the lock its dates would lie outside',
  async (_, join) => {
    /** Whoever writes the dates waits for the room, when the term is made shorter. */
    const shorten = async (request: OfficeRequest) => {
      const office = await app.office('manager')
      const term = {
        name: `Term of ${Math.random()}`,
        startDate: '2027-01-04',
        closures: [],
        keepDates: false,
      }
      const { id: termId } = await office.terms.save({ ...term, endDate: '2027-03-28' })
      const at = await makeOffering(app)
      const roomId = await makeRoom(app.db, at.venueId)
      let shortened: string | undefined | 'not yet' = 'not yet'
      const joined = await behindGate(app, {
        close: tx => tx.selectFrom('rooms').select('id').where('id', '=', roomId).forUpdate().execute(),
        work: () => refusal(join(request, { termId, at, roomId })),
        waiting: 1,
        meanwhile: async () => {
          const saved = office.terms.save({ ...term, id: termId, version: 1, endDate: '2027-02-28' })
          void refusal(saved).then(told => {
            shortened = told
          })
          const isThere = async () => shortened !== 'not yet' || (await countWaiting(app.db)) === 2
          await expect.poll(isThere, { interval: 10 }).toBe(true)
        },
      })
      await expect.poll(() => shortened).not.toBe('not yet')
      return { joined, shortened }
    }
    expect(await shorten(await somebody())).toEqual({
      joined: undefined,
      shortened: expect.stringMatching(/ outside these days/),
    })
    // Negative control.
    expect(await shorten(await unlocked())).toEqual({ joined: undefined, shortened: undefined })
  },
)

test('a venue is not closed while a date goes there; without the lock it would lie in the closure unasked', async () => {
  /** Whoever moves the date waits for the room, when the term gets the closure. */
  const closeMeanwhile = async (request: OfficeRequest) => {
    const office = await app.office('manager')
    const term = { name: `Term of ${Math.random()}`, startDate: '2027-01-04', endDate: '2027-03-28' }
    const { id: termId } = await office.terms.save({ ...term, closures: [], keepDates: false })
    const wish = await classWish(app, office, { termId, to: '2027-01-05' })
    const [sessionId] = (await office.planner.makeClass(wish)).sessionIds as [number]
    const { venueId } = await makeOffering(app)
    const roomId = await makeRoom(app.db, venueId)
    const closures = [{ name: 'Boiler', venueId, startDate: '2027-01-05', endDate: '2027-01-05' }]
    let closed: string | undefined | 'not yet' = 'not yet'
    const moved = await behindGate(app, {
      close: tx => tx.selectFrom('rooms').select('id').where('id', '=', roomId).forUpdate().execute(),
      work: () => refusal(changeVenue(request, { sessionId, version: 1, venueId, roomId })),
      waiting: 1,
      meanwhile: async () => {
        const saved = office.terms.save({ ...term, id: termId, version: 1, closures, keepDates: false })
        void refusal(saved).then(told => {
          closed = told
        })
        const isThere = async () => closed !== 'not yet' || (await countWaiting(app.db)) === 2
        await expect.poll(isThere, { interval: 10 }).toBe(true)
      },
    })
    await expect.poll(() => closed).not.toBe('not yet')
    return { moved, closed }
  }
  expect(await closeMeanwhile(await somebody())).toEqual({
    moved: undefined,
    closed: expect.stringMatching(/^1 date lies in a closure/),
  })
  // Negative control.
  expect(await closeMeanwhile(await unlocked())).toEqual({ moved: undefined, closed: undefined })
})

test('an order that runs out while others are told of a new time is not told any more', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 10 })
  const [first, second] = (await makeFamilies(app, 2)) as [Family, Family]
  await book(session, first)
  const { orderNumber } = await book(session, second)
  const words = { title: 'A new time', opening: '', closing: '' }
  const notice = { wordsOf: () => words, onceKey: `told-${session.id}` }
  await behindGate(app, {
    close: tx => lockFamily(tx, first.accountId),
    work: () => tellHolders(app.services, [session.id], notice),
    waiting: 1,
    meanwhile: () => second.api.orders.class.cancel({ orderNumber }),
  })
  const told = await rowsOf(app.db, 'messages', { title: words.title })
  expect(told.map(message => message.account_id)).toEqual([first.accountId])
})
