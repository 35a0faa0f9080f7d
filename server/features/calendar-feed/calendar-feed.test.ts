import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

async function makeFeed({ api }: { api: Api }): Promise<string> {
  return new URL((await api.calendarFeed.make()).address).pathname
}
const read = (path: string) => app.http.inject({ method: 'GET', url: path })

async function bookedFamily(firstName: string) {
  const parent = await makeAccount(app)
  const childId = await makeChild(app, parent, { firstName })
  const offering = await makeOffering(app, { typeName: 'Tiny Tumblers' })
  const session = await makeSession(app, offering)
  const booking = { accountId: parent.accountId, childId }
  const { bookingId } = await makeBooking(app, session.id, booking)
  return { ...parent, ...booking, bookingId, venueId: offering.venueId }
}

test('making, reading and revoking a calendar address need a valid token', async () => {
  const { state, make, revoke } = app.visitor.calendarFeed
  for (const ask of [state, make, revoke]) expect(await refusal(ask())).toBe('401 Please log in')
})

test('the calendar address shows the family’s confirmed bookings and nobody else’s', async () => {
  const family = await bookedFamily('Maya')
  const other = await bookedFamily('Otto')
  const held = await makeSession(app, await makeOffering(app, { typeName: 'Not paid for' }))
  await makeBooking(app, held.id, { accountId: family.accountId, childId: family.childId, status: 'held' })
  const answer = await read(await makeFeed(family))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.body).toContain('SUMMARY:Tiny Tumblers: Maya')
  expect(answer.body).toContain(`UID:booking-${family.bookingId}@`)
  for (const foreign of ['Otto', `booking-${other.bookingId}@`, 'Not paid for', 'Shah']) {
    expect(answer.body).not.toContain(foreign)
  }
})

test.each([
  ['1 Orchard Lane, Bristol', '1 Orchard Lane\\, Bristol\\, BS1 4AB'],
  ['1 Orchard Lane, bs1 4ab', '1 Orchard Lane\\, bs1 4ab'],
  ['', 'BS1 4AB'],
])('a place shows its postcode once: %j', async (address, told) => {
  const family = await bookedFamily('Pia')
  await changeRows(app.db, 'venues', { id: family.venueId }, { address, postcode: 'BS1 4AB' })
  const { body } = await read(await makeFeed(family))
  const [place = ''] = body.replaceAll('\r\n ', '').match(/(?<=LOCATION:).*/) ?? []
  expect(place.split('\\, ').slice(2).join('\\, ')).toBe(told)
})

test('only the hash of the secret is kept', async () => {
  const family = await bookedFamily('Maya')
  const secret = /([^/]+)\.ics$/.exec(await makeFeed(family))?.[1] ?? ''
  expect(secret).toHaveLength(43)
  const kept = await rowOf(app.db, 'calendar_feeds', { account_id: family.accountId })
  expect(JSON.stringify(kept)).not.toContain(secret)
  expect(kept.secret_hash).toHaveLength(32)
})

test('a new address ends the old one, and revoking ends it for good', async () => {
  const family = await bookedFamily('Maya')
  const { state, revoke } = family.api.calendarFeed
  expect(await state()).toEqual({ madeAt: null })
  const first = await makeFeed(family)
  const second = await makeFeed(family)
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  expect(await state()).toEqual({ madeAt: '2026-11-23 09:00:00' })
  const stranger = await makeAccount(app)
  await stranger.api.calendarFeed.revoke()
  expect((await read(second)).statusCode).toBe(200)
  await revoke()
  expect((await read(second)).statusCode).toBe(404)
  expect(await state()).toEqual({ madeAt: null })
})

test.each([
  '/calendar/x.ics',
  `/calendar/${'A'.repeat(43)}.ics`,
  `/calendar/${'A'.repeat(43)}`,
  '/calendar/%00.ics',
  `/calendar/${encodeURIComponent("' or 1=1 --")}.ics`,
])('there is no calendar at %s', async path => {
  const answer = await read(path)
  expect([400, 404]).toContain(answer.statusCode)
  expect(answer.body).not.toContain('VCALENDAR')
})
