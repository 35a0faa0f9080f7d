import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { inClosure, plannerSentences } from '#domain/office/planner-sentences.ts'
import { dateChanges } from '#testing/date-changes.ts'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { classInput, makeRoom } from '#testing/make-class.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
let office = await app.office('owner')
beforeEach(async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  office = await app.office('owner')
})

const makeTwo = async () => (await makeFamilies(app, 2)) as [Family, Family]
const shownOn = async (day: string) => {
  const days = await app.visitor.offerings.class.timetable({ startDate: day, endDate: day })
  return days.flatMap(({ sessions }) => sessions.map(({ id }) => id))
}
const { change } = dateChanges(app, () => office)

test('one date moves to another venue with its places and waiting list, and no copy stays behind', async () => {
  const at = await makeOffering(app)
  const there = await makeOffering(app)
  const session = await makeSession(app, at, { capacity: 1 })
  const [holder, waiting] = await makeTwo()
  const { orderNumber } = await holder.api.orders.class.place(bookingRequest(holder, session))
  await waiting.api.waitingLists.class.join({ ...bookingRequest(waiting, session), sessionId: session.id })
  const move = { sessionId: session.id, version: 1, venueId: there.venueId, roomId: null }
  const { offeringId, version } = await office.planner.changeVenue(move)
  expect(await rowOf(app.db, 'offerings', { id: offeringId })).toMatchObject({
    venue_id: there.venueId,
    name: at.name,
    is_active: true,
  })
  expect(await rowOf(app.db, 'waiting_entries', { account_id: waiting.accountId })).toMatchObject({
    offering_id: offeringId,
  })
  // Each class page links to the class with its other dates.
  expect(await office.planner.class({ id: at.id })).toMatchObject({
    elsewhere: [{ id: offeringId, dates: 1 }],
  })
  expect(await office.planner.class({ id: offeringId })).toMatchObject({ elsewhere: [] })
  expect(await refusal(office.planner.changeVenue(move))).toMatch(/changed this at/)
  await holder.api.orders.class.cancel({ orderNumber })
  const back = { ...move, version, venueId: at.venueId }
  expect(await refusal(office.planner.changeVenue(back))).toBe(plannerSentences.onOffer)
  const second = await makeSession(app, at)
  await makeSession(app, at, { date: '2026-12-16' })
  expect(await office.planner.class({ id: offeringId })).toMatchObject({
    elsewhere: [{ id: at.id, dates: 2 }],
  })
  expect(await office.planner.changeVenue({ ...move, sessionId: second.id })).toMatchObject({ offeringId })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a date added to a class is offered to families waiting for any date', async () => {
  const at = await makeOffering(app)
  const session = await makeSession(app, at, { capacity: 1 })
  const first = await makeSession(app, at, { capacity: 1 })
  const { venueId } = await makeOffering(app)
  const move = { version: 1, venueId, roomId: null }
  const { offeringId } = await office.planner.changeVenue({ ...move, sessionId: first.id })
  const [holder, waiting] = await makeTwo()
  await holder.api.orders.class.place(bookingRequest(holder, { ...first, offeringId }))
  await waiting.api.waitingLists.class.join({
    offeringId,
    attendees: bookingRequest(waiting, first).attendees,
  })
  await office.planner.changeVenue({ ...move, sessionId: session.id })
  const arrived = { ...session, offeringId }
  expect(await refusal(holder.api.orders.class.place(bookingRequest(holder, arrived)))).toBe(
    'Sorry, this class is full',
  )
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { subject: 'A place is free for you', to_email: waiting.email })
  expect(mails).toHaveLength(1)
  await waiting.api.orders.class.place(bookingRequest(waiting, arrived))
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a date moves to a closed venue or too small a room only after confirmation', async () => {
  const at = await makeOffering(app)
  const there = await makeOffering(app)
  const roomId = await makeRoom(app.db, there.venueId, 'Studio', 8)
  const day = { startDate: '2027-05-06', endDate: '2027-05-06' }
  const closures = [{ name: 'Polling day', venueId: there.venueId, ...day }]
  const summer = { name: 'Summer 2027', startDate: '2027-04-12', endDate: '2027-07-18', closures }
  const { id: termId } = await office.terms.save({ ...summer, keepDates: false })
  const dates = [{ date: '2027-05-06', startTime: '10:00', endTime: '10:45' }]
  const requested = await classInput(app, office, { at, termId, dates, publish: 'now' })
  const [sessionId] = (await office.planner.makeClass({ ...requested, slots: [] })).sessionIds as [number]
  const { version } = await rowOf(app.db, 'sessions', { id: sessionId })
  const move = { sessionId, version, venueId: there.venueId, roomId: null }
  expect(await refusal(office.planner.changeVenue(move))).toBe(inClosure('Polling day'))
  const small = { ...move, roomId, keepInClosure: true }
  expect(await refusal(office.planner.changeVenue(small))).toBe('Studio holds 8')
  const moved = await office.planner.changeVenue({ ...small, reason: 'They are few' })
  expect(await rowOf(app.db, 'sessions', { id: sessionId })).toMatchObject({ is_kept_in_closure: true })
  expect(
    await rowsOf(app.db, 'staff_actions', { action: 'session.keptInClosure', subject_id: sessionId }),
  ).toHaveLength(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  // Within that venue it is confirmed already; elsewhere it is not.
  const within = await office.planner.changeVenue({ ...move, version: moved.version })
  await office.planner.changeVenue({ ...move, version: within.version, venueId: at.venueId })
  expect(await rowOf(app.db, 'sessions', { id: sessionId })).toMatchObject({ is_kept_in_closure: false })
})

