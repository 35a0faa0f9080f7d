import { describe, expect, test } from 'vitest'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const paths = {
  class: { cart: 'course_cart', order: 'course_order', booking: 'Course_Order' },
  event: { cart: 'Events_cart', order: 'Events_order', booking: 'Events_Order' },
  parentSession: { cart: 'parents_cart', order: 'parents_order', booking: 'parents_order' },
} as const

interface Line {
  id: number
  course: { id: number; course_type_name: string; image: string }
  child: { id: number; name: string }[]
  full_name: string
  num: number
  price: string
  combo_num: number
  valid: number
  msg: string
}
interface Basket {
  all_course_list: { data: Line[]; total: number; per_page: number }
  total_price: string
  combo_num: number
  user_combo_num: number
}
interface Family extends MadeAccount {
  childIds: number[]
}

async function makeFamily(given: Parameters<typeof makeAccount>[1] = {}, children = 1): Promise<Family> {
  const account = await makeAccount(app, given)
  const childIds = []
  for (let made = 0; made < children; made++) childIds.push(await makeChild(app, account))
  return { ...account, childIds }
}

/** A session of a kind, of an offering of its own. */
const session = async (
  kind: OfferingKind,
  given: Parameters<typeof makeSession>[2] = {},
  isPackOnly = false,
) => makeSession(app, await makeOffering(app, { kind, isPackOnly }), given)

/** Who comes, in the wire's fields: children, or one person by the number of its name. */
const comers = (kind: OfferingKind, childIds: number[], person = 1) =>
  offeringKinds[kind].attendees === 'children'
    ? { child_ids: childIds.join(',') }
    : { full_name: `Priya Shah ${person}`, contact_number: '07700 900001', email: 'priya@example.test' }

const add = (
  kind: OfferingKind,
  sessionIds: number[],
  family: Family,
  person = 1,
  childIds = family.childIds,
) =>
  app.call(
    `${paths[kind].cart}/add`,
    { course_product_id: sessionIds.join(','), ...comers(kind, childIds, person) },
    family.token,
  )
const list = (kind: OfferingKind, body: object, { token }: Family) =>
  app.call<Basket>(`${paths[kind].cart}/getCartList`, body, token)
const linesOf = async (kind: OfferingKind, family: Family) =>
  (await list(kind, { page: 1 }, family)).data.all_course_list.data
const submit = (kind: OfferingKind, body: object, { token }: Family) =>
  app.call<{ order_sn: string; total_price: string; order_status: number }>(
    `${paths[kind].order}/cartSubmitOrder`,
    body,
    token,
  )
const idsOf = (lines: Line[]) => lines.map(line => line.id)
const countOrders = async () => (await app.db.selectFrom('orders').select('id').execute()).length

