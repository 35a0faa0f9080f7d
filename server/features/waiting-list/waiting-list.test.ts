import { describe, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { mailMarkup } from '#server/mail/mail-markup.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const full = 'Sorry, this class is full'

const book = (session: MadeSession, family: Family) =>
  family.api.orders[session.kind].place(bookingRequest(family, session))
const join = (session: MadeSession, family: Family) =>
  family.api.waitingLists[session.kind].join({ ...bookingRequest(family, session), sessionId: session.id })
const joinForAny = ({ id: offeringId }: { id: number }, { api, childIds }: Family) =>
  api.waitingLists.class.join({ offeringId, attendees: { who: 'children', childIds } })
const makeTwo = async () => (await makeFamilies(app, 2)) as [Family, Family]

describe.each(everyOfferingKind)('%s', kind => {
  async function makeFullSession() {
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { capacity: 1, date: '2026-12-10', startTime: '10:00' })
    const holder = await makeFamily(app)
    const { orderNumber } = await book(session, holder)
    return { session, giveUp: () => holder.api.orders[kind].cancel({ orderNumber }) }
  }
  const placesLeft = async (sessionId: number, { offerings }: Api = app.visitor) => {
    const days = await offerings[kind].timetable({ startDate: '2026-12-07', endDate: '2026-12-13' })
    return days.flatMap(day => day.sessions).find(slot => slot.id === sessionId)?.placesLeft
  }

  // Proves WAIT-06.
  test('nobody can wait for a bookable or started session, or wait twice', async () => {
    const offering = await makeOffering(app, { kind })
    const open = await makeSession(app, offering)
    const past = await makeSession(app, offering, { date: '2026-11-20', capacity: 1, placesTaken: 1 })
    const family = await makeFamily(app)
    expect(await refusal(join(open, family))).toMatch(/still places available/)
    expect(await refusal(join(past, family))).toBe('This class was not found')
    const { session } = await makeFullSession()
    await join(session, family)
    expect(await refusal(join(session, family))).toBe('You are already on the waiting list')
  })

  test('a family sees its position and may leave; its reserved place goes to the next', async () => {
    const { session, giveUp } = await makeFullSession()
    const [first, second] = await makeTwo()
    await join(session, first)
    await join(session, second)
    const seenBy = (family: Family) => family.api.ownWaiting.list()
    expect(await seenBy(first)).toMatchObject([{ kind, sessionId: session.id, position: 1 }])
    expect(await seenBy(second)).toMatchObject([{ position: 2, offerExpiresAt: null, startTime: '10:00' }])
    await giveUp()
    const [{ id: entryId = 0 } = {}] = await seenBy(first)
    expect(await seenBy(first)).toMatchObject([
      { position: 0, offerExpiresAt: expect.stringMatching(/^2026-11-2\d /) },
    ])
    expect(await seenBy(second)).toMatchObject([{ position: 1 }])
    await first.api.ownWaiting.leave({ entryId })
    expect(await seenBy(first)).toEqual([])
    expect(await seenBy(second)).toMatchObject([{ position: 0 }])
    expect(await refusal(first.api.ownWaiting.leave({ entryId }))).toBe(sentences.notWaiting)
    expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ places_offered: 1 })
    await book(session, second)
    expect(await seenBy(second)).toEqual([])
  })

  test('a freed place is reserved for the first in the queue, who alone sees and books it', async () => {
    const { session, giveUp } = await makeFullSession()
    const [first, second] = await makeTwo()
    const stranger = await makeFamily(app)
    await join(session, first)
    await join(session, second)
    await giveUp()
    expect(await placesLeft(session.id)).toBe(0)
    expect(await placesLeft(session.id, first.api)).toBe(1)
    expect(await placesLeft(session.id, second.api)).toBe(0)
    expect(await refusal(book(session, stranger))).toBe(full)
    expect(await refusal(book(session, second))).toBe(full)
    await app.runJobs()
    const told = await rowsOf(app.db, 'messages', { account_id: first.accountId })
    expect(told.map(message => message.title)).toEqual([
      'You are on the waiting list',
      'A place is free for you',
    ])
    const [entry] = await rowsOf(app.db, 'waiting_entries', { offered_session_id: session.id })
    const {
      purpose,
      useful_until: until,
      body_text: text,
    } = await rowOf(app.db, 'mails', {
      subject: 'A place is free for you',
      account_id: first.accountId,
    })
    expect([purpose, until]).toEqual(['waiting-list', entry?.offer_expires_at])
    const look = { own: app.services.config, accent: '#7c5cff', mayQuote: false }
    const markup = mailMarkup(text, look)
      .map(part => part.markup)
      .join('')
    const buttons = markup.match(/<a [^>]*display:inline-block[^>]*>[^<]*/g)
    expect(buttons).toEqual([expect.stringMatching(/>Book the place$/)])
    await book(session, first)
    const row = await rowOf(app.db, 'sessions', { id: session.id })
    expect(row).toMatchObject({ places_taken: 1, places_offered: 0 })
  })

  test('an offer that is not taken up passes to the next in the queue', async () => {
    const { session, giveUp } = await makeFullSession()
    const [first, second] = await makeTwo()
    await join(session, first)
    await join(session, second)
    await giveUp()
    await app.runJobs()
    app.clock.advance(12 * 60 + 1)
    await app.runJobs()
    expect(await refusal(book(session, first))).toBe(full)
    await book(session, second)
  })

  test('an offer that has expired before its mail is sent is not mailed', async () => {
    const { session, giveUp } = await makeFullSession()
    const [first, second] = await makeTwo()
    await join(session, first)
    await join(session, second)
    await giveUp()
    app.clock.advance(12 * 60 + 1)
    await app.runJobs()
    const toldTo = async ({ accountId }: Family) =>
      (await rowsOf(app.db, 'mails', { account_id: accountId })).map(({ subject }) => subject)
    expect(await toldTo(first)).not.toContain('A place is free for you')
    expect(await toldTo(second)).toContain('A place is free for you')
  })
})

