import { beforeEach, expect, test } from 'vitest'
import { expireOffer } from '#server/features/waiting-list/expire-offer.ts'
import { dateChanges } from '#testing/date-changes.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classInput } from '#testing/make-class.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
let office = await app.office('owner')
beforeEach(async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  office = await app.office('owner')
})

const spring = { name: 'Spring 2027', startDate: '2027-01-04', endDate: '2027-03-28' }
const halfTerm = { name: 'Half-term', venueId: null, startDate: '2027-02-15', endDate: '2027-02-19' }
const { id: termId } = await office.terms.save({ ...spring, closures: [halfTerm], keepDates: false })

const makeTwo = async () => (await makeFamilies(app, 2)) as [Family, Family]
const shownOn = async (day: string) => {
  const days = await app.visitor.offerings.class.timetable({ startDate: day, endDate: day })
  return days.flatMap(({ sessions }) => sessions.map(({ id }) => id))
}
const { change } = dateChanges(app, () => office)

test('a hidden date takes no bookings and keeps its attendees; shown again it is on sale', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, date: '2026-12-09' })
  const [holder, other] = await makeTwo()
  await holder.api.orders.class.place(bookingRequest(holder, session))
  const asRead = { id: session.id, version: 1 }
  const { saved } = await office.planner.hide({ sessions: [asRead], isHidden: true })
  expect(saved).toEqual([{ id: session.id, version: 2 }])
  expect(await shownOn('2026-12-09')).toEqual([])
  expect(await refusal(other.api.orders.class.place(bookingRequest(other, session)))).toBe(
    'This class was not found',
  )
  expect(await rowsOf(app.db, 'bookings', { session_id: session.id })).toMatchObject([{ status: 'held' }])
  await office.planner.hide({ sessions: saved, isHidden: false })
  expect(await shownOn('2026-12-09')).toEqual([session.id])
})

test('the offer of a hidden date returns to the queue, and is made again when it is shown', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, date: '2026-12-09' })
  const [holder, first, second] = (await makeFamilies(app, 3)) as [Family, Family, Family]
  const { orderNumber } = await holder.api.orders.class.place(bookingRequest(holder, session))
  for (const family of [first, second]) {
    await family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
  }
  await holder.api.orders.class.cancel({ orderNumber })
  const entries = () => rowsOf(app.db, 'waiting_entries', { session_id: session.id })
  const queue = async () => (await entries()).map(({ status }) => status)
  expect(await queue()).toEqual(['offered', 'waiting'])
  const { saved } = await office.planner.hide({ sessions: [{ id: session.id, version: 1 }], isHidden: true })
  expect(await first.api.ownWaiting.list()).toEqual([])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  const whenItWouldBeOver = { ...app.services, clock: () => new Date('2026-11-23T21:00:00Z') }
  for (const { id } of await entries()) await expireOffer(whenItWouldBeOver, { entryId: id })
  expect(await queue()).toEqual(['waiting', 'waiting'])
  await office.planner.hide({ sessions: saved, isHidden: false })
  expect(await queue()).toEqual(['offered', 'waiting'])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  await first.api.orders.class.place(bookingRequest(first, session))
})

test('a family waiting for any date is offered another free one if theirs is hidden', async () => {
  const offering = await makeOffering(app)
  const [first, second] = await makeTwo()
  const full = async (date: string) => {
    const holder = await makeFamily(app)
    const { id, ...session } = await makeSession(app, offering, { capacity: 1, date })
    const { orderNumber } = await holder.api.orders.class.place(bookingRequest(holder, { id, ...session }))
    return { id, free: () => holder.api.orders.class.cancel({ orderNumber }) }
  }
  const [one, two] = [await full('2026-12-08'), await full('2026-12-09')]
  const [three, four] = [await full('2026-12-10'), await full('2026-12-11')]
  for (const { api, childIds } of [first, second])
    await api.waitingLists.class.join({ offeringId: offering.id, attendees: { who: 'children', childIds } })
  const hide = async (id: number) => {
    await office.planner.hide({ sessions: await asRead(app.db, [id]), isHidden: true })
    expect(await findViolations(app.db, app.clock.now())).toEqual([])
    const entries = await rowsOf(app.db, 'waiting_entries', { offering_id: offering.id })
    return entries.map(entry => entry.offered_session_id)
  }
  for (const { free } of [one, two]) await free()
  expect(await hide(one.id)).toEqual([null, two.id])
  for (const { free } of [three, four]) await free()
  expect(await hide(three.id)).toEqual([four.id, two.id])
})

test('a family offered a replacement for a hidden date is told its new time too', async () => {
  const offering = await makeOffering(app)
  const full = await makeSession(app, offering, { capacity: 1, date: '2027-06-01' })
  const free = await makeSession(app, offering, { capacity: 1, date: '2027-06-02' })
  const [family, ...holders] = (await makeFamilies(app, 3)) as [Family, Family, Family]
  const orders = await Promise.all(
    holders.map((holder, at) =>
      holder.api.orders.class.place(bookingRequest(holder, at === 0 ? full : free)),
    ),
  )
  await family.api.waitingLists.class.join({
    ...{ offeringId: offering.id, attendees: { who: 'children', childIds: family.childIds } },
  })
  for (const [at, { orderNumber }] of orders.entries()) {
    await holders[at]?.api.orders.class.cancel({ orderNumber })
    await app.runJobs()
  }
  await change([full.id], { shiftMinutes: 15 })
  await app.runJobs()
  await office.planner.hide({ sessions: await asRead(app.db, [full.id]), isHidden: true })
  await app.runJobs()
  await change([free.id], { shiftMinutes: 15 })
  await app.runJobs()
  const told = { to_email: family.email, subject: 'The place kept for you has a new time' }
  expect(await rowsOf(app.db, 'mails', told)).toHaveLength(2)
})

test('hiding, showing and deleting are refused when somebody else changed the date since', async () => {
  const other = await app.office('manager')
  const session = await makeSession(app, await makeOffering(app))
  const asRead = { id: session.id, version: 1 }
  await other.planner.saveSessions({ sessions: [asRead], changes: { capacity: 11 }, tell: false })
  const late = (press: Promise<unknown>, current: object) =>
    expect(press).rejects.toMatchObject({ officeCode: 409, facts: { by: 'Ann Perry', current } })
  await late(office.planner.hide({ sessions: [asRead], isHidden: true }), {
    id: session.id,
    version: 2,
    capacity: 11,
    state: 'scheduled',
  })
  const [draft, second] = (await office.planner.makeClass(await classInput(app, office, { termId })))
    .sessionIds
  const drafts = [draft, second].map(id => ({ id: id as number, version: 1 }))
  await other.planner.saveSessions({ sessions: drafts.slice(1), changes: { pricePence: 900 }, tell: false })
  await late(office.planner.deleteDrafts({ sessions: drafts }), { id: second, version: 2, pricePence: 900 })
  expect(await rowsOf(app.db, 'sessions', { id: draft as number })).toHaveLength(1)
  const now = drafts.map(({ id }, at) => ({ id, version: at + 1 }))
  await office.planner.deleteDrafts({ sessions: now })
  expect(await rowsOf(app.db, 'sessions', { id: draft as number })).toEqual([])
})