test('a pack-only date is not moved into a class that takes money', async () => {
  const at = await makeOffering(app, { isPackOnly: true })
  const there = await makeOffering(app)
  const same = { offering_type_id: at.typeId, age_group_id: at.ageGroupId, name: at.name }
  await changeRows(app.db, 'offerings', { id: there.id }, same)
  const session = await makeSession(app, at, { pricePence: 0, credits: 1 })
  const move = { sessionId: session.id, version: 1, venueId: there.venueId, roomId: null }
  const { offeringId } = await office.planner.changeVenue(move)
  expect(await rowOf(app.db, 'offerings', { id: offeringId })).toMatchObject({
    venue_id: there.venueId,
    is_pack_only: true,
  })
})

test('families with a place, paid or unpaid, are told once of another venue', async () => {
  const at = await makeOffering(app, { venue: 'Larkfield Hall', name: 'Ballet One' })
  const { venueId } = await makeOffering(app, { venue: 'St Mark’s' })
  const session = await makeSession(app, at, { date: '2026-12-08', credits: 1 })
  const [unpaid, left] = await makeTwo()
  const paid = await makeFamily(app, { credits: 1 })
  const { orderNumber } = await left.api.orders.class.place(bookingRequest(left, session))
  await left.api.orders.class.cancel({ orderNumber })
  await unpaid.api.orders.class.place(bookingRequest(unpaid, session))
  await paid.api.orders.class.place(bookingRequest(paid, session, { creditsWanted: 1 }))
  await app.runJobs()
  const { version } = await rowOf(app.db, 'sessions', { id: session.id })
  const move = { sessionId: session.id, version, venueId, roomId: null, requestId: randomUUID() }
  expect(await office.planner.changeVenue(move)).toMatchObject({ told: 2 })
  await office.planner.changeVenue(move)
  await app.runJobs()
  const title = 'Your class is at another venue'
  const mails = await rowsOf(app.db, 'mails', { subject: title })
  expect(mails.map(mail => mail.to_email).sort()).toEqual([unpaid.email, paid.email].sort())
  expect(mails[0]?.body_text).toMatch(
    /Ballet One on Tuesday 8 December 2026, 10:00 is now at St Mark’s, not at Larkfield Hall\./,
  )
  // An unpaid place is promised to nobody, and no calendar shows it.
  const isKept = (text: string) => text.includes('Your place is kept.')
  expect(mails.map(mail => [mail.to_email, isKept(mail.body_text), mail.calendar_text !== ''])).toEqual(
    expect.arrayContaining([
      [unpaid.email, false, false],
      [paid.email, true, true],
    ]),
  )
  const messages = await rowsOf(app.db, 'messages', { title })
  expect(messages.map(message => message.account_id).sort()).toEqual(
    [unpaid.accountId, paid.accountId].sort(),
  )
  const room = await makeRoom(app.db, venueId)
  const within = { ...move, version: version + 1, roomId: room, requestId: randomUUID() }
  const there = await office.planner.changeVenue(within)
  expect(there).toMatchObject({ told: 0 })
  // Moved and back before anybody is told: there is nothing to tell.
  const away = await office.planner.changeVenue({
    ...move,
    version: there.version,
    venueId: at.venueId,
    requestId: randomUUID(),
  })
  await office.planner.changeVenue({ ...move, version: away.version, requestId: randomUUID() })
  await app.runJobs()
  const told = await rowsOf(app.db, 'mails', { subject: title })
  expect(told.filter(mail => mail.body_text.includes('at St Mark’s, not at St Mark’s'))).toEqual([])
  expect(told).toHaveLength(4)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a guest with only a telephone number counts as one to phone, not as told', async () => {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), {
    date: '2026-12-09',
    pricePence: 800,
  })
  for (const email of ['robin@example.test', '']) {
    const guest = { childIds: [], fullName: `Guest ${email}`, email }
    await app.visitor.orders.parentSession.place(bookingRequest(guest, session))
  }
  const { version } = await rowOf(app.db, 'sessions', { id: session.id })
  const [change] = [{ sessions: [{ id: session.id, version }], changes: { shiftMinutes: 30 } }]
  expect(await office.planner.saveSessions({ ...change, tell: true, reason: '' })).toMatchObject({
    ...{ told: 1, toRing: 1 },
  })
  const { venueId } = await makeOffering(app)
  const move = { sessionId: session.id, version: version + 1, venueId, roomId: null }
  expect(await office.planner.changeVenue(move)).toMatchObject({ told: 1, toRing: 1 })
})

