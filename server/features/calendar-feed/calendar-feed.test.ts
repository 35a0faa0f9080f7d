import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const { state, make, revoke } = contract.calendarFeed

const app = await startTestApp()

async function makeFeed(token: string): Promise<string> {
  const { data } = await app.call<{ url: string }>(make.path, {}, token)
  return new URL(data.url).pathname
}
const read = (path: string) => app.http.inject({ method: 'GET', url: path })

async function bookedFamily(firstName: string) {
  const parent = await makeAccount(app)
  const childId = await makeChild(app, parent, { firstName })
  const session = await makeSession(app, await makeOffering(app, { typeName: 'Tiny Tumblers' }))
  const booking = { accountId: parent.accountId, childId }
  const { bookingId } = await makeBooking(app, session.id, booking)
  return { ...parent, ...booking, bookingId }
}

test('making, seeing and revoking an address need a good token', async () => {
  for (const { path } of [state, make, revoke]) {
    expect(await app.call(path)).toMatchObject({ status: 401, code: 401 })
  }
})

test('the address shows the family’s confirmed bookings to whoever has it, and nobody else’s', async () => {
  const family = await bookedFamily('Maya')
  const other = await bookedFamily('Otto')
  const held = await makeSession(app, await makeOffering(app, { typeName: 'Not paid for' }))
  await makeBooking(app, held.id, { accountId: family.accountId, childId: family.childId, status: 'held' })
  const answer = await read(await makeFeed(family.token))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.body).toContain('SUMMARY:Tiny Tumblers: Maya')
  expect(answer.body).toContain(`UID:booking-${family.bookingId}@`)
  for (const foreign of ['Otto', `booking-${other.bookingId}@`, 'Not paid for', 'Shah']) {
    expect(answer.body).not.toContain(foreign)
  }
})

test('only the hash of the secret is kept', async () => {
  const family = await bookedFamily('Maya')
  const secret = /([^/]+)\.ics$/.exec(await makeFeed(family.token))?.[1] ?? ''
  expect(secret).toHaveLength(43)
  const kept = await app.db
    .selectFrom('calendar_feeds')
    .selectAll()
    .where('account_id', '=', family.accountId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(kept)).not.toContain(secret)
  expect(kept.secret_hash).toHaveLength(32)
})

test('a new address ends the old one, and revoking ends it for good', async () => {
  const family = await bookedFamily('Maya')
  const stateOf = () => app.call(state.path, {}, family.token)
  expect((await stateOf()).data).toEqual({ createtime: null })
  const first = await makeFeed(family.token)
  const second = await makeFeed(family.token)
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  expect((await stateOf()).data).toEqual({ createtime: '2026-11-23 09:00:00' })
  const stranger = await makeAccount(app)
  expect(await app.call(revoke.path, {}, stranger.token)).toMatchObject({ code: 1 })
  expect((await read(second)).statusCode).toBe(200)
  expect(await app.call(revoke.path, {}, family.token)).toMatchObject({ code: 1 })
  expect((await read(second)).statusCode).toBe(404)
  expect((await stateOf()).data).toEqual({ createtime: null })
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
