import { describe, expect, test } from 'vitest'
import { everyOfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const full = 'Sorry, this class is full'
const notFound = 'This class was not found'
const onlyTwo = 'Sorry, only 2 places are left in this class'

/** Books sessions of one offering for a family. */
const book = (
  family: Family,
  sessions: MadeSession | MadeSession[],
  given: Parameters<typeof bookingRequest>[2] = {},
) => family.api.orders[[sessions].flat()[0]?.kind ?? 'class'].place(bookingRequest(family, sessions, given))

const placesTaken = async (sessionId: number) =>
  (await rowOf(app.db, 'sessions', { id: sessionId })).places_taken

const countOrders = async () =>
  (
    await app.db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe.each(everyOfferingKind)('%s', kind => {
  test('a priced order holds its places for 35 minutes and waits to be paid', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { pricePence: 1250 })
    const placed = await book(family, session)
    expect(placed).toMatchObject({ totalPence: 1250, status: 'pending' })
    const order = await rowOf(app.db, 'orders', { order_number: placed.orderNumber })
    expect(order.hold_expires_at?.getTime()).toBe(app.clock.now().getTime() + 35 * 60_000)
    expect(await placesTaken(session.id)).toBe(1)
  })

  test('a hold never outlasts the start of the first session', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const soon = new Date(app.clock.now().getTime() + 20 * 60_000).toISOString()
    const session = await makeSession(app, offering, {
      date: soon.slice(0, 10),
      startTime: soon.slice(11, 16),
      endTime: '23:00',
    })
    const details = await family.api.orders[kind].details(await book(family, session))
    expect(details.holdExpiresAt?.slice(11, 16)).toBe(soon.slice(11, 16))
  })

  // Proves GUEST-14.
  test('a free order is confirmed at once', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { pricePence: 0 })
    const placed = await book(family, session)
    expect(placed).toMatchObject({ totalPence: 0, status: 'paid' })
    const details = await family.api.orders[kind].details(placed)
    expect(details).toMatchObject({ paymentMethod: 'free', status: 'paid' })
    expect(details.sessions).toHaveLength(1)
  })

  test('a free place takes no credits, unless it is pack-only', async () => {
    const family = await makeFamily(app, { credits: 5 })
    const { preview, place, details } = family.api.orders[kind]
    const cost = async (isPackOnly: boolean) => {
      const offering = await makeOffering(app, { kind, isPackOnly })
      const session = await makeSession(app, offering, { pricePence: 0, credits: 2 })
      const request = bookingRequest(family, session)
      const quote = await preview({ ...request, dayId: 1 })
      const { creditsUsed, paymentMethod } = await details(await place(request))
      const { credit_balance } = await rowOf(app.db, 'accounts', { id: family.accountId })
      return [quote.sessions[0]?.credits, quote.creditsUsed, creditsUsed, paymentMethod, credit_balance]
    }
    expect(await cost(false)).toEqual([0, 0, 0, 'free', 5])
    expect(await cost(true)).toEqual([2, 2, 2, 'credits', 3])
  })

  test('credits pay in start order, the rest pro rata', async () => {
    const family = await makeFamily(app, { credits: 3 })
    const offering = await makeOffering(app, { kind })
    const first = await makeSession(app, offering, { date: '2026-12-01', pricePence: 1000, credits: 2 })
    const second = await makeSession(app, offering, { date: '2026-12-08', pricePence: 1001, credits: 2 })
    // Two credits cover the first; one of two covers half of £10.01, half-up.
    expect((await book(family, [second, first])).totalPence).toBe(500)
    expect((await family.api.accounts.profile()).credits).toBe(0)
  })

  // Proves GUEST-05.
  test.each([
    ['no session', { sessionIds: [] }, 'please Select Course'],
    ['a session that does not exist', { sessionIds: [999_999] }, notFound],
    [
      'nonsense for a session',
      { sessionIds: ['abc' as never] },
      expect.stringMatching(/^The value of [\w ]+ is not valid$/),
    ],
    ['an unknown discount code', { discountCode: 'NOPE' }, 'This discount code is not valid'],
  ])('%s is refused and writes nothing', async (_what, wrong, sentence) => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering)
    const before = await countOrders()
    const request = { ...bookingRequest(family, session), ...wrong }
    expect(await refusal(family.api.orders[kind].place(request))).toEqual(sentence)
    expect(await countOrders()).toBe(before)
    expect(await placesTaken(session.id)).toBe(0)
  })

  test('a full session is refused', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { capacity: 2, placesTaken: 2 })
    expect(await refusal(book(family, session))).toBe(full)
  })

  test('too many places are refused with the number that is left', async () => {
    const takesChildren = offeringKinds[kind].attendees === 'children'
    const family = await makeFamily(app, { children: 3 })
    const session = await makeSession(app, await makeOffering(app, { kind }), { capacity: 2 })
    const basket = family.api.sessionBaskets[kind]
    if (!takesChildren) {
      for (const fullName of ['Ada', 'Bea', 'Cleo'])
        await basket.add(bookingRequest({ ...family, fullName }, session))
      const { lines } = await basket.list({ lineIds: [], discountCode: '' })
      const lineIds = lines.items.map(({ id }) => id)
      expect(await refusal(basket.submit({ lineIds, discountCode: '' }))).toBe(onlyTwo)
      return
    }
    for (const call of [book(family, session), basket.add(bookingRequest(family, session))]) {
      expect(await refusal(call)).toBe(onlyTwo)
    }
    // For a line in the basket the sentence says it too.
    await changeRows(app.db, 'sessions', { id: session.id }, { capacity: 3 })
    await basket.add(bookingRequest(family, session))
    await changeRows(app.db, 'sessions', { id: session.id }, { capacity: 1 })
    const { lines } = await basket.list({ lineIds: [], discountCode: '' })
    expect(lines.items[0]).toMatchObject({
      isValid: false,
      problem: 'Sorry, only 1 place is left in this class',
    })
  })

  test('a session of another offering or another kind is refused', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const other = await makeSession(app, await makeOffering(app, { kind }))
    const otherKind = kind === 'class' ? 'event' : 'class'
    const foreign = await makeSession(app, await makeOffering(app, { kind: otherKind }))
    for (const { id } of [other, foreign]) {
      const request = bookingRequest(family, { id, kind, offeringId: offering.id })
      expect(await refusal(family.api.orders[kind].place(request))).toBe(notFound)
    }
  })

  test('a session that has started is refused', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, {
      date: '2026-11-23',
      startTime: '08:59',
      endTime: '09:30',
    })
    const started = 'This class has already started and can no longer be booked'
    expect(await refusal(book(family, session))).toBe(started)
  })

  test('a repeated submission returns the same order; a changed one is refused as a second booking', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering)
    const first = await book(family, session)
    expect(await book(family, session)).toEqual(first)
    expect(await placesTaken(session.id)).toBe(1)
    expect(await refusal(book(family, session, { creditsWanted: 1 }))).toMatch(/already booked/)
    app.clock.advance(2)
    expect(await refusal(book(family, session))).toMatch(/already booked/)
  })

  // Proves GUEST-23.
  test('a pack-only class without credits is refused with the documented sentence', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind, isPackOnly: true })
    const session = await makeSession(app, offering)
    expect(await refusal(book(family, session))).toBe('This course can only be purchased by package members')
  })

  test('an order of another family is not found; its own family reads it', async () => {
    const family = await makeFamily(app)
    const stranger = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering)
    const { orderNumber } = await book(family, session)
    expect(await family.api.orders[kind].details({ orderNumber })).toMatchObject({ orderNumber })
    const { details, list } = stranger.api.orders[kind]
    for (const unknown of [orderNumber, '261123-0000000000000000']) {
      expect(await refusal(details({ orderNumber: unknown }))).toBe(sentences.orderNotFound)
    }
    expect((await list({})).items).toEqual([])
  })

  test('a history of any length, or one order, is read in three queries', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    let orderNumber = ''
    for (const day of ['01', '08', '15']) {
      const session = await makeSession(app, offering, { date: `2026-12-${day}` })
      orderNumber = (await book(family, session)).orderNumber
    }
    const { list, details } = family.api.orders[kind]
    expect(await countQueries(app, () => list({}))).toBe(3)
    expect(await countQueries(app, () => details({ orderNumber }))).toBe(3)
  })
})