describe.each(everyOfferingKind)('the basket of the kind %s', kind => {
  const isForChildren = offeringKinds[kind].attendees === 'children'

  test('needs a token for all that it does', async () => {
    const { cart, order } = paths[kind]
    for (const path of [`${cart}/add`, `${cart}/getCartList`, `${cart}/del`, `${order}/cartSubmitOrder`]) {
      expect(await app.call(path)).toMatchObject({ status: 401, code: 401, msg: 'Please log in' })
    }
  })

  test('takes only what can be booked, for who may come', async () => {
    const [family, other] = [await makeFamily(), await makeFamily()]
    const full = await session(kind, { capacity: 0 })
    const past = await session(kind, { date: '2026-11-20' })
    const withdrawn = await session(kind, { status: 'withdrawn' })
    const open = await session(kind)
    const refusals = [
      [await add(kind, [], family), 'please Select Course'],
      [await add(kind, [999_999_999], family), 'This class was not found'],
      [await add(kind, [full.id], family), 'Sorry, this class is full'],
      [await add(kind, [past.id], family), 'This class has already started and can no longer be booked'],
      [await add(kind, [open.id, withdrawn.id], family), 'This class was not found'],
      ...(isForChildren
        ? [
            [await add(kind, [open.id], family, 1, other.childIds), 'This child was not found'],
            [
              await add(kind, [open.id], family, 1, [...family.childIds, ...other.childIds]),
              'This child was not found',
            ],
            [
              await add(kind, [open.id], family, 1, []),
              kind === 'event' ? 'please Select Child' : 'Please select your child',
            ],
          ]
        : [
            [
              await app.call(`${paths[kind].cart}/add`, { course_product_id: open.id }, family.token),
              'Please enter your full name and an email address or mobile number',
            ],
          ]),
    ] as const
    for (const [answer, msg] of refusals) expect(answer).toMatchObject({ code: 0, msg, data: null })
    const otherKind = everyOfferingKind.find(candidate => candidate !== kind) ?? kind
    const foreignKind = await session(otherKind)
    expect((await add(kind, [foreignKind.id], family)).code).toBe(0)
    expect(await linesOf(kind, family)).toEqual([])
  })

  test('keeps one line a session, prices the chosen lines, and becomes one order', async () => {
    const family = await makeFamily({ credits: 3 }, 2)
    const first = await session(kind, { date: '2026-12-01', pricePence: 1000, credits: 2 })
    const second = await session(kind, { date: '2026-12-08', pricePence: 1500, credits: 2 })
    const third = await session(kind, { date: '2026-12-15', pricePence: 700 })
    const one = family.childIds.slice(0, 1)
    expect((await add(kind, [first.id, second.id, third.id], family, 1, one)).code).toBe(1)
    expect((await add(kind, [first.id], family, 1, family.childIds)).code).toBe(1)

    const lines = await linesOf(kind, family)
    expect(lines).toHaveLength(3)
    const chosen = lines.filter(line => line.course.id !== third.id)
    const places = isForChildren ? 2 : 1
    const ofFirst = lines.find(line => line.course.id === first.id)
    expect(ofFirst).toMatchObject({ num: places, combo_num: 2 * places, valid: 1, msg: '' })
    expect(isForChildren ? ofFirst?.child.map(child => child.id) : ofFirst?.full_name).toEqual(
      isForChildren ? family.childIds : 'Priya Shah 1',
    )

    // 3 credits: the first session takes 2 a place, in start order; the rest is pro rata.
    const total = isForChildren ? '20.00' : '7.50'
    const view = await list(kind, { cart_id: idsOf(chosen).join(','), discount_code: '' }, family)
    expect(view.data).toMatchObject({ total_price: total, combo_num: 3, user_combo_num: 3 })
    expect(view.data.all_course_list).toMatchObject({ total: 2 })

    const answer = await submit(kind, { cart_id: idsOf(chosen), combo_num: 3, discount_code: '' }, family)
    expect(answer).toMatchObject({ code: 1, data: { total_price: total, order_status: 0 } })
    const order = await app.call<{ products: { child: string; full_name: string }[]; combo_num: number }>(
      `${paths[kind].order}/getOrderDetails`,
      { order_sn: answer.data.order_sn },
      family.token,
    )
    expect(order.data).toMatchObject({ combo_num: 3, order_status: 0 })
    expect(order.data.products).toHaveLength(places + 1)
    expect((await linesOf(kind, family)).map(line => line.course.id)).toEqual([third.id])

    const again = await submit(kind, { cart_id: idsOf(chosen), combo_num: 3, discount_code: '' }, family)
    expect(again.data.order_sn).toBe(answer.data.order_sn)
    app.clock.advance(2)
    const later = await submit(kind, { cart_id: idsOf(chosen), combo_num: 3 }, family)
    expect(later).toMatchObject({ code: 0, msg: 'This is no longer in your basket' })
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
  })

  test('a line that can no longer be booked says so and does not block the others', async () => {
    const [family, rival] = [await makeFamily(), await makeFamily()]
    const last = await session(kind, { capacity: 1, pricePence: 900 })
    const open = await session(kind, { date: '2026-12-20', pricePence: 400 })
    await add(kind, [last.id, open.id], family)
    await add(kind, [last.id], rival, 2)
    expect((await submit(kind, { cart_id: idsOf(await linesOf(kind, rival)) }, rival)).code).toBe(1)

    const lines = await linesOf(kind, family)
    const [dead, alive] = [last, open].map(({ id }) => lines.find(line => line.course.id === id))
    expect(dead).toMatchObject({ valid: 0, msg: 'Sorry, this class is full' })
    expect(alive).toMatchObject({ valid: 1, msg: '' })
    const both = await list(kind, { cart_id: idsOf(lines) }, family)
    expect(both.data).toMatchObject({ total_price: '4.00' })
    expect(await submit(kind, { cart_id: dead?.id }, family)).toMatchObject({
      code: 0,
      msg: 'Sorry, this class is full',
    })
    expect(await linesOf(kind, family)).toHaveLength(2)
    expect(await submit(kind, { cart_id: alive?.id }, family)).toMatchObject({ code: 1 })
    expect((await linesOf(kind, family)).map(line => line.id)).toEqual([dead?.id])
  })

  test('what is booked already, or has begun meanwhile, says so', async () => {
    const family = await makeFamily()
    const soon = await session(kind, { date: '2026-11-23', startTime: '23:30', endTime: '23:45' })
    const free = await session(kind, { date: '2026-12-22', pricePence: 0 })
    await add(kind, [soon.id, free.id], family)
    const booked = await app.call(
      `${paths[kind].booking}/submitOrder`,
      {
        course_id: free.offeringId,
        course_product_id: free.id,
        child_id: family.childIds,
        full_name: 'PRIYA SHAH 1',
        contact_number: '1',
        email: 'priya@example.test',
      },
      family.token,
    )
    expect(booked.code).toBe(1)
    const before = app.clock.now()
    app.clock.set('2026-11-23T23:40:00Z')
    const problems = new Map((await linesOf(kind, family)).map(line => [line.course.id, line.msg]))
    app.clock.set(before)
    expect(problems.get(soon.id)).toBe('This class has already started and can no longer be booked')
    expect(problems.get(free.id)).toBe(
      isForChildren
        ? 'This child is already booked into this class'
        : 'This person is already booked into this session',
    )
  })

  test('lines are deleted by their owner, all that are named or none', async () => {
    const [family, other] = [await makeFamily(), await makeFamily()]
    await add(kind, [(await session(kind)).id, (await session(kind)).id], family)
    const lines = idsOf(await linesOf(kind, family))
    const remove = (ids: number[], { token }: Family) =>
      app.call(`${paths[kind].cart}/del`, { cart_id: ids }, token)
    expect(await remove(lines, other)).toMatchObject({ code: 0, msg: 'This is no longer in your basket' })
    expect(await remove([...lines, 999_999_999], family)).toMatchObject({ code: 0 })
    expect(await remove([], family)).toMatchObject({ code: 0, msg: 'please Select Course' })
    expect(await linesOf(kind, family)).toHaveLength(2)
    expect(await list(kind, { cart_id: lines }, other)).toMatchObject({ code: 0, data: null })
    expect(await submit(kind, { cart_id: lines }, other)).toMatchObject({ code: 0, data: null })
    expect(await remove(lines.slice(0, 1), family)).toMatchObject({ code: 1, data: null })
    expect(idsOf(await linesOf(kind, family))).toEqual(lines.slice(1))
  })

  test('a discount code counts for the whole order, and a wrong one is refused', async () => {
    const family = await makeFamily()
    await app.db
      .insertInto('discount_codes')
      .values({
        code: `BASKET${kind.toUpperCase()}`,
        percent: 10,
        kinds: [kind],
        starts_at: '2026-01-01T00:00:00Z',
        ends_at: '2027-01-01T00:00:00Z',
        max_uses: 1,
      })
      .execute()
    await add(kind, [(await session(kind)).id, (await session(kind)).id], family)
    const cart_id = idsOf(await linesOf(kind, family))
    const orders = await countOrders()
    for (const ask of [list, submit]) {
      expect(await ask(kind, { cart_id, discount_code: 'NOSUCH' }, family)).toMatchObject({
        code: 0,
        msg: 'This discount code is not valid',
      })
    }
    expect(await countOrders()).toBe(orders)
    const discount_code = `basket${kind}`
    expect((await list(kind, { cart_id, discount_code }, family)).data.total_price).toBe('22.50')
    expect((await submit(kind, { cart_id, discount_code }, family)).data.total_price).toBe('22.50')
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
  })
})

