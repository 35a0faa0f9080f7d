import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { countQueries } from '#testing/count-queries.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const submit = { class: 'Course_Order', event: 'Events_Order', parentSession: 'parents_order' } as const
interface Submitted {
  order_sn: string
  total_price: string
  order_status: number
}

/** Who comes, in the wire's fields of the kind. */
function attendees(kind: OfferingKind, childIds: number[], who = 'Priya Shah', email = 'priya@example.test') {
  return kind === 'parentSession'
    ? { full_name: who, contact_number: '07700 900001', email }
    : { child_id: childIds.join(',') }
}

const placesTaken = async (sessionId: number) =>
  (
    await app.db
      .selectFrom('sessions')
      .select('places_taken')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
  ).places_taken

const countOrders = async () =>
  (
    await app.db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe.each(everyOfferingKind)('%s', kind => {
  const path = `${submit[kind]}/submitOrder`

  test('a priced order holds its places for 35 minutes and waits to be paid', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { pricePence: 1250 })
    const answer = await app.call<Submitted>(
      path,
      { course_id: offering.id, course_product_id: `${session.id}`, ...attendees(kind, [family.childId]) },
      family.token,
    )
    expect(answer).toMatchObject({ code: 1, data: { total_price: '12.50', order_status: 0 } })
    const order = await app.db
      .selectFrom('orders')
      .selectAll()
      .where('order_number', '=', answer.data.order_sn)
      .executeTakeFirstOrThrow()
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
    const body = {
      course_id: offering.id,
      course_product_id: session.id,
      ...attendees(kind, [family.childId]),
    }
    const placed = await app.call<Submitted>(path, body, family.token)
    const details = await app.call<{ expire_time: string }>(
      `${submit[kind]}/getOrderDetails`,
      { order_sn: placed.data.order_sn },
      family.token,
    )
    expect(details.data.expire_time.slice(11, 16)).toBe(soon.slice(11, 16))
  })

  test('a total of nothing is confirmed at once', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { pricePence: 0 })
    const answer = await app.call<Submitted>(
      path,
      { course_id: offering.id, course_product_id: session.id, ...attendees(kind, [family.childId]) },
      family.token,
    )
    expect(answer).toMatchObject({ code: 1, data: { total_price: '0.00', order_status: 1 } })
    const details = await app.call<{ pay_type: string; products: unknown[] }>(
      `${submit[kind]}/getOrderDetails`,
      { order_sn: answer.data.order_sn },
      family.token,
    )
    expect(details.data).toMatchObject({ pay_type: 'free', order_status: 1 })
    expect(details.data.products).toHaveLength(1)
  })

  test('credits pay in start order, the rest pro rata', async () => {
    const family = await makeFamily(app, { credits: 3 })
    const offering = await makeOffering(app, { kind })
    const first = await makeSession(app, offering, { date: '2026-12-01', pricePence: 1000, credits: 2 })
    const second = await makeSession(app, offering, { date: '2026-12-08', pricePence: 1001, credits: 2 })
    const answer = await app.call<Submitted>(
      path,
      {
        course_id: offering.id,
        course_product_id: [second.id, first.id],
        ...attendees(kind, [family.childId]),
      },
      family.token,
    )
    // Two credits cover the first; one of two covers half of £10.01, half-up.
    expect(answer.data.total_price).toBe('5.00')
    const account = await app.db
      .selectFrom('accounts')
      .select('credit_balance')
      .where('id', '=', family.accountId)
      .executeTakeFirstOrThrow()
    expect(account.credit_balance).toBe(0)
  })

  test.each([
    ['no session', { course_product_id: '' }, 'please Select Course'],
    ['a session that does not exist', { course_product_id: 999_999 }, 'This class was not found'],
    ['nonsense for a session', { course_product_id: 'abc' }, 'The value of course_product_id is not valid'],
    ['an unknown discount code', { discount_code: 'NOPE' }, 'This discount code is not valid'],
  ])('%s is refused and writes nothing', async (_what, wrong, sentence) => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering)
    const before = await countOrders()
    const answer = await app.call(
      path,
      {
        course_id: offering.id,
        course_product_id: session.id,
        ...attendees(kind, [family.childId]),
        ...wrong,
      },
      family.token,
    )
    expect(answer).toMatchObject({ code: 0, msg: sentence, data: null })
    expect(await countOrders()).toBe(before)
    expect(await placesTaken(session.id)).toBe(0)
  })

  test('a full session is refused', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering, { capacity: 2, placesTaken: 2 })
    const body = {
      course_id: offering.id,
      course_product_id: session.id,
      ...attendees(kind, [family.childId]),
    }
    expect(await app.call(path, body, family.token)).toMatchObject({
      code: 0,
      msg: 'Sorry, this class is full',
    })
  })

  test('a session of another offering or another kind is refused', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const other = await makeSession(app, await makeOffering(app, { kind }))
    const otherKind = kind === 'class' ? 'event' : 'class'
    const foreign = await makeSession(app, await makeOffering(app, { kind: otherKind }))
    for (const session of [other, foreign]) {
      const body = {
        course_id: offering.id,
        course_product_id: session.id,
        ...attendees(kind, [family.childId]),
      }
      expect(await app.call(path, body, family.token)).toMatchObject({
        code: 0,
        msg: 'This class was not found',
      })
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
    const body = {
      course_id: offering.id,
      course_product_id: session.id,
      ...attendees(kind, [family.childId]),
    }
    expect(await app.call(path, body, family.token)).toMatchObject({
      code: 0,
      msg: 'This class has already started and can no longer be booked',
    })
  })

  test('the same submit again gives the same order; a changed one is refused as a second booking', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering)
    const body = {
      course_id: offering.id,
      course_product_id: session.id,
      ...attendees(kind, [family.childId]),
    }
    const first = await app.call<Submitted>(path, body, family.token)
    const again = await app.call<Submitted>(path.toUpperCase(), body, family.token)
    expect(again).toEqual(first)
    expect(await placesTaken(session.id)).toBe(1)
    const changed = await app.call(path, { ...body, combo_num: 1 }, family.token)
    expect(changed.code).toBe(0)
    expect(changed.msg).toMatch(/already booked/)
    app.clock.advance(2)
    expect((await app.call(path, body, family.token)).code).toBe(0)
  })

  test('a pack-only class without credits is refused with the documented sentence', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind, isPackOnly: true })
    const session = await makeSession(app, offering)
    const body = {
      course_id: offering.id,
      course_product_id: session.id,
      ...attendees(kind, [family.childId]),
    }
    expect(await app.call(path, body, family.token)).toMatchObject({
      code: 0,
      msg: 'This course can only be purchased by package members',
    })
  })

  test('an order of another family looks as if it did not exist; its own family reads it', async () => {
    const family = await makeFamily(app)
    const stranger = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const session = await makeSession(app, offering)
    const placed = await app.call<Submitted>(
      path,
      { course_id: offering.id, course_product_id: session.id, ...attendees(kind, [family.childId]) },
      family.token,
    )
    const detailsPath = `${submit[kind]}/getOrderDetails`
    const number = { order_sn: placed.data.order_sn }
    expect(await app.call(detailsPath, number, family.token)).toMatchObject({ code: 1, data: number })
    const foreign = await app.call(detailsPath, number, stranger.token)
    const absent = await app.call(detailsPath, { order_sn: '261123-0000000000000000' }, stranger.token)
    expect(foreign).toEqual(absent)
    expect(foreign).toMatchObject({ code: 0, data: null })
    const list = await app.call<{ data: { order_sn: string }[] }>(
      `${submit[kind]}/getOrderList`,
      {},
      stranger.token,
    )
    expect(list.data.data).toEqual([])
  })

  test('a history of any length is read in three queries, and so is an order', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app, { kind })
    const order = { order_sn: '' }
    for (const day of ['01', '08', '15']) {
      const session = await makeSession(app, offering, { date: `2026-12-${day}` })
      const body = {
        course_id: offering.id,
        course_product_id: session.id,
        ...attendees(kind, [family.childId]),
      }
      order.order_sn = (await app.call<Submitted>(path, body, family.token)).data.order_sn
    }
    const cost = (name: string, body = {}) =>
      countQueries(app, () => app.call(`${submit[kind]}/${name}`, body, family.token))
    expect(await cost('getOrderList')).toBe(3)
    expect(await cost('getOrderDetails', order)).toBe(3)
  })
})