test("another family's child cannot join a list, and a guest can add themselves", async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1, placesTaken: 1 })
  const [family, stranger] = await makeTwo()
  expect(await refusal(join(session, { ...family, childIds: stranger.childIds }))).toBe(
    'This child was not found',
  )
  expect(await refusal(join(session, { ...stranger, api: app.visitor }))).toBe('401 Please log in')
  expect(await refusal(join(session, { ...family, childIds: [] }))).toBe('Please select your child')
  const talk = await makeOffering(app, { kind: 'parentSession' })
  const fullTalk = await makeSession(app, talk, { capacity: 1, placesTaken: 1 })
  await join(fullTalk, { ...stranger, api: app.visitor })
})

test("a guest's name never becomes a link in mails to their address", async () => {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), { capacity: 1 })
  const holder = await makeFamily(app)
  const { orderNumber } = await book(session, holder)
  const guest = { childIds: [], fullName: 'prize.example.test/win now', email: 'target@example.test' }
  await app.visitor.waitingLists.parentSession.join({
    ...bookingRequest(guest, session),
    sessionId: session.id,
  })
  await app.runJobs()
  await holder.api.orders.parentSession.cancel({ orderNumber })
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: guest.email })
  expect(mails.map(mail => mail.body_text)).toEqual([
    expect.stringMatching(/^Hello Guest,\n\nGuest is on the waiting list for /),
    expect.stringMatching(/^Hello Guest,\n\nA place has become free for Guest in /),
  ])
  for (const { body_text } of mails) expect(body_text).not.toContain('prize')
})

test('a place reserved for one child is not taken by a sibling', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1 })
  const [holder, family] = await makeTwo()
  const sibling = await makeChild(app, family)
  const held = await book(session, holder)
  await join(session, family)
  await holder.api.orders.class.cancel(held)
  expect(await refusal(book(session, { ...family, childIds: [sibling] }))).toBe(full)
  await book(session, family)
})

/** Runs only the audit's rules about waiting lists, because these sessions lack what other rules need. */
const queueJumpers = async () =>
  (await findViolations(app.db, app.clock.now())).filter(({ number }) => number === 18)

test('a family that waits twice for a session gets one freed place, and the next family the other', async () => {
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 2 })
  const holder = await makeFamily(app, { children: 2 })
  const [family, next] = await makeTwo()
  const held = await book(session, holder)
  await join(session, family)
  await joinForAny(offering, family)
  await joinForAny(offering, next)
  await holder.api.orders.class.cancel(held)
  const queue = await rowsOf(app.db, 'waiting_entries', { offering_id: offering.id })
  expect(queue).toMatchObject([
    { child_id: family.childId, status: 'offered' },
    { child_id: family.childId, status: 'waiting' },
    { child_id: next.childId, status: 'offered' },
  ])
  expect(await queueJumpers()).toEqual([])
})

