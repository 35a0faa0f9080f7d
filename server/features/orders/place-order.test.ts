import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { everyOfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { confirmGuestOrder } from '#server/features/orders/confirm-guest-order.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { type Family, makeFamily, wishOf } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-work.ts'
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
  given: Parameters<typeof wishOf>[2] = {},
) => family.api.orders[[sessions].flat()[0]?.kind ?? 'class'].place(wishOf(family, sessions, given))

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

  test('a total of nothing is confirmed at once', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { pricePence: 0 })
    const placed = await book(family, session)
    expect(placed).toMatchObject({ totalPence: 0, status: 'paid' })
    const details = await family.api.orders[kind].details(placed)
    expect(details).toMatchObject({ paymentMethod: 'free', status: 'paid' })
    expect(details.sessions).toHaveLength(1)
  })

  test('what is free takes no credits, whatever the office wrote, unless credits alone pay for it', async () => {
    const family = await makeFamily(app, { credits: 5 })
    const { preview, place, details } = family.api.orders[kind]
    const cost = async (isPackOnly: boolean) => {
      const offering = await makeOffering(app, { kind, isPackOnly })
      const session = await makeSession(app, offering, { pricePence: 0, credits: 2 })
      const wish = wishOf(family, session)
      const quote = await preview({ ...wish, dayId: 1 })
      const { creditsUsed, paymentMethod } = await details(await place(wish))
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
    const wish = { ...wishOf(family, session), ...wrong }
    expect(await refusal(family.api.orders[kind].place(wish))).toEqual(sentence)
    expect(await countOrders()).toBe(before)
    expect(await placesTaken(session.id)).toBe(0)
  })

  test('a full session is refused', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { capacity: 2, placesTaken: 2 })
    expect(await refusal(book(family, session))).toBe(full)
  })

  test('more places than are left are refused with how many there are', async () => {
    const takesChildren = offeringKinds[kind].attendees === 'children'
    const family = await makeFamily(app, { children: 3 })
    const session = await makeSession(app, await makeOffering(app, { kind }), { capacity: 2 })
    const basket = family.api.sessionBaskets[kind]
    if (!takesChildren) {
      for (const fullName of ['Ada', 'Bea', 'Cleo'])
        await basket.add(wishOf({ ...family, fullName }, session))
      const { lines } = await basket.list({ lineIds: [], discountCode: '' })
      const lineIds = lines.items.map(({ id }) => id)
      expect(await refusal(basket.submit({ lineIds, discountCode: '' }))).toBe(onlyTwo)
      return
    }
    for (const call of [book(family, session), basket.add(wishOf(family, session))]) {
      expect(await refusal(call)).toBe(onlyTwo)
    }
    // In the basket already, the line says it too.
    await changeRows(app.db, 'sessions', { id: session.id }, { capacity: 3 })
    await basket.add(wishOf(family, session))
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
      const wish = wishOf(family, { id, kind, offeringId: offering.id })
      expect(await refusal(family.api.orders[kind].place(wish))).toBe(notFound)
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

  test('the same submit again gives the same order; a changed one is refused as a second booking', async () => {
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

  test('a pack-only class without credits is refused with the documented sentence', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind, isPackOnly: true })
    const session = await makeSession(app, offering)
    expect(await refusal(book(family, session))).toBe('This course can only be purchased by package members')
  })

  test('an order of another family looks as if it did not exist; its own family reads it', async () => {
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

  test('a history of any length is read in three queries, and so is an order', async () => {
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
  test('the price is per child, and every child must be the own', async () => {
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

  test('without a child chosen the sentence of the kind is shown; without a token nobody books', async () => {
    const family = await makeFamily(app)
    for (const [kind, sentence] of [
      ['class', 'Please select your child'],
      ['event', 'please Select Child'],
    ] as const) {
      const offering = await makeOffering(app, { kind })
      const session = await makeSession(app, offering)
      const wish = wishOf({ ...family, childIds: [] }, session)
      expect(await refusal(family.api.orders[kind].place(wish))).toEqual(sentence)
      expect(await refusal(app.visitor.orders[kind].place(wish))).toBe('401 Please log in')
    }
  })
})

describe('guests', () => {
  const gwen = { childIds: [], fullName: 'Gwen Guest', email: 'gwen@example.test' }
  /** A guest's booking of some sessions from a network, under an address. */
  const bookFrom = (ip: string, sessions: MadeSession[], guest = gwen) =>
    app.apiOf({ ip }).orders.parentSession.place(wishOf(guest, sessions))

  test('a visitor books a parents session, and one more unpaid than three is refused', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const book = async (number: number) =>
      bookFrom(`10.3.0.${number}`, [await makeSession(app, offering, { date: `2026-12-0${number}` })])
    for (const number of [1, 2, 3]) expect(await book(number)).toMatchObject({ status: 'pending' })
    expect(await refusal(book(4))).toBe(sentences.tooManyUnpaid)
  })

  test('one network holds no fourth place unpaid, whatever names it gives', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 8 })
    const as = (number: number) => ({
      childIds: [],
      fullName: `Guest ${number}`,
      email: `guest-${number}@example.test`,
    })
    for (const number of [1, 2, 3]) {
      await bookFrom(`2001:db8:9:9::${number}`, [session], as(number))
    }
    const fourth = bookFrom('2001:db8:9:9::4', [session], as(4))
    expect(await refusal(fourth)).toBe(sentences.tooManyUnpaidNearby)
    expect(await placesTaken(session.id)).toBe(3)
    // Nothing is held by other networks, or by a hold that has run out.
    await bookFrom('2001:db8:9:8::1', [session], as(6))
    app.clock.advance(36)
    await bookFrom('2001:db8:9:9::7', [session], as(7))
    const { rows } = await sql<{ mark: string }>`select distinct guest_network as mark from orders
      where guest_email like 'guest-%@example.test'`.execute(app.db)
    expect(rows).toHaveLength(2)
    for (const { mark } of rows) expect(mark).toMatch(/^[\w-]{43}$/)
  })

  test('one network has three free orders an hour that are not confirmed, and an address to confirm each', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 8, pricePence: 0 })
    const ask = (network: number, email: string) =>
      refusal(bookFrom(`10.6.0.${network}`, [session], { ...gwen, email }))
    for (const email of ['', 'not an address', 'two@example.test,three@example.test'])
      expect(await ask(1, email)).toBe(sentences.emailRequired)
    for (const number of [1, 2, 3]) expect(await ask(1, `free-${number}@example.test`)).toBeUndefined()
    expect(await ask(1, 'free-4@example.test')).toBe(sentences.tooManyFreeNearby)
    expect(await ask(2, 'free-4@example.test')).toBeUndefined()
    app.clock.advance(31)
    await expireOrders(app.services)
    expect(await placesTaken(session.id)).toBe(0)
    expect(await ask(1, 'free-5@example.test')).toBe(sentences.tooManyFreeNearby)
    app.clock.advance(30)
    expect(await ask(1, 'free-5@example.test')).toBeUndefined()
  })

  test('a whole free course is one of them, and what was confirmed is none', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const course: MadeSession[] = []
    for (const day of ['01', '08', '15', '22']) {
      course.push(await makeSession(app, offering, { date: `2026-12-${day}`, pricePence: 0 }))
    }
    const ask = (number: number) =>
      bookFrom('10.6.0.9', course, { ...gwen, email: `course-${number}@example.test` })
    const first = await ask(1)
    for (const number of [2, 3]) expect(await refusal(ask(number))).toBeUndefined()
    expect(await refusal(ask(4))).toBe(sentences.tooManyFreeNearby)
    const { id } = await rowOf(app.db, 'orders', { order_number: first.orderNumber })
    await confirmGuestOrder(app.services, id)
    expect(await refusal(ask(4))).toBeUndefined()
  })

  test('a whole course is one booking, and the next waits until it is paid', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const course = []
    for (const day of ['01', '08', '15', '22']) {
      course.push(await makeSession(app, offering, { date: `2026-12-${day}` }))
    }
    const first = { ...gwen, email: 'course@example.test' }
    const other = { childIds: [], fullName: 'Ola', email: 'ola@example.test' }
    const placed = await bookFrom('10.4.0.1', course, first)
    const another = await makeSession(app, offering, { date: '2026-12-29' })
    expect(await refusal(bookFrom('10.4.0.1', [another], other))).toBe(sentences.tooManyUnpaidNearby)
    await changeRows(
      app.db,
      'orders',
      { order_number: placed.orderNumber },
      { status: 'paid', hold_expires_at: null, paid_at: app.clock.now() },
    )
    await bookFrom('10.4.0.1', [another], other)
  })

  test.each(['place', 'placeTrial', 'join'] as const)(
    'one network asks %s ten times an hour without an account, whatever address it has in it',
    async name => {
      const absent = wishOf(gwen, { id: 999_999, offeringId: 999_999, kind: 'parentSession' })
      const ask = (ip: string) => {
        const { orders, waitingLists } = app.apiOf({ ip })
        const { join } = waitingLists.parentSession
        return refusal(
          name === 'join' ? join({ ...absent, sessionId: 999_999 }) : orders.parentSession[name](absent),
        )
      }
      app.clock.advance(60)
      for (let number = 1; number <= 10; number++) {
        expect(await ask(`2001:db8:1:2::${number}`)).toBe(notFound)
      }
      expect(await ask('2001:db8:1:2::11')).toBe('Too many attempts. Please wait a while and try again')
      expect(await ask('2001:db8:1:3::1')).toBe(notFound)
    },
  )

  test('credits count once for a contact, up to the balance, and a guest has none', async () => {
    const family = await makeFamily(app, { credits: 4 })
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const first = await makeSession(app, offering, { date: '2026-12-01', pricePence: 1000, credits: 2 })
    const second = await makeSession(app, offering, { date: '2026-12-08', pricePence: 1000, credits: 1 })
    const price = async (sessions: MadeSession[], fullName: string, { orders } = family.api) =>
      (await orders.parentSession.place(wishOf({ ...family, fullName }, sessions))).totalPence
    const balance = async () => (await family.api.accounts.profile()).credits
    expect(await price([first, second], 'Gwen', app.visitor)).toBe(2000)
    expect(await price([first, second], 'Ada')).toBe(0)
    expect(await balance()).toBe(1)
    expect(await price([first], 'Ben')).toBe(500)
    expect(await balance()).toBe(0)
  })

  test('a guest’s trial is one session that offers one, once for an e-mail and type', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const trials = { offersTrial: true, trialPricePence: 600 }
    const [first, second, plain] = [
      await makeSession(app, offering, { ...trials, date: '2026-12-01' }),
      await makeSession(app, offering, { ...trials, date: '2026-12-08' }),
      await makeSession(app, offering, { date: '2026-12-15' }),
    ]
    const greta = { childIds: [], fullName: 'Greta Guest', email: 'greta@example.test' }
    const ask = (...sessions: MadeSession[]) =>
      app.visitor.orders.parentSession.placeTrial(wishOf(greta, sessions))
    expect(await refusal(ask(plain))).toBe('Auditions are not supported')
    expect(await refusal(ask(first, second))).toBe(sentences.oneTrialOnly)
    const placed = await ask(first)
    expect(placed).toMatchObject({ totalPence: 600, status: 'pending' })
    expect(placed.orderNumber).toMatch(/^\d{6}/)
    expect(await refusal(ask(second))).toBe(sentences.guestTrialUsed)
    expect([await placesTaken(first.id), await placesTaken(second.id)]).toEqual([1, 0])
  })

  test('a telephone number copied from a contact books, and one without digits does not', async () => {
    const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
    const place = (phone: string) =>
      app.apiOf({ ip: '10.8.1.1' }).orders.parentSession.place(
        wishOf(gwen, session, {
          attendees: { who: 'contact', fullName: '\u200bSam Guest', phone, email: '' },
        }),
      )
    expect(await refusal(place('\u200b'))).toBe(sentences.contactRequired)
    const { orderNumber } = await place('\u202a07700\u2013900251\u202c')
    expect(await rowOf(app.db, 'orders', { order_number: orderNumber })).toMatchObject({
      guest_name: 'Sam Guest',
      guest_phone: '07700-900251',
    })
  })

  test('a guest is the same person however name and telephone number are written', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const trials = { offersTrial: true, trialPricePence: 600 }
    const [first, second] = [
      await makeSession(app, offering, { ...trials, date: '2026-12-01' }),
      await makeSession(app, offering, { ...trials, date: '2026-12-08' }),
    ]
    let networks = 0
    const ask = (fullName: string, phone: string) => {
      const { parentSession } = app.apiOf({ ip: `10.8.2.${networks++}` }).orders
      const attendees = { who: 'contact', fullName, phone, email: '' } as const
      return {
        place: (session: MadeSession) => parentSession.place(wishOf(gwen, session, { attendees })),
        tryOut: (session: MadeSession) => parentSession.placeTrial(wishOf(gwen, session, { attendees })),
      }
    }
    const { orderNumber } = await ask("Zo\u00eb O'Dowd", '07700 900461').place(first)
    // The same press, written otherwise, is the same order for a minute, and no second place after it.
    const repeated = await ask('ZOE O’DOWD', '+44 7700 900461').place(first)
    expect(repeated.orderNumber).toBe(orderNumber)
    app.clock.set(new Date(app.clock.now().getTime() + 61_000))
    for (const [name, phone] of [
      ['Zoe\u0308 O´Dowd', '07700900461'],
      ['zoe odowd', '+44 (0)7700 900461'],
    ] as const) {
      expect(await refusal(ask(name, phone).place(first))).toBe(sentences.attendeeAlreadyBooked)
    }
    expect(await placesTaken(first.id)).toBe(1)
    await ask('Roy Bell', '07700 900462').tryOut(first)
    app.clock.set(new Date(app.clock.now().getTime() + 61_000))
    const again = ask('ROY BELL', '0044 7700 900462').tryOut(second)
    expect(await refusal(again)).toBe(sentences.guestPhoneTrialUsed)
    // Three unpaid orders of one number are its limit.
    for (const name of ['Ann Bell', 'Ben Bell', 'Cat Bell']) await ask(name, '07700 900463').place(second)
    expect(await refusal(ask('Dan Bell', '+447700900463').place(second))).toBe(sentences.tooManyUnpaid)
  })

  test('guests who leave a telephone number alone are told apart by it', async () => {
    await makeDiscountCode(app, {
      code: 'ONCEEACH',
      percent: 10,
      max_uses_per_account: 1,
      kinds: ['parentSession'],
    })
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const trials = { offersTrial: true, trialPricePence: 600 }
    const [first, second] = [
      await makeSession(app, offering, { ...trials, date: '2026-12-01' }),
      await makeSession(app, offering, { ...trials, date: '2026-12-08' }),
    ]
    // From a network of its own: how much one may owe is another matter.
    const ordersFrom = (phone: string) => app.apiOf({ ip: `10.8.0.${Number(phone.slice(-3)) - 200}` }).orders
    const calling = (phone: string) =>
      ({ attendees: { who: 'contact', fullName: 'Sam Guest', phone, email: '' } }) as const
    const book = (session: MadeSession, phone: string, discountCode = '') =>
      refusal(
        ordersFrom(phone).parentSession.place(wishOf(gwen, session, { ...calling(phone), discountCode })),
      )
    const tryOut = (session: MadeSession, phone: string) =>
      refusal(ordersFrom(phone).parentSession.placeTrial(wishOf(gwen, session, calling(phone))))
    const [one, other] = ['07700 900201', '07700 900202']
    expect(await book(first, one, 'ONCEEACH')).toBeUndefined()
    expect(await book(first, other, 'ONCEEACH')).toBeUndefined()
    expect(await book(second, one, 'ONCEEACH')).toBe(sentences.discountInvalid)
    expect(await book(first, one)).toBe(sentences.attendeeAlreadyBooked)
    const [trier, another] = ['07700 900203', '07700 900204']
    expect(await tryOut(first, trier)).toBeUndefined()
    expect(await tryOut(first, another)).toBeUndefined()
    expect(await tryOut(second, trier)).toBe(sentences.guestPhoneTrialUsed)
  })

  test('a booking that nobody can be contacted about is refused', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering)
    for (const [phone, email] of [
      ['', ''],
      ['12', ''],
      ['12', 'me'],
    ] as const) {
      const attendees = { who: 'contact' as const, fullName: 'Nobody', phone, email }
      const booking = app.visitor.orders.parentSession.place(wishOf(gwen, session, { attendees }))
      expect(await refusal(booking)).toBe(sentences.contactRequired)
    }
  })
})