describe('children', () => {
  test('the price is per child, and every child must be the own', async () => {
    const family = await makeFamily(app)
    const sibling = await makeChild(app, family, { firstName: 'Mia' })
    const stranger = await makeFamily(app)
    const offering = await makeOffering(app)
    const session = await makeSession(app, offering, { pricePence: 800 })
    const body = { course_id: offering.id, course_product_id: session.id }
    const foreign = await app.call(
      'Course_Order/submitOrder',
      { ...body, child_id: [family.childId, stranger.childId] },
      family.token,
    )
    expect(foreign).toMatchObject({ code: 0, msg: 'This child was not found' })
    expect(await placesTaken(session.id)).toBe(0)
    const own = await app.call<Submitted>(
      'Course_Order/submitOrder',
      { ...body, child_id: [family.childId, sibling, family.childId] },
      family.token,
    )
    expect(own).toMatchObject({ code: 1, data: { total_price: '16.00' } })
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
      const body = { course_id: offering.id, course_product_id: session.id }
      expect(await app.call(`${submit[kind]}/submitOrder`, body, family.token)).toMatchObject({
        code: 0,
        msg: sentence,
      })
      expect(await app.call(`${submit[kind]}/submitOrder`, body)).toMatchObject({ status: 401, code: 401 })
    }
  })
})