describe('children', () => {
  test("the price is per child, and every child must be the account's own", async () => {
    const family = await makeFamily(app)
    const sibling = await makeChild(app, family, { firstName: 'Mia' })
    const stranger = await makeFamily(app)
    const offering = await makeOffering(app)
    const session = await makeSession(app, offering, { pricePence: 800 })
    const bookFor = (...childIds: number[]) =>
      book(family, session, { attendees: { who: 'children', childIds } })
    expect(await refusal(bookFor(family.childId, stranger.childId))).toBe('This child was not found')
    expect(await placesTaken(session.id)).toBe(0)
    expect(await bookFor(family.childId, sibling, family.childId)).toMatchObject({ totalPence: 1600 })
    expect(await placesTaken(session.id)).toBe(2)
  })

  test("without a child the kind's sentence is shown, and without a token nobody books", async () => {
    const family = await makeFamily(app)
    for (const [kind, sentence] of [
      ['class', 'Please select your child'],
      ['event', 'please Select Child'],
    ] as const) {
      const offering = await makeOffering(app, { kind })
      const session = await makeSession(app, offering)
      const request = bookingRequest({ ...family, childIds: [] }, session)
      expect(await refusal(family.api.orders[kind].place(request))).toEqual(sentence)
      expect(await refusal(app.visitor.orders[kind].place(request))).toBe('401 Please log in')
    }
  })
})