test.each([
  ['leaves an offer', ({ api }: Family, entryId: number) => api.ownWaiting.leave({ entryId })],
  [
    'lets an offer go by',
    async () => {
      app.clock.advance(12 * 60 + 1)
      await app.runJobs()
    },
  ],
])('a person who %s is not offered the same place through an entry for any date', async (_what, end) => {
  const before = app.clock.now()
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1 })
  const [holder, family] = await makeTwo()
  const held = await book(session, holder)
  await join(session, family)
  await joinForAny(offering, family)
  await joinForAny(offering, await makeFamily(app))
  await holder.api.orders.class.cancel(held)
  const [entry] = await family.api.ownWaiting.list()
  await end(family, entry?.id ?? 0)
  expect(await family.api.ownWaiting.list()).toMatchObject([{ sessionId: null, offerExpiresAt: null }])
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ places_offered: 1 })
  expect(await queueJumpers()).toEqual([])
  app.clock.set(before.toISOString())
})

test('a type switched off offers no places; switched on, waiting families get them in turn', async () => {
  const before = app.clock.now()
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 2, date: '2026-12-10' })
  const [one, other, first, second, third] = (await makeFamilies(app, 5)) as [
    Family,
    Family,
    Family,
    Family,
    Family,
  ]
  const [early, late] = [await book(session, one), await book(session, other)]
  await join(session, first)
  await joinForAny(offering, second)
  await join(session, third)
  const change = async (isActive: boolean) => {
    const office = await app.office('manager')
    const type = (await office.types.list({})).find(({ id }) => id === offering.typeId)
    const { uses: _uses, ...given } = type as NonNullable<typeof type>
    await office.types.save({ ...given, isActive })
    expect(await queueJumpers()).toEqual([])
  }
  const queue = async () =>
    (await rowsOf(app.db, 'waiting_entries', { offering_id: offering.id })).map(({ status }) => status)
  const told = async ({ accountId }: Family) =>
    (await rowsOf(app.db, 'messages', { account_id: accountId })).filter(({ title }) => /free/.test(title))
  await one.api.orders.class.cancel(early)
  expect(await queue()).toEqual(['offered', 'waiting', 'waiting'])

  await change(false)
  expect(await queue()).toEqual(['waiting', 'waiting', 'waiting'])
  await other.api.orders.class.cancel(late)
  app.clock.advance(12 * 60 + 1)
  await app.runJobs()
  expect(await queue()).toEqual(['waiting', 'waiting', 'waiting'])
  expect(await Promise.all([first, second, third].map(told))).toEqual([[], [], []])
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ places_offered: 0 })
  expect(await first.api.ownWaiting.list()).toEqual([])
  expect(await refusal(join(session, one))).toBe(sentences.sessionNotFound)

  await change(true)
  expect(await queue()).toEqual(['offered', 'offered', 'waiting'])
  await app.runJobs()
  expect((await Promise.all([first, second, third].map(told))).map(({ length }) => length)).toEqual([1, 1, 0])
  await book(session, first)
  app.clock.set(before.toISOString())
})

test('a position counts only earlier entries that may be offered the same place', async () => {
  const offering = await makeOffering(app)
  const full = (date: string) => makeSession(app, offering, { capacity: 1, placesTaken: 1, date })
  const [passing, withdrawn, coming] = [
    await full('2026-12-01'),
    await full('2026-12-02'),
    await full('2026-12-03'),
  ]
  const families = await makeFamilies(app, 5)
  const [late, gone, booked, twice, last] = families as [Family, Family, Family, Family, Family]
  await join(passing, late)
  await join(withdrawn, gone)
  await join(coming, booked)
  await joinForAny(offering, twice)
  await join(coming, twice)
  await joinForAny(offering, last)
  await join(coming, last)
  const seen = async (): Promise<(number | undefined)[][]> => [
    (await last.api.ownWaiting.list()).map(({ position }) => position),
    (await last.api.sessions.familyPlaces({ startDate: '2026-12-01', endDate: '2026-12-07' })).map(
      ({ position }) => position,
    ),
  ]
  expect(await seen()).toEqual([[3, 5], [3]])
  await changeRows(app.db, 'sessions', { id: coming.id }, { capacity: 2 })
  await makeBooking(app, coming.id, booked)
  await changeRows(app.db, 'sessions', { id: withdrawn.id }, { status: 'withdrawn' })
  const before = app.clock.now()
  app.clock.set('2026-12-01T12:00:00Z')
  expect(await seen()).toEqual([[2, 2], [2]])
  const told = (family: Family) =>
    family.api.sessions.familyPlaces({ startDate: '2026-12-01', endDate: '2026-12-07' })
  expect([await told(late), await told(gone)]).toEqual([[], []])
  expect([await late.api.ownWaiting.list(), await gone.api.ownWaiting.list()]).toEqual([[], []])
  app.clock.set(before.toISOString())
})