describe('guests', () => {
  /** A guest's booking of some sessions from a network, under an address. */
  const bookFrom = async (
    remoteAddress: string,
    sessions: { id: number; offeringId: number }[],
    { who = 'Gwen Guest', email = 'gwen@example.test' } = {},
  ) => {
    const body = {
      course_id: sessions[0]?.offeringId,
      course_product_id: sessions.map(({ id }) => id).join(','),
      ...attendees('parentSession', [], who, email),
    }
    const request = {
      method: 'POST' as const,
      url: '/api/parents_order/submitOrder',
      remoteAddress,
      payload: JSON.stringify(body),
    }
    return (await app.http.inject(request)).json<{ code: number; msg: string; data: Submitted }>()
  }

  test('a visitor books a parents session, and one more unpaid than three is refused', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const book = async (number: number) =>
      bookFrom(`10.3.0.${number}`, [await makeSession(app, offering, { date: `2026-12-0${number}` })])
    expect(await book(1)).toMatchObject({ code: 1 })
    expect(await book(2)).toMatchObject({ code: 1 })
    expect(await book(3)).toMatchObject({ code: 1 })
    expect((await book(4)).msg).toMatch(/pay for or wait/)
  })

  test('one network holds no fourth place unpaid, whatever names it gives', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering, { capacity: 8 })
    const free = await makeSession(app, offering, { pricePence: 0 })
    const as = (number: number) => ({ who: `Guest ${number}`, email: `guest-${number}@example.test` })
    for (const number of [1, 2, 3]) {
      expect(await bookFrom(`2001:db8:9:9::${number}`, [session], as(number))).toMatchObject({ code: 1 })
    }
    const refused = { code: 0, msg: sentences.tooManyUnpaidNearby }
    expect(await bookFrom('2001:db8:9:9::4', [session], as(4))).toMatchObject(refused)
    expect(await placesTaken(session.id)).toBe(3)
    // Nothing is held by what is paid, by other networks, or by a hold that has run out.
    expect(await bookFrom('2001:db8:9:9::5', [free], as(5))).toMatchObject({ code: 1 })
    expect(await bookFrom('2001:db8:9:8::1', [session], as(6))).toMatchObject({ code: 1 })
    app.clock.advance(36)
    expect(await bookFrom('2001:db8:9:9::7', [session], as(7))).toMatchObject({ code: 1 })
    const { rows } = await sql<{ mark: string }>`select distinct guest_network as mark from orders
      where guest_email like 'guest-%@example.test'`.execute(app.db)
    expect(rows).toHaveLength(2)
    for (const { mark } of rows) expect(mark).toMatch(/^[\w-]{43}$/)
  })

  test('a whole course is one booking, and the next waits until it is paid', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const course = []
    for (const day of ['01', '08', '15', '22']) {
      course.push(await makeSession(app, offering, { date: `2026-12-${day}` }))
    }
    const [first, other] = [{ email: 'course@example.test' }, { who: 'Ola', email: 'ola@example.test' }]
    const placed = await bookFrom('10.4.0.1', course, first)
    expect(placed).toMatchObject({ code: 1 })
    const another = await makeSession(app, offering, { date: '2026-12-29' })
    expect(await bookFrom('10.4.0.1', [another], other)).toMatchObject({ msg: sentences.tooManyUnpaidNearby })
    await app.db
      .updateTable('orders')
      .set({ status: 'paid', hold_expires_at: null, paid_at: app.clock.now() })
      .where('order_number', '=', placed.data.order_sn)
      .execute()
    expect(await bookFrom('10.4.0.1', [another], other)).toMatchObject({ code: 1 })
  })

  test.each(['parents_order/submitOrder', 'parents_order/submitOrderByTry', 'Parents/wait'])(
    'one network asks %s ten times an hour without an account, whatever address it has in it',
    async path => {
      const ask = async (remoteAddress: string) => {
        const body = { course_id: 999_999, course_product_id: 999_999, ...attendees('parentSession', []) }
        const request = {
          method: 'POST' as const,
          url: `/api/${path}`,
          remoteAddress,
          payload: JSON.stringify(body),
        }
        return (await app.http.inject(request)).json<{ msg: string }>().msg
      }
      app.clock.advance(60)
      for (let number = 1; number <= 10; number++) {
        expect(await ask(`2001:db8:1:2::${number}`)).toBe('This class was not found')
      }
      expect(await ask('2001:db8:1:2::11')).toBe('Too many attempts. Please wait a while and try again')
      expect(await ask('2001:db8:1:3::1')).toBe('This class was not found')
    },
  )

  test('credits count once for a contact, up to the balance, and a guest has none', async () => {
    const family = await makeFamily(app, { credits: 4 })
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const first = await makeSession(app, offering, { date: '2026-12-01', pricePence: 1000, credits: 2 })
    const second = await makeSession(app, offering, { date: '2026-12-08', pricePence: 1000, credits: 1 })
    const book = (ids: number[], who: string, token?: string) =>
      app.call<Submitted>(
        'parents_order/submitOrder',
        { course_id: offering.id, course_product_id: ids.join(','), ...attendees('parentSession', [], who) },
        token,
      )
    const balance = async () =>
      (await app.call<{ combo_num: number }>('user/getUserDetails', {}, family.token)).data.combo_num
    expect((await book([first.id, second.id], 'Gwen')).data.total_price).toBe('20.00')
    expect((await book([first.id, second.id], 'Ada', family.token)).data.total_price).toBe('0.00')
    expect(await balance()).toBe(1)
    expect((await book([first.id], 'Ben', family.token)).data.total_price).toBe('5.00')
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
    const ask = (...ids: number[]) =>
      app.call<Submitted>('parents_order/submitOrderByTry', {
        course_product_id: ids.join(','),
        ...attendees('parentSession', [], 'Greta Guest', 'greta@example.test'),
      })
    expect((await ask(plain.id)).msg).toBe('Auditions are not supported')
    expect(await ask(first.id, second.id)).toMatchObject({ code: 0, data: null })
    const placed = await ask(first.id)
    expect(placed).toMatchObject({ code: 1, data: { total_price: '6.00', order_status: 0 } })
    expect(placed.data.order_sn).toMatch(/^\d{6}/)
    expect(await ask(second.id)).toMatchObject({ code: 0, data: null })
    expect([await placesTaken(first.id), await placesTaken(second.id)]).toEqual([1, 0])
  })

  test('a booking that nobody can be contacted about is refused', async () => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const session = await makeSession(app, offering)
    const answer = await app.call('parents_order/submitOrder', {
      course_id: offering.id,
      course_product_id: session.id,
      full_name: 'Nobody',
    })
    expect(answer).toMatchObject({ code: 0, data: null })
    expect(answer.msg).toMatch(/full name and an email address or mobile/)
  })
})

