import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { confirmGuestOrder } from '#server/features/orders/confirm-guest-order.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const notFound = 'This class was not found'

const placesTaken = async (sessionId: number) =>
  (await rowOf(app.db, 'sessions', { id: sessionId })).places_taken

describe('guests', () => {
  const gwen = { childIds: [], fullName: 'Gwen Guest', email: 'gwen@example.test' }
  /** Books sessions as a guest from a network, under an address. */
  const bookFrom = (ip: string, sessions: MadeSession[], guest = gwen) =>
    app.apiOf({ ip }).orders.parentSession.place(bookingRequest(guest, sessions))

  // Proves GUEST-01.
  test('a visitor books a parents session, and a fourth unpaid order is refused', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const book = async (number: number) =>
      bookFrom(`10.3.0.${number}`, [await makeSession(app, offering, { date: `2026-12-0${number}` })])
    for (const number of [1, 2, 3]) expect(await book(number)).toMatchObject({ status: 'pending' })
    expect(await refusal(book(4))).toBe(sentences.tooManyUnpaid)
  })

  // Proves GUEST-01.
  test('one network cannot hold a fourth unpaid place, even under different names', async () => {
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
    // Other networks hold nothing, nor does an expired hold.
    await bookFrom('2001:db8:9:8::1', [session], as(6))
    app.clock.advance(36)
    await bookFrom('2001:db8:9:9::7', [session], as(7))
    const { rows } = await sql<{ mark: string }>`select distinct guest_network as mark from orders
      where guest_email like 'guest-%@example.test'`.execute(app.db)
    expect(rows).toHaveLength(2)
    for (const { mark } of rows) expect(mark).toMatch(/^[\w-]{43}$/)
  })

  test('a network may have three unconfirmed free orders an hour, each with an email address', async () => {
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

  test('a whole free course counts as one unconfirmed order, and a confirmed order does not count', async () => {
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

  test('a whole course is one booking, and the next is refused until it is paid', async () => {
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
    'one network without an account can call %s ten times an hour, whatever address it gives',
    async name => {
      const absent = bookingRequest(gwen, { id: 999_999, offeringId: 999_999, kind: 'parentSession' })
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

  // Proves GUEST-15.
  test('credits count once for a contact, up to the balance, and a guest has none', async () => {
    const family = await makeFamily(app, { credits: 4 })
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const first = await makeSession(app, offering, { date: '2026-12-01', pricePence: 1000, credits: 2 })
    const second = await makeSession(app, offering, { date: '2026-12-08', pricePence: 1000, credits: 1 })
    const price = async (sessions: MadeSession[], fullName: string, { orders } = family.api) =>
      (await orders.parentSession.place(bookingRequest({ ...family, fullName }, sessions))).totalPence
    const balance = async () => (await family.api.accounts.profile()).credits
    expect(await price([first, second], 'Gwen', app.visitor)).toBe(2000)
    expect(await price([first, second], 'Ada')).toBe(0)
    expect(await balance()).toBe(1)
    expect(await price([first], 'Ben')).toBe(500)
    expect(await balance()).toBe(0)
  })

  // Proves GUEST-17, GUEST-18.
  test("a guest's trial is one session with trials, once per email and type", async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const trials = { offersTrial: true, trialPricePence: 600 }
    const [first, second, plain] = [
      await makeSession(app, offering, { ...trials, date: '2026-12-01' }),
      await makeSession(app, offering, { ...trials, date: '2026-12-08' }),
      await makeSession(app, offering, { date: '2026-12-15' }),
    ]
    const greta = { childIds: [], fullName: 'Greta Guest', email: 'greta@example.test' }
    const ask = (...sessions: MadeSession[]) =>
      app.visitor.orders.parentSession.placeTrial(bookingRequest(greta, sessions))
    expect(await refusal(ask(plain))).toBe('Auditions are not supported')
    expect(await refusal(ask(first, second))).toBe(sentences.oneTrialOnly)
    const placed = await ask(first)
    expect(placed).toMatchObject({ totalPence: 600, status: 'pending' })
    expect(placed.orderNumber).toMatch(/^\d{6}/)
    expect(await refusal(ask(second))).toBe(sentences.guestTrialUsed)
    expect([await placesTaken(first.id), await placesTaken(second.id)]).toEqual([1, 0])
  })

  test('a phone number with invisible characters is accepted, and one without digits is not', async () => {
    const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
    const place = (phone: string) =>
      app.apiOf({ ip: '10.8.1.1' }).orders.parentSession.place(
        bookingRequest(gwen, session, {
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

  test('a guest is recognised however their name and telephone number are written', async () => {
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
        place: (session: MadeSession) => parentSession.place(bookingRequest(gwen, session, { attendees })),
        tryOut: (session: MadeSession) =>
          parentSession.placeTrial(bookingRequest(gwen, session, { attendees })),
      }
    }
    const { orderNumber } = await ask("Zo\u00eb O'Dowd", '07700 900461').place(first)
    // The same submission, written differently, is the same order for a minute, and no second place
    // afterwards.
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

  test('a guest is recognised by address or number, whichever is given', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const trials = { offersTrial: true, trialPricePence: 600 }
    const [first, second] = [
      await makeSession(app, offering, { ...trials, date: '2026-12-01' }),
      await makeSession(app, offering, { ...trials, date: '2026-12-08' }),
    ]
    let networks = 0
    const ask = (fullName: string, phone: string, email: string, session: MadeSession, isTrial = false) => {
      // A guest's repetition within a minute is the same order.
      app.clock.set(new Date(app.clock.now().getTime() + 61_000))
      const { parentSession } = app.apiOf({ ip: `10.8.3.${networks++}` }).orders
      const wish = bookingRequest(gwen, session, { attendees: { who: 'contact', fullName, phone, email } })
      return refusal(isTrial ? parentSession.placeTrial(wish) : parentSession.place(wish))
    }
    const number = '07700 900471'
    const numberAgain = '+44 7700 900471'

    expect(await ask('Ida Bell', number, 'ida@example.test', first)).toBeUndefined()
    for (const [phone, email] of [
      [numberAgain, ''],
      ['', 'ida@example.test'],
      [numberAgain, 'other@example.test'],
      ['07700 900472', 'IDA@example.test'],
    ] as const)
      expect(await ask('ida bell', phone, email, first)).toBe(sentences.attendeeAlreadyBooked)
    // A household may share either: another name is another person.
    expect(await ask('Jon Bell', numberAgain, '', first)).toBeUndefined()
    expect(await placesTaken(first.id)).toBe(2)

    expect(await ask('Kit Bell', '07700 900473', 'kit@example.test', first, true)).toBeUndefined()
    expect(await ask('Kit Bell', '07700900473', '', second, true)).toBe(sentences.guestPhoneTrialUsed)
    expect(await ask('Kit Bell', '07700900473', 'k@example.test', second, true)).toBe(
      sentences.guestPhoneTrialUsed,
    )
    for (const phone of ['', '07700 900474', '07700 900473'])
      expect(await ask('Kit Bell', phone, 'kit@example.test', second, true)).toBe(sentences.guestTrialUsed)
    // The number first, then the address too.
    expect(await ask('Lea Bell', '07700 900475', '', first, true)).toBeUndefined()
    expect(await ask('Lea Bell', '07700 900475', 'lea@example.test', second, true)).toBe(
      sentences.guestPhoneTrialUsed,
    )
    // A number too short to be dialled identifies nobody.
    expect(await ask('Max Bell', '0', 'max@example.test', second, true)).toBeUndefined()
    expect(await ask('Noa Bell', '0', 'noa@example.test', second, true)).toBeUndefined()

    for (const name of ['Ann', 'Ben', 'Cat'])
      expect(await ask(name, '07700 900476', 'bells@example.test', second)).toBeUndefined()
    for (const [phone, email] of [
      ['07700 900476', ''],
      ['', 'bells@example.test'],
      ['07700 900476', 'cat@example.test'],
    ] as const)
      expect(await ask('Dan', phone, email, second)).toBe(sentences.tooManyUnpaid)
  })

  test('guests with only a telephone number are distinguished by it', async () => {
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
    // From different networks, whose own limits are another matter.
    const ordersFrom = (phone: string) => app.apiOf({ ip: `10.8.0.${Number(phone.slice(-3)) - 200}` }).orders
    const calling = (phone: string) =>
      ({ attendees: { who: 'contact', fullName: 'Sam Guest', phone, email: '' } }) as const
    const book = (session: MadeSession, phone: string, discountCode = '') =>
      refusal(
        ordersFrom(phone).parentSession.place(
          bookingRequest(gwen, session, { ...calling(phone), discountCode }),
        ),
      )
    const tryOut = (session: MadeSession, phone: string) =>
      refusal(ordersFrom(phone).parentSession.placeTrial(bookingRequest(gwen, session, calling(phone))))
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

  test('a booking without any contact is refused', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering)
    for (const [phone, email] of [
      ['', ''],
      ['12', ''],
      ['12', 'me'],
    ] as const) {
      const attendees = { who: 'contact' as const, fullName: 'Nobody', phone, email }
      const booking = app.visitor.orders.parentSession.place(bookingRequest(gwen, session, { attendees }))
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

  test('an invalid email is refused even with a telephone number; a missing email is not', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { offersTrial: true })
    const family = await makeFamily(app)
    for (const email of [...wrong, '']) {
      const attendees = { who: 'contact' as const, fullName: 'Nia Cole', phone, email }
      const request = bookingRequest({ childIds: [], fullName: 'Nia Cole', email }, session, { attendees })
      const expected = email === '' ? undefined : sentences.emailRequired
      const adding = family.api.sessionBaskets.parentSession.add({ sessionIds: [session.id], attendees })
      expect(await refusal(adding)).toBe(expected)
      const visitor = app.apiOf({ ip: '10.7.0.1' })
      expect(await refusal(visitor.orders.parentSession.place(request))).toBe(expected)
    }
  })
})
