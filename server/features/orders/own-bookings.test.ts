import { expect, test } from 'vitest'
import type { everyOfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { makeAttendee, makeBooking } from '#testing/make-booking.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, makePackOrder, payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('the next twelve places of all kinds, and the first of each kind, are shown until they end', async () => {
  const family = await makeFamily(app)
  const book = async (kind: (typeof everyOfferingKind)[number], date: string, status?: 'held') => {
    const session = await makeSession(app, await makeOffering(app, { kind }), { date })
    const who = await makeAttendee(app, kind, family, `Guest ${date}`)
    return (await makeBooking(app, session.id, { ...who, status })).bookingId
  }
  await book('class', '2026-11-22')
  const first = await book('event', '2026-11-24')
  await book('class', '2026-11-25', 'held')
  const second = await book('event', '2026-11-26')
  const third = await book('class', '2026-11-27')
  const fourth = await book('class', '2026-11-28')
  const fifth = await book('class', '2026-11-29')
  const parents = await book('parentSession', '2026-12-05')
  await makeBooking(app, (await makeSession(app, await makeOffering(app), { date: '2026-11-24' })).id, {
    ...(await makeAttendee(app, 'class', await makeFamily(app))),
  })
  const { places, coming } = await family.api.ownBookings.upNext()
  expect(places.map(({ bookingId }) => bookingId)).toEqual([first, second, third, fourth, fifth, parents])
  expect(coming).toBe(6)
  expect(places[0]).toMatchObject({
    kind: 'event',
    startDate: '2026-11-24',
    attendee: 'Guest 2026-11-24 Shah',
  })
  app.clock.set('2026-11-24T10:59:00Z')
  expect((await family.api.ownBookings.upNext()).places[0]?.bookingId).toBe(first)
  app.clock.set('2026-11-24T11:00:00Z')
  expect((await family.api.ownBookings.upNext()).places[0]?.bookingId).toBe(second)
  app.clock.set('2026-11-23T09:00:00Z')
})

test('the last place that is over is shown with its class, to book it again', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const book = async (date: string, status?: 'held' | 'cancelled') => {
    const { id } = await makeSession(app, offering, { date })
    await makeBooking(app, id, { ...(await makeAttendee(app, 'class', family)), status })
  }
  await book('2026-12-01')
  expect((await family.api.ownBookings.upNext()).last).toBeNull()
  await book('2026-11-20')
  await book('2026-11-21')
  await book('2026-11-22', 'cancelled')
  const { id: offeringId, typeId, venueId } = offering
  expect((await family.api.ownBookings.upNext()).last).toMatchObject({
    startDate: '2026-11-21',
    ...{ offeringId, typeId, venueId },
  })
  const stranger = await makeFamily(app)
  expect((await stranger.api.ownBookings.upNext()).last).toBeNull()
})

test('an order of two classes is named after both', async () => {
  const family = await makeFamily(app)
  const { add, list, submit } = family.api.sessionBaskets.class
  for (const name of ['Tiptoe for beginners', 'Tiptoe for fives']) {
    const offering = await makeOffering(app, { typeName: 'Tiptoe', name })
    const date = name.endsWith('fives') ? '2026-12-12' : '2026-12-05'
    await add(bookingRequest(family, await makeSession(app, offering, { date })))
  }
  const { lines } = await list({ lineIds: [], discountCode: '' })
  const lineIds = lines.items.map(({ id }) => id)
  const { orderNumber } = await submit({ lineIds, creditsWanted: undefined, discountCode: '' })
  expect(await family.api.orders.class.details({ orderNumber })).toMatchObject({
    name: 'Tiptoe for beginners and Tiptoe for fives',
  })
})

test('unpaid orders are listed with their hold, most urgent first, until they expire', async () => {
  const order = await makeClassOrder(app, { pricePence: 750 })
  app.clock.advance(1)
  const pack = await makePackOrder(app, { credits: 10, pricePence: 9000, account: order.account })
  const { upNext } = order.account.api.ownBookings
  const { unpaid } = await upNext()
  expect(unpaid).toMatchObject([
    {
      orderNumber: order.orderNumber,
      kind: 'class',
      totalPence: 750,
      sessions: [{ startTime: '10:00' }],
    },
    { orderNumber: pack.orderNumber, kind: 'pack', totalPence: 9000, sessions: [] },
  ])
  const { keptUntil, title } = await order.account.api.payments.hold({ orderNumber: order.orderNumber })
  expect(keptUntil).toBe(unpaid[0]?.holdExpiresAt)
  expect(title).toMatch(/^Type \d+, .*2026, \d\d:\d\d–\d\d:\d\d$/)
  app.clock.advance(60)
  expect(await upNext()).toEqual({ places: [], coming: 0, unpaid: [], expected: [], last: null })
  expect(await order.account.api.payments.hold({ orderNumber: order.orderNumber })).toMatchObject({
    keptUntil: null,
  })
  app.clock.set('2026-11-23T09:00:00Z')
})

test('a receipt tells who bought what for whom, where, when and for how much', async () => {
  const order = await makeClassOrder(app, { pricePence: 1299 })
  const { receipt } = order.account.api.ownBookings
  const asked = { orderNumber: order.orderNumber }
  await changeRows(app.db, 'venues', {}, { address: '4 Sailcloth Yard, Bristol' })
  expect(await receipt(asked)).toMatchObject({ status: 'pending', paidAt: null, paymentMethod: 'none' })
  const { pathname, search } = new URL(await payByCard(app, order))
  await app.http.inject({ url: pathname + search })
  expect(await receipt(asked)).toMatchObject({
    kind: 'class',
    status: 'paid',
    paymentMethod: 'card',
    paidAt: '2026-11-23 09:00:00',
    listPence: 1299,
    totalPence: 1299,
    paidPence: 1299,
    discountPence: 0,
    items: [],
    places: [{ address: '4 Sailcloth Yard, Bristol', pricePence: 1299, startTime: '10:00' }],
  })
  const stranger = await makeFamily(app)
  expect(await refusal(stranger.api.ownBookings.receipt(asked))).toBe(sentences.orderNotFound)
})

test('a receipt names the childcare provider and its registration, which claims require', async () => {
  const { account, orderNumber } = await makeClassOrder(app, { pricePence: 1299 })
  const { business } = await app.office('owner')
  const registration = 'Ofsted EY123456'
  const company = { legalName: '', companyNumber: '', childcareRegistration: registration }
  const contact = { email: 'a@b.test', phone: '0117 496 0142', address: '1 High Street', postcode: 'BS1 6QX' }
  const details = { name: 'Larkfield', ...company, ...contact }
  await business.saveDetails({ version: 1, ...details })
  const { receipt } = account.api.ownBookings
  const told = async () => {
    const { provider, providerAddress, childcareRegistration } = await receipt({ orderNumber })
    expect(providerAddress).toBe('1 High Street, BS1 6QX')
    return [provider, childcareRegistration]
  }
  expect(await told()).toEqual(['Larkfield', registration])
  const legalName = 'Larkfield Ballet Ltd'
  await business.saveDetails({ version: 2, ...details, legalName, childcareRegistration: '' })
  expect(await told()).toEqual([legalName, ''])
})

test('a receipt for a pack names the pack', async () => {
  const { account, orderNumber } = await makePackOrder(app, { credits: 10, pricePence: 9000 })
  const { places, items } = await account.api.ownBookings.receipt({ orderNumber })
  expect(places).toEqual([])
  expect(items).toMatchObject([{ quantity: 1, pence: 9000 }])
})