test('each line of a class basket has its own children, and no place is another’s', async () => {
  const family = await makeFamily({}, 2)
  const [leo, ada] = family.childIds as [number, number]
  const [first, second] = [await session('class'), await session('class')]
  await add('class', [first.id], family, 1, [leo])
  await add('class', [second.id], family, 1, [ada])
  const answer = await submit('class', { cart_id: idsOf(await linesOf('class', family)) }, family)
  const places = await app.db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.id', 'bookings.order_id')
    .select(['session_id', 'child_id'])
    .where('order_number', '=', answer.data.order_sn)
    .orderBy('session_id')
    .execute()
  expect(places).toEqual([
    { session_id: first.id, child_id: leo },
    { session_id: second.id, child_id: ada },
  ])
})

test('each line of a parents’ basket keeps its own contact, and two may come to one session', async () => {
  const family = await makeFamily()
  const one = await session('parentSession', { capacity: 2 })
  for (const person of [1, 2]) await add('parentSession', [one.id], family, person)
  const lines = await linesOf('parentSession', family)
  expect(lines.map(line => line.full_name).sort()).toEqual(['Priya Shah 1', 'Priya Shah 2'])
  expect(await submit('parentSession', { cart_id: idsOf(lines) }, family)).toMatchObject({
    code: 1,
    data: { total_price: '25.00' },
  })
})