test('an unconfirmed guest is not told of a new time, and no refund is promised', async () => {
  const free = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), {
    date: '2026-12-09',
    pricePence: 0,
  })
  const guest = { childIds: [], fullName: 'Somebody', email: 'never-asked@example.test' }
  await app.visitor.orders.parentSession.place(bookingRequest(guest, free))
  const paid = await makeSession(app, await makeOffering(app), { date: '2026-12-09' })
  const family = await makeFamily(app)
  await family.api.orders.class.place(bookingRequest(family, paid))
  expect(await change([free.id], { shiftMinutes: 15 }, { tell: true })).toMatchObject({ told: 0, toRing: 0 })
  expect(await change([paid.id], { shiftMinutes: 15 }, { tell: true })).toMatchObject({ told: 1 })
  await app.runJobs()
  expect((await rowsOf(app.db, 'mails', { to_email: guest.email })).map(({ subject }) => subject)).toEqual([
    'Please confirm your place',
  ])
  const [mail] = await rowsOf(app.db, 'mails', { to_email: family.email })
  expect(mail?.body_text).toContain('is now on Wednesday 9 December 2026, 10:15.')
  expect(mail?.body_text).toMatch(/tell us by .* and we will find you another date\./)
  expect(mail?.body_text).not.toContain('money')
})

test('a family whose account is closed is not counted as told', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-09', credits: 1 })
  const family = await makeFamily(app, { credits: 1 })
  await family.api.orders.class.place(bookingRequest(family, session, { creditsWanted: 1 }))
  await family.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  expect(await change([session.id], { shiftMinutes: 15 }, { tell: true })).toMatchObject({
    told: 0,
    toRing: 0,
  })
})

test('a hidden date that moved to another venue is sold there once it is shown again', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-10' })
  const { venueId } = await makeOffering(app)
  await office.planner.hide({ sessions: [{ id: session.id, version: 1 }], isHidden: true })
  const moved = await office.planner.changeVenue({ sessionId: session.id, version: 2, venueId, roomId: null })
  await office.planner.hide({ sessions: [{ id: session.id, version: moved.version }], isHidden: false })
  expect(await shownOn('2026-12-10')).toEqual([session.id])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
