import { expect, test } from 'vitest'
import { makeBooking } from '#testing/make-booking.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeProductOrder } from '#testing/make-order.ts'
import { delivery } from '#testing/make-product.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

test('orders are filtered by state, days, venue, type and family', async () => {
  const family = await makeFamily(app, { firstName: '=cmd()', lastName: 'Shah' })
  const offering = await makeOffering(app, { typeName: 'Ballet', venue: 'Larkfield Hall' })
  const session = await makeSession(app, offering)
  const elsewhere = await makeSession(app, await makeOffering(app))
  const paid = await makeBooking(app, session.id, family)
  app.clock.advance(24 * 60)
  const desk = await app.office('frontDesk')
  const unpaid = await makeBooking(app, elsewhere.id, { ...family, status: 'held' })
  const numbers = async (filters: Parameters<typeof desk.orders.list>[0]) =>
    (await desk.orders.list(filters)).items.map(({ number }) => number)
  expect(await numbers({})).toEqual([unpaid.orderNumber, paid.orderNumber])
  for (const filters of [
    { state: 'paid' },
    { venueId: offering.venueId },
    { typeId: offering.typeId, method: 'card' },
    { placedTo: '2026-11-23' },
    { paidFrom: '2026-11-23', paidTo: '2026-11-23' },
    { sessionFrom: session.date, sessionTo: session.date, state: 'paid' },
  ] as const) {
    expect(await numbers(filters), JSON.stringify(filters)).toEqual([paid.orderNumber])
  }
  for (const filters of [
    { state: 'unpaid' },
    { placedFrom: '2026-11-24' },
    { method: 'none', kind: 'class' },
  ] as const) {
    expect(await numbers(filters), JSON.stringify(filters)).toEqual([unpaid.orderNumber])
  }
  expect(await numbers({ kind: 'pack' })).toEqual([])
  expect(await numbers({ accountId: family.accountId, sessionTo: '2026-11-01' })).toEqual([])
  const first = await desk.orders.list({ limit: 1 })
  expect(first).toMatchObject({ total: 2, items: [{ number: unpaid.orderNumber }] })
  expect(await desk.orders.list({ limit: 1, after: first.next ?? '' })).toMatchObject({
    items: [{ number: paid.orderNumber }],
    next: null,
  })

  expect(await desk.orders.get({ number: paid.orderNumber })).toMatchObject({
    order: { who: '=cmd() Shah', what: 'Ballet, 1 place', state: 'paid', totalPence: 1250 },
    guest: null,
    places: [{ sessionId: session.id, who: 'Leo Shah' }],
    events: [{ what: 'placed' }, { what: 'paid' }].slice(0, 1),
  })
  expect(await refusal(desk.orders.get({ number: 'X'.repeat(23) }))).toBe('This order was not found')

  const { text } = await (await app.office('manager')).orders.export({ state: 'paid' })
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain("'=cmd() Shah")
  expect(await rowOf(app.db, 'staff_actions', { action: 'export.file' })).toMatchObject({
    facts: { rows: 1 },
  })
  expect(await refusal(desk.orders.export({}))).toBe('Your role does not allow this')
})

test('a file about people needs a re-authentication just before', async () => {
  const { token } = await makeStaff(app, { role: 'owner' })
  app.clock.advance(11)
  expect(await app.officeCall('Office/Orders/export', {}, { token })).toMatchObject({ code: 428 })
})

test('orders sorted by cost stay sorted over the pages, and no other column sorts them', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const desk = await app.office('frontDesk')
  const numbers: string[] = []
  for (const [at, pricePence] of [700, 300, 900, 300].entries()) {
    const session = await makeSession(app, offering, {
      startTime: `1${at}:00`,
      endTime: `1${at}:45`,
      pricePence,
    })
    numbers.push((await makeBooking(app, session.id, family)).orderNumber)
  }
  const inPages = async (sort: '-total' | 'total') => {
    const found: string[] = []
    for (let after: string | undefined, more = true; more; ) {
      const page = await desk.orders.list({ accountId: family.accountId, sort, limit: 1, after })
      found.push(...page.items.map(({ number }) => number))
      more = page.next !== null
      after = page.next ?? undefined
    }
    return found
  }
  const [seven, three, nine, threeLater] = numbers
  expect(await inPages('total')).toEqual([three, threeLater, seven, nine])
  expect(await inPages('-total')).toEqual([nine, seven, threeLater, three])
  expect(await refusal(desk.orders.list({ sort: 'guest_email' as never }))).toBe(
    'The value of sort is not valid',
  )
})