describe('a place reserved for a parents’ session', () => {
  /** Creates a full session with people who wait for it: accounts and guests, each with an address. */
  async function makeKept(...waiting: { email: string; api?: Api }[]) {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: waiting.length, date: '2026-12-10' })
    const as = (email: string) => bookingRequest({ childIds: [], fullName: 'Pat Lane', email }, session)
    const holders = await makeFamilies(app, waiting.length)
    const held = await Promise.all(holders.map(holder => book(session, holder)))
    const join = (email: string, { waitingLists }: Api = app.visitor) =>
      waitingLists.parentSession.join({ ...as(email), sessionId: session.id })
    for (const { email, api } of waiting) await join(email, api)
    for (const [nth, { api }] of holders.entries()) {
      await api.orders.parentSession.cancel(held[nth] ?? { orderNumber: '' })
    }
    return {
      join,
      book: (email: string, { orders }: Api = app.visitor) => orders.parentSession.place(as(email)),
      mayChoose: async (email: string, { orders }: Api = app.visitor) =>
        (await orders.parentSession.preview(as(email))).sessions[0]?.isBookable,
      queue: async () => {
        const entries = await rowsOf(app.db, 'waiting_entries', { offering_id: offering.id })
        return entries.map(({ email, status }) => `${email} ${status}`)
      },
      places: () => rowOf(app.db, 'sessions', { id: session.id }),
    }
  }

  test("is the account's, under whichever address it books", async () => {
    const { api } = await makeFamily(app)
    const kept = await makeKept({ email: 'pat@example.test', api })
    expect(await kept.mayChoose('work@example.test', api)).toBe(true)
    await kept.book('work@example.test', api)
    expect(await kept.queue()).toEqual(['pat@example.test booked'])
    expect(await kept.places()).toMatchObject({ places_taken: 1, places_offered: 0 })
    expect(await refusal(kept.book('second@example.test', api))).toBe(full)
  })

  test("does not belong to somebody who only knows the account's address", async () => {
    const [{ api }, stranger] = await makeTwo()
    const kept = await makeKept({ email: 'known@example.test', api })
    for (const someone of [undefined, stranger.api]) {
      expect(await kept.mayChoose('known@example.test', someone)).toBe(false)
      expect(await refusal(kept.book('known@example.test', someone))).toBe(full)
    }
    expect(await kept.places()).toMatchObject({ places_taken: 0, places_offered: 1 })
  })

  test('belongs to a guest by the address alone, whether or not they have logged in since', async () => {
    const { api } = await makeFamily(app)
    const kept = await makeKept({ email: 'one@example.test' }, { email: 'two@example.test' })
    expect(await refusal(kept.book('three@example.test'))).toBe(full)
    expect(await refusal(kept.book('three@example.test', api))).toBe(full)
    await kept.book('one@example.test')
    await kept.book('two@example.test', api)
    expect(await kept.places()).toMatchObject({ places_taken: 2, places_offered: 0 })
  })

  test('is reserved for a guest again when a free order under their address was not confirmed', async () => {
    const kept = await makeKept({ email: 'one@example.test' })
    const { id } = await kept.places()
    await changeRows(app.db, 'sessions', { id }, { price_pence: 0 })
    expect(await kept.book('one@example.test')).toMatchObject({ status: 'pending', totalPence: 0 })
    expect(await kept.queue()).toEqual(['one@example.test booked'])
    app.clock.advance(31)
    await expireOrders(app.services)
    expect(await kept.queue()).toEqual(['one@example.test offered'])
    expect(await kept.places()).toMatchObject({ places_taken: 0, places_offered: 1 })
    expect(await refusal(kept.book('two@example.test'))).toBe(full)
    await kept.book('one@example.test')
    expect(await kept.places()).toMatchObject({ places_taken: 1, places_offered: 0 })
  })

  test('a guest’s reservation returns if somebody else ordered under their address without paying', async () => {
    const [mallory, mine] = [await makeFamily(app), await makeFamily(app)]
    const kept = await makeKept({ email: 'one@example.test' }, { email: mine.email })
    await kept.book('one@example.test', mallory.api)
    await kept.book(mine.email, mine.api)
    const expire = async () => {
      app.clock.advance(36)
      await expireOrders(app.services)
    }
    await expire()
    expect(await kept.queue()).toEqual(['one@example.test offered', `${mine.email} booked`])
    for (const then of ['offered', 'offered', 'booked']) {
      await kept.book('one@example.test')
      await expire()
      expect(await kept.queue()).toEqual([`one@example.test ${then}`, `${mine.email} booked`])
    }
  })

  test('counts for the limit of queue entries while unpaid, because its guest may wait again', async () => {
    const guests = ['one@example.test', 'two@example.test', 'three@example.test']
    const kept = await makeKept(...guests.map(email => ({ email })))
    for (const email of guests) await kept.book(email)
    expect(await refusal(kept.join('four@example.test'))).toBe(sentences.tooManyWaiting)
  })

  test("for the given address is used before the account's reservation for another address", async () => {
    const { api } = await makeFamily(app)
    const kept = await makeKept({ email: 'mum@example.test', api }, { email: 'dad@example.test', api })
    await kept.book('dad@example.test', api)
    expect(await kept.queue()).toEqual(['mum@example.test offered', 'dad@example.test booked'])
    expect(await kept.places()).toMatchObject({ places_taken: 1, places_offered: 1 })
    await kept.book('gran@example.test', api)
    expect(await kept.places()).toMatchObject({ places_taken: 2, places_offered: 0 })
  })
})

