import { describe, expect, test } from 'vitest'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { attendeesOf, bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const nobody = { childIds: [], fullName: '', email: '' }

/** Makes a session of a kind, in an offering of its own. */
const session = async (
  kind: OfferingKind,
  given: Parameters<typeof makeSession>[2] = {},
  isPackOnly = false,
) => makeSession(app, await makeOffering(app, { kind, isPackOnly }), given)

/** Puts sessions into the basket for all children of the family, or for one person, named by a number. */
const add = (kind: OfferingKind, sessionIds: number[], family: Family, person = 1) =>
  family.api.sessionBaskets[kind].add({
    sessionIds,
    attendees: attendeesOf(kind, { ...family, fullName: `Priya Shah ${person}` }),
  })
const list = (kind: OfferingKind, lineIds: number[], { api }: Family, discountCode = '') =>
  api.sessionBaskets[kind].list({ lineIds, discountCode })
const linesOf = async (kind: OfferingKind, family: Family) => (await list(kind, [], family)).lines.items
const submit = (
  kind: OfferingKind,
  lineIds: number[],
  { api }: Family,
  given: { discountCode?: string; creditsWanted?: number } = {},
) => api.sessionBaskets[kind].submit({ lineIds, discountCode: '', ...given })
const idsOf = (lines: { id: number }[]) => lines.map(line => line.id)
const countOrders = async () => (await rowsOf(app.db, 'orders')).length

describe.each(everyOfferingKind)('the basket of the kind %s', kind => {
  const isForChildren = offeringKinds[kind].attendees === 'children'

  test('every call of the basket needs a token', async () => {
    const basket = app.visitor.sessionBaskets[kind]
    const body = { sessionIds: [], lineIds: [], discountCode: '', attendees: attendeesOf(kind, nobody) }
    for (const name of ['add', 'list', 'remove', 'submit'] as const) {
      expect(await refusal(basket[name](body))).toBe('401 Please log in')
    }
  })

  // Proves BOOK-36.
  test('accepts only bookable sessions and people who may attend them', async () => {
    const [family, other] = [await makeFamily(app), await makeFamily(app)]
    const full = await session(kind, { capacity: 0 })
    const past = await session(kind, { date: '2026-11-20' })
    const withdrawn = await session(kind, { status: 'withdrawn' })
    const open = await session(kind)
    const otherKind = everyOfferingKind.find(candidate => candidate !== kind) ?? kind
    const foreignKind = await session(otherKind)
    for (const [ids, sentence] of [
      [[], 'please Select Course'],
      [[999_999_999], 'This class was not found'],
      [[full.id], 'Sorry, this class is full'],
      [[past.id], 'This class has already started and can no longer be booked'],
      [[open.id, withdrawn.id], 'This class was not found'],
      [[foreignKind.id], 'This class was not found'],
    ] as const) {
      expect(await refusal(add(kind, [...ids], family))).toBe(sentence)
    }
    const addFor = (childIds: number[]) => refusal(add(kind, [open.id], { ...family, childIds }))
    if (isForChildren) {
      expect(await addFor(other.childIds)).toBe('This child was not found')
      expect(await addFor([...family.childIds, ...other.childIds])).toBe('This child was not found')
      expect(await addFor([])).toBe(kind === 'event' ? 'please Select Child' : 'Please select your child')
    } else {
      const attendees = { who: 'contact' as const, fullName: '', phone: '', email: '' }
      const unnamed = family.api.sessionBaskets[kind].add({ sessionIds: [open.id], attendees })
      expect(await refusal(unnamed)).toBe('Please enter your full name and an email address or mobile number')
    }
    expect(await linesOf(kind, family)).toEqual([])
  })

  // Proves CART-31, CART-32, CART-36 to CART-38.
  test('keeps one line per session, prices the chosen lines, and makes one order of them', async () => {
    const family = await makeFamily(app, { credits: 3, children: 2 })
    const first = await session(kind, { date: '2026-12-01', pricePence: 1000, credits: 2 })
    const second = await session(kind, { date: '2026-12-08', pricePence: 1500, credits: 2 })
    const third = await session(kind, { date: '2026-12-15', pricePence: 700 })
    const one = { ...family, childIds: family.childIds.slice(0, 1) }
    await add(kind, [first.id, second.id, third.id], one)
    await add(kind, [first.id], family)

    const lines = await linesOf(kind, family)
    expect(lines).toHaveLength(3)
    const chosen = idsOf(lines.filter(line => line.session.id !== third.id))
    const places = isForChildren ? 2 : 1
    const ofFirst = lines.find(line => line.session.id === first.id)
    expect(ofFirst).toMatchObject({ places, credits: 2 * places, isValid: true, problem: '' })
    expect(isForChildren ? ofFirst?.children.map(child => child.id) : ofFirst?.fullName).toEqual(
      isForChildren ? family.childIds : 'Priya Shah 1',
    )

    // 3 credits: the first session takes 2 a place, in start order; the rest is pro rata.
    const totalPence = isForChildren ? 2000 : 750
    const view = await list(kind, chosen, family)
    expect(view).toMatchObject({ totalPence, creditsUsed: 3, creditBalance: 3, lines: { total: 2 } })

    const submitted = await submit(kind, chosen, family, { creditsWanted: 3 })
    expect(submitted).toMatchObject({ totalPence, status: 'pending' })
    const order = await family.api.orders[kind].details(submitted)
    expect(order).toMatchObject({ creditsUsed: 3, status: 'pending' })
    expect(order.sessions).toHaveLength(places + 1)
    expect((await linesOf(kind, family)).map(line => line.session.id)).toEqual([third.id])

    const again = await submit(kind, chosen, family, { creditsWanted: 3 })
    expect(again.orderNumber).toBe(submitted.orderNumber)
    app.clock.advance(2)
    const later = submit(kind, chosen, family, { creditsWanted: 3 })
    expect(await refusal(later)).toBe(sentences.notInBasket)
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
  })

  test('a line that can no longer be booked says so and does not block the others', async () => {
    const [family, rival] = [await makeFamily(app), await makeFamily(app)]
    const last = await session(kind, { capacity: 1, pricePence: 900 })
    const open = await session(kind, { date: '2026-12-20', pricePence: 400 })
    await add(kind, [last.id, open.id], family)
    await add(kind, [last.id], rival, 2)
    await submit(kind, idsOf(await linesOf(kind, rival)), rival)

    const lines = await linesOf(kind, family)
    const [dead, alive] = [last, open].map(one => lines.filter(line => line.session.id === one.id)) as [
      typeof lines,
      typeof lines,
    ]
    expect(dead).toMatchObject([{ isValid: false, problem: 'Sorry, this class is full' }])
    expect(alive).toMatchObject([{ isValid: true, problem: '' }])
    expect(await list(kind, idsOf(lines), family)).toMatchObject({ totalPence: 400 })
    expect(await refusal(submit(kind, idsOf(dead), family))).toBe('Sorry, this class is full')
    expect(await linesOf(kind, family)).toHaveLength(2)
    await submit(kind, idsOf(alive), family)
    expect(idsOf(await linesOf(kind, family))).toEqual(idsOf(dead))
  })

  test('a line of a type that was switched off meanwhile says so, and is not sold', async () => {
    const family = await makeFamily(app)
    const one = await session(kind)
    await add(kind, [one.id], family)
    await changeRows(app.db, 'offering_types', { id: one.typeId }, { is_active: false })
    const lines = await linesOf(kind, family)
    expect(lines).toMatchObject([{ isValid: false, problem: 'This class was not found' }])
    expect(await refusal(submit(kind, idsOf(lines), family))).toBe('This class was not found')
    expect(await refusal(family.api.orders[kind].place(bookingRequest(family, one)))).toBe(
      'This class was not found',
    )
  })

  test('a line that is booked already, or has begun meanwhile, says so', async () => {
    const family = await makeFamily(app)
    const soon = await session(kind, { date: '2026-11-23', startTime: '23:30', endTime: '23:45' })
    const free = await session(kind, { date: '2026-12-22', pricePence: 0 })
    await add(kind, [soon.id, free.id], family)
    await family.api.orders[kind].place(bookingRequest({ ...family, fullName: 'PRIYA SHAH 1' }, free))
    const before = app.clock.now()
    app.clock.set('2026-11-23T23:40:00Z')
    const problems = new Map((await linesOf(kind, family)).map(line => [line.session.id, line.problem]))
    app.clock.set(before)
    expect(problems.get(soon.id)).toBe('This class has already started and can no longer be booked')
    expect(problems.get(free.id)).toBe(
      isForChildren
        ? 'This child is already booked into this class'
        : 'This person is already booked into this session',
    )
  })

  // Proves CART-22, CART-24, CART-25.
  test('lines are deleted by their owner only, all named ones or none', async () => {
    const [family, other] = [await makeFamily(app), await makeFamily(app)]
    await add(kind, [(await session(kind)).id, (await session(kind)).id], family)
    const lines = idsOf(await linesOf(kind, family))
    const remove = (lineIds: number[], { api }: Family) => api.sessionBaskets[kind].remove({ lineIds })
    expect(await refusal(remove(lines, other))).toBe(sentences.notInBasket)
    expect(await refusal(remove([...lines, 999_999_999], family))).toBe(sentences.notInBasket)
    expect(await refusal(remove([], family))).toBe('please Select Course')
    expect(await linesOf(kind, family)).toHaveLength(2)
    expect(await refusal(list(kind, lines, other))).toBe(sentences.notInBasket)
    expect(await refusal(submit(kind, lines, other))).toBe(sentences.notInBasket)
    expect(await remove(lines.slice(0, 1), family)).toBeNull()
    expect(idsOf(await linesOf(kind, family))).toEqual(lines.slice(1))
  })

  test('a discount code counts for the whole order, and a wrong one is refused', async () => {
    const family = await makeFamily(app)
    await makeDiscountCode(app, {
      code: `BASKET${kind.toUpperCase()}`,
      percent: 10,
      kinds: [kind],
      max_uses: 1,
    })
    await add(kind, [(await session(kind)).id, (await session(kind)).id], family)
    const lines = idsOf(await linesOf(kind, family))
    const orders = await countOrders()
    const invalid = 'This discount code is not valid'
    expect(await refusal(list(kind, lines, family, 'NOSUCH'))).toBe(invalid)
    expect(await refusal(submit(kind, lines, family, { discountCode: 'NOSUCH' }))).toBe(invalid)
    expect(await countOrders()).toBe(orders)
    const discountCode = `basket${kind}`
    expect((await list(kind, lines, family, discountCode)).totalPence).toBe(2250)
    expect((await submit(kind, lines, family, { discountCode })).totalPence).toBe(2250)
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
  })
})

test('each line of a class basket has its own children, who alone get their reserved places', async () => {
  const family = await makeFamily(app, { children: 2 })
  const [leo, ada] = family.childIds as [number, number]
  const [first, second] = [await session('class'), await session('class')]
  await add('class', [first.id], { ...family, childIds: [leo] })
  await add('class', [second.id], { ...family, childIds: [ada] })
  const { orderNumber } = await submit('class', idsOf(await linesOf('class', family)), family)
  const places = await app.db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.id', 'bookings.order_id')
    .select(['session_id', 'child_id'])
    .where('order_number', '=', orderNumber)
    .orderBy('session_id')
    .execute()
  expect(places).toEqual([
    { session_id: first.id, child_id: leo },
    { session_id: second.id, child_id: ada },
  ])
})

test('a place reserved for one child is not used for its sister in the same basket', async () => {
  const family = await makeFamily(app, { children: 2 })
  const [leo, ada] = family.childIds as [number, number]
  const [full, other] = [await session('class', { capacity: 1 }), await session('class')]
  await add('class', [full.id], { ...family, childIds: [leo] })
  await add('class', [other.id], { ...family, childIds: [ada] })
  const rival = await makeFamily(app)
  const { orderNumber } = await rival.api.orders.class.place(bookingRequest(rival, full))
  await family.api.waitingLists.class.join({
    ...bookingRequest({ ...family, childIds: [ada] }, full),
    sessionId: full.id,
  })
  await rival.api.orders.class.cancel({ orderNumber })
  const problemAt = async (at: number) =>
    (await linesOf('class', family)).find(line => line.session.id === at)?.problem
  expect([await problemAt(full.id), await problemAt(other.id)]).toEqual(['Sorry, this class is full', ''])
  const ids = idsOf(await linesOf('class', family))
  expect(await refusal(submit('class', ids, family))).toBe('Sorry, this class is full')
})

test('each line of a parents’ basket keeps its own contact, and two may come to one session', async () => {
  const family = await makeFamily(app)
  const one = await session('parentSession', { capacity: 2 })
  for (const person of [1, 2]) await add('parentSession', [one.id], family, person)
  const lines = await linesOf('parentSession', family)
  expect(lines.map(line => line.fullName).sort()).toEqual(['Priya Shah 1', 'Priya Shah 2'])
  expect(await submit('parentSession', idsOf(lines), family)).toMatchObject({ totalPence: 2500 })
})

test('an old line with a wrong email says so, and the rest of the basket can be bought', async () => {
  const family = await makeFamily(app)
  const [one, other] = [await session('parentSession'), await session('parentSession')]
  await add('parentSession', [one.id, other.id], family)
  await changeRows(app.db, 'basket_sessions', { session_id: one.id }, { attendee_email: 'nia@example' })
  const lines = await linesOf('parentSession', family)
  const [wrong] = lines.filter(line => line.session.id === one.id)
  const good = lines.filter(line => line.session.id === other.id)
  expect(wrong).toMatchObject({ isValid: false, problem: sentences.contactOfLineInvalid })
  expect(good).toMatchObject([{ isValid: true, problem: '' }])
  expect(await refusal(submit('parentSession', idsOf(lines), family))).toBe(sentences.emailRequired)
  expect(await submit('parentSession', idsOf(good), family)).toMatchObject({ totalPence: 1250 })
})

test('a basket has one place per person and date, compared by address, number and name', async () => {
  const family = await makeFamily(app)
  const one = await session('parentSession')
  const put = (fullName: string, email: string, phone: string) =>
    family.api.sessionBaskets.parentSession.add({
      sessionIds: [one.id],
      attendees: { who: 'contact', fullName, email, phone },
    })
  await put('Zoë Hale', 'zoe@example.test', '07700 900491')
  await put('ZOE HALE', '', '+44 7700 900491')
  await put('Zoe Hale', 'other@example.test', '07700 900491')
  await put('Tom Hale', '', '07700 900491')
  const lines = await linesOf('parentSession', family)
  expect(lines.map(({ fullName }) => fullName).sort()).toEqual(['Tom Hale', 'Zoe Hale'])
  expect(await submit('parentSession', idsOf(lines), family)).toMatchObject({ totalPence: 2500 })
})

test('two lines are refused together if one place is missing, and both stay', async () => {
  const family = await makeFamily(app)
  const one = await session('parentSession', { capacity: 1 })
  for (const person of [1, 2]) await add('parentSession', [one.id], family, person)
  const lines = await linesOf('parentSession', family)
  expect(await refusal(submit('parentSession', idsOf(lines), family))).toBe(
    'Sorry, only 1 place is left in this class',
  )
  expect(await linesOf('parentSession', family)).toHaveLength(2)
})

test('a credit goes to the pack-only class, even if a priced class starts earlier', async () => {
  const family = await makeFamily(app, { credits: 1 })
  const ordinary = await session('class', { date: '2026-12-01', pricePence: 850, credits: 1 })
  const packOnly = await session('class', { date: '2026-12-08', pricePence: 0, credits: 1 }, true)
  await add('class', [ordinary.id, packOnly.id], family)
  const lineIds = idsOf(await linesOf('class', family))
  const { totalPence, creditsUsed } = await list('class', lineIds, family)
  expect({ totalPence, creditsUsed }).toEqual({ totalPence: 850, creditsUsed: 1 })
  const placed = await submit('class', lineIds, family, { creditsWanted: creditsUsed })
  expect(placed.totalPence).toBe(850)
  const bookings = await rowsOf(app.db, 'bookings', { child_id: family.childId })
  expect(bookings.map(booking => [booking.session_id, booking.credits_used])).toEqual([
    [ordinary.id, 0],
    [packOnly.id, 1],
  ])
})

test('a pack-only class in a basket uses at least one credit, in the preview and the order', async () => {
  const family = await makeFamily(app, { credits: 1 })
  const packOnly = await session('class', { pricePence: 850, credits: 1 }, true)
  await add('class', [packOnly.id], family)
  const lineIds = idsOf(await linesOf('class', family))
  const asked = { lineIds, discountCode: '', creditsWanted: 0 }
  const quote = await family.api.sessionBaskets.class.list(asked)
  expect([quote.totalPence, quote.creditsUsed]).toEqual([0, 1])
  expect(await submit('class', lineIds, family, { creditsWanted: 0 })).toMatchObject({ totalPence: 0 })
})

// Proves BOOK-37, CART-33, CART-34.
test('a pack-only class is not bought from the basket without credits', async () => {
  const family = await makeFamily(app)
  const packOnly = await session('class', { pricePence: 0, credits: 1 }, true)
  await add('class', [packOnly.id], family)
  const orders = await countOrders()
  const submitting = submit('class', idsOf(await linesOf('class', family)), family)
  expect(await refusal(submitting)).toBe('This course can only be purchased by package members')
  expect(await countOrders()).toBe(orders)
  expect(await linesOf('class', family)).toHaveLength(1)
})

test('a basket below the minimum of a code is refused, in its price and its order', async () => {
  const family = await makeFamily(app)
  await makeDiscountCode(app, { code: 'TWENTY', percent: 10, minimum_pence: 2000 })
  const priced = { pricePence: 1000 }
  await add('class', [(await session('class', priced)).id], family)
  const [one] = idsOf(await linesOf('class', family)) as [number]
  const coded = { discountCode: 'TWENTY' }
  expect(await refusal(list('class', [one], family, 'TWENTY'))).toBe('This discount code is not valid')
  expect(await refusal(submit('class', [one], family, coded))).toBe('This discount code is not valid')
  await add('class', [(await session('class', priced)).id], family)
  const both = idsOf(await linesOf('class', family))
  expect(await list('class', both, family, 'TWENTY')).toMatchObject({ discountPence: 200, totalPence: 1800 })
  expect(await submit('class', both, family, coded)).toMatchObject({ totalPence: 1800 })
})

test('an order paid by credits alone is confirmed at once; submitting again returns the same one', async () => {
  const family = await makeFamily(app, { credits: 4, children: 2 })
  const one = await session('class', { credits: 2 })
  await add('class', [one.id], family)
  const chosen = idsOf(await linesOf('class', family))
  const order = await submit('class', chosen, family)
  expect(order).toMatchObject({ totalPence: 0, status: 'paid' })
  expect(await submit('class', chosen, family)).toEqual(order)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

// Proves CART-09, CART-18.
test('the basket is paged', async () => {
  const family = await makeFamily(app)
  const ids = []
  for (let made = 0; made < 12; made++) ids.push((await session('event')).id)
  await add('event', ids, family)
  const page = (asked: { page: number; limit?: number }) =>
    family.api.sessionBaskets.event.list({ lineIds: [], discountCode: '', ...asked })
  expect((await page({ page: 2 })).lines).toMatchObject({
    total: 12,
    perPage: 10,
    page: 2,
    items: [{}, {}],
  })
  expect((await page({ page: 1, limit: 100 })).lines.items).toHaveLength(12)
})