describe('discount codes', () => {
  test('a code comes off what is left after credits, and counts once an order', async () => {
    await app.db
      .insertInto('discount_codes')
      .values({
        code: 'TENOFF',
        percent: 10,
        kinds: ['class'],
        starts_at: '2026-01-01T00:00:00Z',
        ends_at: '2027-01-01T00:00:00Z',
        max_uses: 5,
        max_uses_per_account: 1,
      })
      .execute()
    const family = await makeFamily(app, { credits: 1 })
    const offering = await makeOffering(app)
    const paid = await makeSession(app, offering, { date: '2026-12-02', pricePence: 999, credits: 1 })
    const rest = await makeSession(app, offering, { date: '2026-12-09', pricePence: 1255, credits: 1 })
    const body = {
      course_id: offering.id,
      course_product_id: [paid.id, rest.id],
      child_id: family.childId,
      discount_code: 'tenoff',
    }
    const preview = await app.call('Course_Order/buyNowConfirmOrder', body, family.token)
    expect(preview.data).toMatchObject({
      original_price: '22.54',
      discount_price: '1.26',
      total_price: '11.29',
      combo_num: 1,
      order_sn: '',
    })
    const placed = await app.call<Submitted>('Course_Order/submitOrder', body, family.token)
    expect(placed).toMatchObject({ code: 1, data: { total_price: '11.29' } })
    const again = await app.call('Course_Order/buyNowConfirmOrder', body, family.token)
    expect(again).toMatchObject({ code: 0, msg: 'This discount code is not valid' })
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
    const ask = (sessionId: number) =>
      app.call(
        'Course_Order/submitOrderByTry',
        { course_product_id: sessionId, child_id: family.childId },
        family.token,
      )
    const eligible = { type_id: offering.typeId, child_id: family.childId }
    expect(await app.call('course_order/isTry', eligible, family.token)).toMatchObject({ code: 1 })
    expect(await ask(plain.id)).toMatchObject({ code: 0, msg: 'Auditions are not supported' })
    expect(await ask(trial.id)).toMatchObject({ code: 1, data: { total_price: '5.00' } })
    expect(await ask(another.id)).toMatchObject({
      code: 0,
      msg: 'This child has already had a trial for this class',
    })
    expect(await app.call('course_order/isTry', eligible, family.token)).toMatchObject({ code: 0 })
    const stranger = await makeFamily(app)
    expect(await app.call('course_order/isTry', eligible, stranger.token)).toMatchObject({
      code: 0,
      msg: 'This child was not found',
    })
  })
})