describe('people with a contact in one queue', () => {
  async function makeQueue() {
    app.clock.advance(60)
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 1, placesTaken: 1, date: '2027-06-01' })
    return ({ waitingLists }: Api, number: number) => {
      const invented = { childIds: [], fullName: `Person ${number}`, email: `person-${number}@example.test` }
      return refusal(
        waitingLists.parentSession.join({ ...bookingRequest(invented, session), sessionId: session.id }),
      )
    }
  }

  test('leave a name, and a valid email address', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 1, placesTaken: 1, date: '2027-06-01' })
    const joinAs = (fullName: string, email: string) =>
      app.visitor.waitingLists.parentSession.join({
        ...bookingRequest({ childIds: [], fullName, email }, session),
        sessionId: session.id,
      })
    for (const [fullName, email] of [
      ['', 'gwen@example.test'],
      ['Gwen Hale', ''],
      ['Gwen Hale', 'gwen'],
    ] as const) {
      expect(await refusal(joinAs(fullName, email))).toBe(sentences.waitingContactRequired)
    }
    await joinAs('Gwen Hale', 'gwen@example.test')
  })

  test('are limited to three for guests of one network', async () => {
    const joinAs = await makeQueue()
    const from = (network: number, number: number) => joinAs(app.apiOf({ ip: `10.8.0.${network}` }), number)
    for (const number of [1, 2, 3]) expect(await from(1, number)).toBeUndefined()
    expect(await from(1, 4)).toBe(sentences.tooManyWaiting)
    expect(await from(2, 4)).toBeUndefined()
  })

  test('are limited to eight for an account, and to ten queue entries an hour', async () => {
    const { token } = await makeFamily(app)
    const api = app.apiOf({ token, ip: '10.8.0.3' })
    const joinAs = await makeQueue()
    for (let number = 1; number <= 8; number++) expect(await joinAs(api, number)).toBeUndefined()
    expect(await joinAs(api, 9)).toBe(sentences.tooManyWaiting)
    const another = await makeQueue()
    for (let number = 1; number <= 8; number++) expect(await another(api, number)).toBeUndefined()
    for (const number of [9, 10]) expect(await another(api, number)).toBe(sentences.tooManyWaiting)
    expect(await another(api, 11)).toBe(sentences.tooManyTries)
  })
})
