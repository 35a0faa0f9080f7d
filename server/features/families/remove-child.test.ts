import { expect, test } from 'vitest'
import { findViolations } from '#testing/find-violations.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const office = await app.office('frontDesk')
const _found = async (words: string) =>
  (await office.families.search({ words })).people.map(({ name }) => name)

/** Compares broken invariants before and after, because rows written directly break some. */
const brokenRules = async () =>
  (await findViolations(app.db, app.clock.now())).map(({ rule, violations }) => `${rule}: ${violations}`)

test('a child is erased from its family for good, with all its data', async () => {
  const manager = await app.office('manager')
  const family = await makeFamily(app, { children: 2 })
  const { accountId: id, childIds, api } = family
  const [childId, sibling] = childIds as [number, number]
  const offering = await makeOffering(app)
  const past = await makeSession(app, offering, { date: '2026-11-20', offersTrial: true })
  const place = await makeBooking(app, past.id, { accountId: id, childId, isTrial: true })
  const coming = await makeSession(app, offering, { date: '2026-12-01' })
  const attendees = (...ids: number[]) => ({ who: 'children' as const, childIds: ids })
  await api.sessionBaskets.class.add({ sessionIds: [coming.id], attendees: attendees(childId) })
  const both = await makeSession(app, offering, { date: '2026-12-02' })
  await api.sessionBaskets.class.add({ sessionIds: [both.id], attendees: attendees(childId, sibling) })
  const full = await makeSession(app, offering, { capacity: 0 })
  const request = { offeringId: offering.id, sessionId: full.id, attendees: attendees(childId) }
  await api.waitingLists.class.join(request)

  const asked = { id, childId, reason: 'Moved abroad' }
  expect(await refusal(office.families.removeChild(asked))).toBe('Your role does not allow this')
  expect(await refusal(manager.families.removeChild({ ...asked, reason: ' ' }))).toBe('Please say why')
  const other = await makeFamily(app)
  expect(await refusal(manager.families.removeChild({ ...asked, childId: other.childId }))).toBe(
    'This child was not found',
  )
  const { orderNumber } = await api.orders.class.place(
    bookingRequest({ ...family, childIds: [childId] }, coming),
  )
  expect(await refusal(manager.families.removeChild(asked))).toMatch(/^This child has places still to come/)
  await api.orders.class.cancel({ orderNumber })

  const before = await brokenRules()
  await manager.families.removeChild(asked)
  expect((await api.children.list({})).map(child => child.id)).toEqual([sibling])
  expect(await refusal(api.children.details({ id: childId }))).toBe('This child was not found')
  expect(await rowsOf(app.db, 'emergency_contacts', { child_id: childId })).toEqual([])
  const shown = await manager.families.places({ id })
  expect(shown.items.map(({ who }) => who)).toEqual(['Erased', 'Erased'])
  expect(await rowOf(app.db, 'bookings', { id: place.bookingId })).toMatchObject({
    child_id: null,
    trial_person: null,
  })
  const { lines } = await api.sessionBaskets.class.list({ lineIds: [], discountCode: '' })
  expect(lines.items).toMatchObject([{ session: { id: both.id }, children: [{ id: sibling }] }])
  expect(await rowOf(app.db, 'waiting_entries', { account_id: id })).toMatchObject({
    status: 'withdrawn',
    child_id: null,
  })
  expect((await manager.families.history({ id })).items).toMatchObject([
    { action: 'family.removeChild', reason: 'Moved abroad' },
  ])
  expect(await rowOf(app.db, 'mails', { account_id: id, purpose: 'family' })).toMatchObject({
    to_email: family.email,
    subject: 'Leo was taken off your account',
  })
  expect(await refusal(manager.families.removeChild(asked))).toBe('This child was not found')
  expect(await brokenRules()).toEqual(before)
})