describe('trials', () => {
  // Proves TRIAL-14.
  test('a trial is one session for one child, once per type, and uses no credits', async () => {
    const family = await makeFamily(app, { credits: 4 })
    const offering = await makeOffering(app)
    const trial = await makeSession(app, offering, {
      offersTrial: true,
      trialPricePence: 500,
      date: '2026-12-03',
    })
    const another = await makeSession(app, offering, {
      offersTrial: true,
      trialPricePence: 500,
      date: '2026-12-10',
    })
    const plain = await makeSession(app, offering, { offersTrial: false, date: '2026-12-17' })
    const { orders, trials } = family.api
    const ask = (session: MadeSession) => orders.class.placeTrial(bookingRequest(family, session))
    const eligible = { typeId: offering.typeId, childId: family.childId }
    const hadOne = 'This child has already had a trial for this class'
    expect(await trials.class(eligible)).toBeNull()
    expect(await refusal(ask(plain))).toBe('Auditions are not supported')
    expect(await ask(trial)).toMatchObject({ totalPence: 500 })
    expect(await refusal(ask(another))).toBe(hadOne)
    expect(await refusal(trials.class(eligible))).toBe(hadOne)
    const stranger = await makeFamily(app)
    expect(await refusal(stranger.api.trials.class(eligible))).toBe('This child was not found')
  })
})

describe('the preview', () => {
  // Proves BOOK-02, ERR-04.
  test('answers 66 when the account has no child, and otherwise a list of sessions', async () => {
    const offering = await makeOffering(app)
    await makeSession(app, offering, { capacity: 1, placesTaken: 1, date: '2026-12-01' })
    await makeSession(app, offering, { date: '2026-12-08' })
    await makeSession(app, offering, { date: '2026-11-10' })
    const newcomer = await makeAccount(app)
    const clicked = { id: 1, offeringId: offering.id, kind: offering.kind }
    const nobody = { ...newcomer, fullName: '', childIds: [] }
    const request = { ...bookingRequest(nobody, clicked), dayId: 1 }
    expect(await refusal(newcomer.api.orders.class.preview(request))).toBe('66 Please add a child first')
    const family = await makeFamily(app)
    const { sessions } = await family.api.orders.class.preview(request)
    expect(sessions.map(({ startDate, isBookable }) => [startDate, isBookable])).toEqual([
      ['2026-12-01', false],
      ['2026-12-08', true],
    ])
  })

  test('creates nothing', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app)
    const session = await makeSession(app, offering)
    const before = await countOrders()
    await family.api.orders.class.preview(bookingRequest(family, session))
    expect(await countOrders()).toBe(before)
    expect(await placesTaken(session.id)).toBe(0)
  })
})