test('two lines for one place too few are refused together, and both stay', async () => {
  const family = await makeFamily()
  const one = await session('parentSession', { capacity: 1 })
  for (const person of [1, 2]) await add('parentSession', [one.id], family, person)
  const lines = await linesOf('parentSession', family)
  expect(await submit('parentSession', { cart_id: idsOf(lines) }, family)).toMatchObject({
    code: 0,
    msg: 'Sorry, this class is full',
  })
  expect(await linesOf('parentSession', family)).toHaveLength(2)
})

test('a pack-only class is not bought from the basket without credits', async () => {
  const family = await makeFamily()
  const packOnly = await session('class', { pricePence: 0, credits: 1 }, true)
  expect((await add('class', [packOnly.id], family)).code).toBe(1)
  const orders = await countOrders()
  expect(await submit('class', { cart_id: idsOf(await linesOf('class', family)) }, family)).toMatchObject({
    code: 0,
    msg: 'This course can only be purchased by package members',
  })
  expect(await countOrders()).toBe(orders)
  expect(await linesOf('class', family)).toHaveLength(1)
})

test('an order of nothing but credits is confirmed at once', async () => {
  const family = await makeFamily({ credits: 4 }, 2)
  const one = await session('class', { credits: 2 })
  await add('class', [one.id], family)
  const answer = await submit('class', { cart_id: idsOf(await linesOf('class', family)) }, family)
  expect(answer.data).toMatchObject({ total_price: '0.00', order_status: 1 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the basket is paged', async () => {
  const family = await makeFamily()
  const ids = []
  for (let made = 0; made < 12; made++) ids.push((await session('event')).id)
  await add('event', ids, family)
  expect((await list('event', { page: 2 }, family)).data.all_course_list).toMatchObject({
    total: 12,
    per_page: 10,
    current_page: 2,
    data: [{}, {}],
  })
  expect((await list('event', { page: 1, limit: 100 }, family)).data.all_course_list.data).toHaveLength(12)
})
