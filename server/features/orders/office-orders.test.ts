import { expect, test } from 'vitest'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

test('orders are narrowed down by state, days, venue, type and family', async () => {
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
  expect(await refusal(desk.orders.export({}))).toBe('Your role may not do this')
})

test('a file of people is made only for who proved it is them just now', async () => {
  const { token } = await makeStaff(app, { role: 'owner' })
  app.clock.advance(11)
  expect(await app.officeCall('Office/Orders/export', {}, { token })).toMatchObject({ code: 428 })
})