test('orders with a refund are found in any state, with points and the link to Stripe', async () => {
  const desk = await app.office('frontDesk')
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const at = async (startTime: string) => {
    const session = await makeSession(app, offering, { date: '2026-12-07', startTime, endTime: '17:30' })
    return makeBooking(app, session.id, family)
  }
  const [back, untouched] = [await at('16:00'), await at('17:00')]
  const now = app.clock.now()
  const payment = await writeRow(app.db, 'payments', {
    order_id: back.orderId,
    amount_pence: 1250,
    status: 'succeeded',
    provider_ref: `cs_${back.orderId}`,
    payment_ref: `pi_${back.orderId}`,
    created_at: now,
    expires_at: now,
    settled_at: now,
  })
  await writeRow(app.db, 'refunds', {
    payment_id: payment,
    amount_pence: 1250,
    reason: 'Snow',
    status: 'requested',
    requested_at: now,
  })
  await writeRow(app.db, 'point_entries', {
    ...{ account_id: family.accountId, order_id: back.orderId, delta: 12, balance_after: 12 },
    ...{ reason: 'purchase', memo: 'For an order', created_at: now },
  })
  const found = (await desk.orders.list({ accountId: family.accountId, withRefund: true })).items
  expect(found.map(({ number }) => number)).toEqual([back.orderNumber])
  expect((await desk.orders.list({ accountId: family.accountId })).items).toHaveLength(2)
  expect(untouched.orderNumber).not.toBe(back.orderNumber)

  const get = () => desk.orders.get({ number: back.orderNumber })
  expect((await get()).events).toContainEqual(expect.objectContaining({ what: 'points', words: '+12' }))
  const { config } = app.services
  const { stripe } = config
  const shown = `payments/pi_${back.orderId}`
  for (const [keys, dashboard] of [
    [{ secretKey: 'sk_live_1' }, `https://dashboard.stripe.com/${shown}`],
    [{ secretKey: 'sk_test_1' }, `https://dashboard.stripe.com/test/${shown}`],
    [{ secretKey: 'sk_test_1', isPractice: true }, ''],
  ] as const) {
    Object.assign(config, { stripe: { ...keys, webhookSecret: 'whsec_1' } })
    expect((await get()).payments).toMatchObject([{ dashboard }])
  }
  Object.assign(config, { stripe })
})

test("a discount code's orders are those that count as its uses", async () => {
  const session = await makeSession(app, await makeOffering(app))
  const [family, other] = [await makeFamily(app), await makeFamily(app)]
  const codeId = await makeDiscountCode(app, { code: 'SPRING10', percent: 10 })
  const request = bookingRequest(family, session, { discountCode: 'SPRING10' })
  const { orderNumber } = await family.api.orders.class.place(request)
  await other.api.orders.class.place(bookingRequest(other, session))
  const office = await app.office('manager')
  const found = async () => (await office.orders.list({ codeId })).items.map(({ number }) => number)
  expect(await found()).toEqual([orderNumber])
  await family.api.orders.class.cancel({ orderNumber })
  expect(await found()).toEqual([])
})

test('an order shows who did what: the family, the site, or a named member of staff', async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-08' })
  const family = await makeFamily(app)
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const office = await app.office('owner')
  await office.planner.saveSessions({
    sessions: [{ id: session.id, version: 1 }],
    changes: { date: '2026-12-09' },
    tell: true,
    reason: '',
  })
  await family.api.orders.class.cancel({ orderNumber })
  const { events } = await office.orders.get({ number: orderNumber })
  expect(events).toContainEqual(expect.objectContaining({ what: 'placed', by: 'family', byName: '' }))
  expect(events).toContainEqual(
    expect.objectContaining({ what: 'newTime', by: 'office', byName: 'Ann Perry' }),
  )
  expect(events).toContainEqual(expect.objectContaining({ what: 'cancelled', words: '', by: 'family' }))
})

test('an order of products says where they are sent; one of classes does not', async () => {
  const desk = await app.office('frontDesk')
  const { orderNumber: number } = await makeProductOrder(app, { quantity: 1, stockLeft: 1 })
  const { fullName: name, mobile: phone, address, postcode } = delivery
  expect((await desk.orders.get({ number })).delivery).toMatchObject({ name, phone, address, postcode })
  const session = await makeSession(app, await makeOffering(app))
  const { orderNumber } = await makeBooking(app, session.id, await makeFamily(app))
  expect((await desk.orders.get({ number: orderNumber })).delivery).toBeNull()
})

test('the office writes a note on an order, and the family finds it in its data download', async () => {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app))
  const { orderNumber: number } = await makeBooking(app, session.id, family)
  const [desk, teacher] = [await app.office('frontDesk'), await app.office('teacher')]
  const note = { number, text: '  Rang: pays the rest in cash  ' }
  await expect(teacher.orders.note(note)).rejects.toThrow('Your role does not allow this')
  await expect(desk.orders.note({ ...note, text: ' ' })).rejects.toThrow('Please write the note')
  await expect(desk.orders.note({ ...note, number: 'XXX' })).rejects.toThrow('This order was not found')
  expect((await desk.orders.get({ number })).notes).toEqual([])
  await desk.orders.note(note)
  await desk.orders.note({ ...note, text: 'Paid' })
  const { notes } = await desk.orders.get({ number })
  expect(notes.map(({ text }) => text)).toEqual(['Paid', 'Rang: pays the rest in cash'])
  expect(notes[0]?.by).not.toBe('')
  expect(await rowsOf(app.db, 'staff_actions', { action: 'order.note' })).toMatchObject([
    { account_id: family.accountId },
    { account_id: family.accountId },
  ])
  const copy = JSON.parse((await family.api.ownData.download()).json)
  expect(copy.orderNotes).toMatchObject([{ body: 'Rang: pays the rest in cash' }, { body: 'Paid' }])
})

test('an order shows its discount code, the cost of each place, and the messages sent', async () => {
  await makeDiscountCode(app, { code: 'TENTH', percent: 10, kinds: ['class'] })
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app), { pricePence: 1000 })
  const { orderNumber: number } = await family.api.orders.class.place(
    bookingRequest(family, session, { discountCode: 'TENTH', creditsWanted: 0 }),
  )
  const desk = await app.office('frontDesk')
  await desk.orders.end({ number, reason: 'They rang' })
  await app.runJobs()
  const order = await desk.orders.get({ number })
  expect(order).toMatchObject({
    discountCode: 'TENTH',
    placeMoney: [{ listPence: 1000, payablePence: 900, creditsUsed: 0 }],
  })
  const told = order.events.filter(({ what }) => what === 'told')
  expect(told.length).toBeGreaterThan(0)
  expect(told[0]?.words).toMatch(new RegExp(`, mailed to ${family.email}$`))
})