describe('the preview', () => {
  test('answers 66 when the account has no child, and a list of sessions otherwise', async () => {
    const offering = await makeOffering(app)
    await makeSession(app, offering, { capacity: 1, placesTaken: 1, date: '2026-12-01' })
    await makeSession(app, offering, { date: '2026-12-08' })
    await makeSession(app, offering, { date: '2026-11-10' })
    const newcomer = await makeAccount(app)
    const body = { course_id: offering.id, date_id: 1, course_product_id: 1 }
    expect(await app.call('Course_Order/buyNowConfirmOrder', body, newcomer.token)).toMatchObject({
      code: 66,
      msg: 'Please add a child first',
    })
    const family = await makeFamily(app)
    const preview = await app.call<{ all_list: { is_expired: boolean; start_date: string }[] }>(
      'course_order/BUYNOWCONFIRMORDER',
      body,
      family.token,
    )
    expect(preview.data.all_list.map(({ start_date, is_expired }) => [start_date, is_expired])).toEqual([
      ['2026-12-01', false],
      ['2026-12-08', true],
    ])
  })

  test('creates nothing', async () => {
    const family = await makeFamily(app)
    const offering = await makeOffering(app)
    const session = await makeSession(app, offering)
    const before = await countOrders()
    const body = { course_id: offering.id, course_product_id: session.id, child_id: family.childId }
    await app.call('Course_Order/buyNowConfirmOrder', body, family.token)
    expect(await countOrders()).toBe(before)
    expect(await placesTaken(session.id)).toBe(0)
  })
})