describe('the email of a contact', () => {
  const wrong = [
    'nia@example',
    'nia@example..test',
    'nia@exämple.test',
    'zoë@example.test',
    'nia example.test',
  ]
  const phone = '07700 900205'

  test('an email that is none is refused beside a telephone number, and none at all is not', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { offersTrial: true })
    const family = await makeFamily(app)
    for (const email of [...wrong, '']) {
      const attendees = { who: 'contact' as const, fullName: 'Nia Cole', phone, email }
      const wish = wishOf({ childIds: [], fullName: 'Nia Cole', email }, session, { attendees })
      const expected = email === '' ? undefined : sentences.emailRequired
      const adding = family.api.sessionBaskets.parentSession.add({ sessionIds: [session.id], attendees })
      expect(await refusal(adding)).toBe(expected)
      const visitor = app.apiOf({ ip: '10.7.0.1' })
      expect(await refusal(visitor.orders.parentSession.place(wish))).toBe(expected)
    }
  })
})

describe('discount codes', () => {
  test('a code comes off what is left after credits, and counts once an order', async () => {
    await makeDiscountCode(app, { code: 'TENOFF', percent: 10, max_uses: 5, max_uses_per_account: 1 })
    const family = await makeFamily(app, { credits: 1 })
    const offering = await makeOffering(app)
    const paid = await makeSession(app, offering, { date: '2026-12-02', pricePence: 999, credits: 1 })
    const rest = await makeSession(app, offering, { date: '2026-12-09', pricePence: 1255, credits: 1 })
    const { preview, place } = family.api.orders.class
    const wish = wishOf(family, [paid, rest], { discountCode: 'tenoff' })
    expect(await preview(wish)).toMatchObject({
      listPence: 2254,
      discountPence: 126,
      totalPence: 1129,
      creditsUsed: 1,
      orderNumber: '',
    })
    expect(await place(wish)).toMatchObject({ totalPence: 1129 })
    expect(await refusal(preview(wish))).toBe('This discount code is not valid')
  })

  test('a code that takes nothing off what credits paid is not used up', async () => {
    await makeDiscountCode(app, { code: 'ONCEAFAMILY', percent: 10, max_uses_per_account: 1 })
    const family = await makeFamily(app, { credits: 1 })
    const offering = await makeOffering(app)
    const paid = await makeSession(app, offering, { date: '2026-12-02', credits: 1 })
    const next = await makeSession(app, offering, { date: '2026-12-09', pricePence: 1000 })
    const given = { discountCode: 'ONCEAFAMILY' }
    expect(await book(family, paid, given)).toMatchObject({ totalPence: 0, status: 'paid' })
    expect(await book(family, next, given)).toMatchObject({ totalPence: 900 })
    expect(await rowOf(app.db, 'discount_codes', { code: 'ONCEAFAMILY' })).toMatchObject({ uses: 1 })
  })

  test('how often one person used a code is read from their own uses', async () => {
    const plan = await app.db.transaction().execute(async tx => {
      // A table of a few rows would be read whole.
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql`explain (costs off) select * from uses_of_code(1, null, 'gwen@example.test', '07700900001')`.execute(
        tx,
      )
    })
    const text = JSON.stringify(plan.rows)
    for (const key of ['account_id', 'email', 'phone']) {
      expect(text).toMatch(new RegExp(`Index Cond: [^"]*discount_code_id[^"]*${key}`))
    }
  })

  test('a code that one person uses once counts an account and guests with its address together', async () => {
    await makeDiscountCode(app, {
      code: 'ONEPERSON',
      percent: 10,
      max_uses_per_account: 1,
      kinds: ['parentSession'],
    })
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 50 })
    const coded = { discountCode: 'ONEPERSON' }
    let networks = 0
    const asGuest = (email: string, phone: string) => {
      networks += 1
      const attendees = { who: 'contact' as const, fullName: `Sam Guest ${networks}`, phone, email }
      const { place } = app.apiOf({ ip: `10.9.0.${networks}` }).orders.parentSession
      return place(wishOf({ childIds: [], fullName: '', email: '' }, session, { attendees, ...coded }))
    }
    const [family, other] = [await makeFamily(app), await makeFamily(app)]
    const { orderNumber } = await book(family, session, coded)
    expect(await refusal(asGuest(family.email.toUpperCase(), '07700 900401'))).toBe(sentences.discountInvalid)
    // The other way round.
    await asGuest(other.email, '07700 900402')
    expect(await refusal(book(other, session, coded))).toBe(sentences.discountInvalid)
    // A telephone number counts as well, however it is written; somebody else has another one.
    expect(await refusal(asGuest('a@example.test', '+44 7700 900402'))).toBe(sentences.discountInvalid)
    expect(await refusal(asGuest('a@example.test', '07700 900403'))).toBeUndefined()
    expect(await refusal(asGuest('b@example.test', '07700 900403'))).toBe(sentences.discountInvalid)
    expect(await refusal(asGuest('', '07700900403'))).toBe(sentences.discountInvalid)
    expect(await refusal(asGuest('a@example.test', ''))).toBe(sentences.discountInvalid)
    // What is given back may be used again.
    await family.api.orders.parentSession.cancel({ orderNumber })
    expect(await refusal(asGuest(family.email, '07700 900404'))).toBeUndefined()
  })
})

describe('trials', () => {
  test('a trial is one session and one child, once a type, and uses no credits', async () => {
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
    const ask = (session: MadeSession) => orders.class.placeTrial(wishOf(family, session))
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
  test('answers 66 when the account has no child, and a list of sessions otherwise', async () => {
    const offering = await makeOffering(app)
    await makeSession(app, offering, { capacity: 1, placesTaken: 1, date: '2026-12-01' })
    await makeSession(app, offering, { date: '2026-12-08' })
    await makeSession(app, offering, { date: '2026-11-10' })
    const newcomer = await makeAccount(app)
    const clicked = { id: 1, offeringId: offering.id, kind: offering.kind }
    const nobody = { ...newcomer, fullName: '', childIds: [] }
    const wish = { ...wishOf(nobody, clicked), dayId: 1 }
    expect(await refusal(newcomer.api.orders.class.preview(wish))).toBe('66 Please add a child first')
    const family = await makeFamily(app)
    const { sessions } = await family.api.orders.class.preview(wish)
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
    await family.api.orders.class.preview(wishOf(family, session))
    expect(await countOrders()).toBe(before)
    expect(await placesTaken(session.id)).toBe(0)
  })
})
