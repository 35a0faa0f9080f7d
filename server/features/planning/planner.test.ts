import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { mostSessionsShown } from '#contract/office/planner.ts'
import { inClosure, plannerSentences } from '#domain/office/planner-sentences.ts'
import { lapseOffer } from '#server/features/waiting-list/lapse-offer.ts'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { asRead, classAsRead, classWish, makeRoom, tuesdays } from '#testing/make-class.ts'
import { type Family, makeFamilies, makeFamily, wishOf } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
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
const weekOf = (day: string, more: object = {}) => office.planner.week({ from: day, to: day, ...more })
const shownOn = async (day: string) => {
  const days = await app.visitor.offerings.class.timetable({ startDate: day, endDate: day })
  return days.flatMap(({ sessions }) => sessions.map(({ id }) => id))
}
const change = (
  ids: number[],
  changes: Parameters<typeof office.planner.saveSessions>[0]['changes'],
  more: { tell?: boolean; reason?: string; version?: number } = {},
) =>
  Promise.all(
    ids.map(async id => ({ id, version: more.version ?? (await rowOf(app.db, 'sessions', { id })).version })),
  ).then(sessions =>
    office.planner.saveSessions({ sessions, changes, tell: more.tell ?? false, reason: more.reason ?? '' }),
  )
const leftOf = async (...given: Parameters<typeof change>) =>
  (await change(...given)).left.map(({ sentence }) => sentence)

test('the dates of a class are shown with half-term struck through and what else is in the room', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const wish = await classWish(app, office, { at, name: 'Ballet 3–4', slots: [{ ...tuesdays, roomId }] })
  await office.planner.makeClass(wish)
  const asked = { venueId: at.venueId, from: spring.startDate, to: spring.endDate }
  const slots = [{ ...tuesdays, roomId, startTime: '10:30', endTime: '11:15' }]
  const preview = await office.planner.previewDates({ ...asked, slots, termId })
  expect(preview).toMatchObject({ total: 11, clashing: 11 })
  expect(preview.dates.find(({ skippedFor }) => skippedFor)).toMatchObject({
    date: '2027-02-16',
    skippedFor: 'Half-term',
  })
  expect(preview.dates[0]?.clashes).toMatchObject([
    { with: 'room', name: 'Room 1', title: 'Ballet 3–4', startTime: '10:00', endTime: '10:45' },
  ])
  const after = [{ ...tuesdays, roomId, startTime: '10:45', endTime: '11:30' }]
  expect(await office.planner.previewDates({ ...asked, slots: after, termId })).toMatchObject({ clashing: 0 })
  await changeRows(app.db, 'rooms', { id: roomId }, { is_shared: true })
  expect(await office.planner.previewDates({ ...asked, slots, termId })).toMatchObject({ clashing: 0 })
})

test('a teacher who is elsewhere at that time is told, also across venues', async () => {
  const { staffId } = await makeStaff(app, { role: 'teacher', fullName: 'Ann Perry' })
  await office.planner.makeClass(
    await classWish(app, office, { slots: [{ ...tuesdays, teacherIds: [staffId] }] }),
  )
  const elsewhere = await makeOffering(app)
  const slots = [{ ...tuesdays, teacherIds: [staffId] }]
  const asked = { venueId: elsewhere.venueId, from: spring.startDate, to: spring.endDate, slots }
  const { dates } = await office.planner.previewDates(asked)
  expect(dates[0]?.clashes).toMatchObject([{ with: 'teacher', name: 'Ann Perry' }])
})

test('a class is made of drafts that no parent sees, and is sold once it is published', async () => {
  const wish = await classWish(app, office, { termId, publish: 'not' })
  const { offeringId, sessionIds } = await office.planner.makeClass(wish)
  expect(sessionIds).toHaveLength(11)
  expect(await rowOf(app.db, 'offerings', { id: offeringId })).toMatchObject({
    is_active: false,
    term_id: termId,
  })
  const first = sessionIds[0] as number
  expect(await shownOn('2027-01-05')).not.toContain(first)
  const family = await makeFamily(app)
  const session = { id: first, kind: 'class' as const, offeringId }
  expect(await refusal(family.api.orders.class.place(wishOf(family, session)))).toBe(
    'This class was not found',
  )
  expect(await weekOf('2027-01-05', { termId })).toMatchObject([
    { id: first, state: 'draft', title: wish.name },
  ])

  await office.planner.publish({ sessions: await asRead(app.db, sessionIds), at: null })
  expect(await shownOn('2027-01-05')).toContain(first)
  await family.api.orders.class.place(wishOf(family, session))
  expect(await refusal(office.planner.deleteDrafts({ sessions: [{ id: first, version: 2 }] }))).toBe(
    plannerSentences.draftsOnly,
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('what no class can be is refused field by field', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const wish = await classWish(app, office, { at })
  const refused = async (given: object) => refusal(office.planner.makeClass({ ...wish, ...given }))
  expect(await refused({ slots: [], dates: [] })).toBe(plannerSentences.addATime)
  expect(await refused({ slots: [{ ...tuesdays, endTime: '09:00' }] })).toBe(plannerSentences.endAfterStart)
  expect(await refused({ slots: [{ ...tuesdays, endTime: '10:10' }] })).toBe(plannerSentences.slotLength)
  expect(await refused({ slots: [tuesdays, tuesdays] })).toBe(plannerSentences.slotTwice)
  expect(await refused({ colour: '#ffff99' })).toBe(plannerSentences.pale)
  expect(await refused({ isPackOnly: true, credits: 0 })).toBe(plannerSentences.packNeedsCredits)
  expect(await refused({ offersTrial: true, trialPricePence: 900 })).toBe(plannerSentences.trialDearer)
  expect(await refused({ pricePence: 200_001 })).toBe(plannerSentences.price)
  expect(await refused({ capacity: 501 })).toBe(plannerSentences.mostPlaces)
  expect(await refused({ typeId: 999_999 })).toBe(plannerSentences.chooseType)
  expect(await refused({ venueId: 999_999 })).toBe(plannerSentences.chooseVenue)
  expect(await refused({ ageGroupId: 999_999 })).toBe(plannerSentences.chooseAge)
  expect(await refused({ roomId: await makeRoom(app.db, (await makeOffering(app)).venueId) })).toBe(
    plannerSentences.chooseRoom,
  )
  expect(await refused({ teacherIds: [999_999] })).toBe(plannerSentences.chooseTeacher)
  expect(await refused({ roomId, capacity: 15 })).toBe('Room 1 holds 14')
  expect(
    await refused({ termId, dates: [{ date: '2027-02-16', startTime: '10:00', endTime: '10:45', slot: 0 }] }),
  ).toBe(inClosure('Half-term'))
  expect(
    await refused({ dates: [{ date: '2027-02-17', startTime: '10:00', endTime: '10:45', slot: 0 }] }),
  ).toBe(plannerSentences.withinADay)
  expect(
    await refused({ dates: [{ date: '2027-03-28', startTime: '01:30', endTime: '03:00' }], slots: [] }),
  ).toMatch(/clocks go forward/)
  await office.planner.makeClass({ ...wish, roomId, capacity: 15, reason: 'A small brother may sit in' })
})

test('a date in a closure is made when it is kept, and stays kept', async () => {
  const wish = await classWish(app, office, { termId })
  const kept = { date: '2027-02-16', startTime: '10:00', endTime: '10:45', slot: 0, isKept: true }
  const { sessionIds } = await office.planner.makeClass({ ...wish, dates: [...wish.dates, kept] })
  expect(sessionIds).toHaveLength(12)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a camp of single dates lasts several days, is shown with each of them, and is published at its moment', async () => {
  const dates = [{ date: '2027-02-15', endDate: '2027-02-19', startTime: '09:30', endTime: '15:30' }]
  const publishAt = '2026-11-24T09:00:00.000Z'
  const whole = { ...(await classWish(app, office)), slots: [], dates, publish: 'at' as const, publishAt }
  expect(await refusal(office.planner.makeClass({ ...whole, publishAt: '2026-11-23T08:00:00.000Z' }))).toBe(
    plannerSentences.publishPast,
  )
  const { sessionIds } = await office.planner.makeClass(whole)
  for (const from of ['2027-02-15', '2027-02-16', '2027-02-19']) {
    const days = { from, to: '2027-02-21', venueId: whole.venueId }
    expect(await office.planner.week(days)).toMatchObject([{ id: sessionIds[0], date: '2027-02-15' }])
    expect(await office.planner.month(days)).toMatchObject([{ date: from, sessions: 1 }])
  }
  expect(await weekOf('2027-02-20', { venueId: whole.venueId })).toEqual([])
  const stateOf = async () => (await rowOf(app.db, 'sessions', { id: sessionIds[0] as number })).status
  await app.runJobs()
  expect(await stateOf()).toBe('draft')
  app.clock.set(publishAt)
  await app.runJobs()
  expect(await stateOf()).toBe('scheduled')
  app.clock.set('2026-11-23T09:00:00Z')
  expect((await office.planner.history({ id: sessionIds[0] as number })).items).toMatchObject([
    { action: 'session.publish', by: '' },
    { action: 'class.make' },
  ])
})

test('a moment of publication is seen, changed and called off, and the job of the old one does nothing', async () => {
  const { sessionIds } = await office.planner.makeClass(await classWish(app, office))
  const [id] = sessionIds as [number]
  const momentOf = async () => (await weekOf('2027-01-05')).find(one => one.id === id)?.publishAt
  const at = (hour: number) => `2026-11-23T${hour}:00:00.000Z`
  expect(await momentOf()).toBeNull()
  const read = await asRead(app.db, sessionIds)
  // Each answer tells the versions that it leaves, which whoever goes on begins with.
  const { saved } = await office.planner.publish({ sessions: read, at: at(11) })
  expect(new Set(saved)).toEqual(new Set(await asRead(app.db, sessionIds)))
  expect(await momentOf()).toBe(at(11))
  const logged = (await rowsOf(app.db, 'staff_actions', { action: 'session.publish' })).at(-1)
  expect(logged?.facts).toEqual({ sessions: expect.anything(), at: at(11) })
  // Another owner, who still sees the dates as they were, is told; and so is whoever calls off what is meant otherwise now.
  const stale = { officeCode: 409, facts: { current: { id, publishAt: at(11) } } }
  await expect(office.planner.publish({ sessions: read, at: at(12) })).rejects.toMatchObject(stale)
  await expect(office.planner.publish({ sessions: read, at: null })).rejects.toMatchObject(stale)
  await expect(office.planner.callOff({ sessions: read })).rejects.toMatchObject(stale)
  await office.planner.publish({ sessions: saved, at: at(13) })
  app.clock.set(at(11))
  await app.runJobs()
  expect(await rowOf(app.db, 'sessions', { id })).toMatchObject({ status: 'draft' })
  expect(await momentOf()).toBe(at(13))
  const calledOff = await office.planner.callOff({ sessions: await asRead(app.db, [id]) })
  expect(calledOff.saved).toEqual(await asRead(app.db, [id]))
  app.clock.set(at(13))
  await app.runJobs()
  expect(await rowOf(app.db, 'sessions', { id })).toMatchObject({ status: 'draft', publish_at: null })
  expect(await rowOf(app.db, 'sessions', { id: sessionIds[1] as number })).toMatchObject({
    ...{ status: 'scheduled', publish_at: null },
  })
})

test('places are raised for who waits in the same press, and never lowered below what is taken', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 2 })
  const [first, second, third, ...waiting] = await makeFamilies(app, 5)
  for (const family of [first, second])
    await (family as typeof first).api.orders.class.place(wishOf(family as typeof first, session))
  const joining = [third, ...waiting] as (typeof first)[]
  for (const family of joining)
    await family.api.waitingLists.class.join({ ...wishOf(family, session), sessionId: session.id })
  expect(await leftOf([session.id], { capacity: 1 })).toEqual([
    '2 places are taken or kept. The least is 2. Move or cancel places first',
  ])
  expect(await change([session.id], { capacity: 4 })).toMatchObject({ left: [], offered: 2 })
  expect(
    await rowsOf(app.db, 'waiting_entries', { offering_id: session.offeringId, status: 'offered' }),
  ).toHaveLength(2)
  expect(await leftOf([session.id], { capacity: 3 })).toEqual([
    '4 places are taken or kept. The least is 4. Move or cancel places first',
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a press that changed nothing is looked at anew; one that changed something is answered alike', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 4, placesTaken: 2 })
  const press = { sessions: [{ id: session.id, version: 1 }], tell: false, requestId: randomUUID() }
  expect(await office.planner.saveSessions({ ...press, changes: { capacity: 1 } })).toMatchObject({
    saved: [],
  })
  const mended = { ...press, changes: { capacity: 2 } }
  expect(await office.planner.saveSessions(mended)).toMatchObject({ saved: [{ version: 2 }] })
  expect(await office.planner.saveSessions(mended)).toMatchObject({ saved: [{ version: 2 }] })
  await changeRows(app.db, 'sessions', { id: session.id }, { places_taken: 0 })
})

test('a room that is too small asks for a reason', async () => {
  const at = await makeOffering(app)
  const session = await makeSession(app, at, { capacity: 10 })
  const roomId = await makeRoom(app.db, at.venueId)
  expect(await change([session.id], { roomId })).toMatchObject({ saved: [{ version: 2 }] })
  expect(await leftOf([session.id], { capacity: 20 })).toEqual(['Room 1 holds 14'])
  expect(await leftOf([session.id], { capacity: 20 }, { reason: 'The wall is open' })).toEqual([])
  const foreign = await makeRoom(app.db, (await makeOffering(app)).venueId)
  expect(await leftOf([session.id], { roomId: foreign })).toEqual([plannerSentences.chooseRoom])
})

test('many are changed alike; each that cannot be is left with its reason', async () => {
  const at = await makeOffering(app)
  const fine = await makeSession(app, at, { date: '2026-12-01', pricePence: 850 })
  const begun = await makeSession(app, at, { date: '2026-11-20' })
  const stale = await makeSession(app, at, { date: '2026-12-02' })
  const sessions = [
    { id: fine.id, version: 1 },
    { id: begun.id, version: 1 },
    { id: stale.id, version: 7 },
    { id: 999_999, version: 1 },
  ]
  const changes = { pricePence: 900, offersTrial: true, trialPricePence: 400 }
  expect(await office.planner.previewSessions({ sessions, changes })).toMatchObject({
    saved: 1,
    left: { length: 3 },
  })
  const { saved, left } = await office.planner.saveSessions({ sessions, changes, tell: false })
  expect(saved).toEqual([{ id: fine.id, version: 2 }])
  expect(left.map(({ sentence }) => sentence)).toEqual([
    plannerSentences.hasBegun,
    expect.stringMatching(/changed this at/),
    plannerSentences.notFound,
  ])
  expect(await rowOf(app.db, 'sessions', { id: fine.id })).toMatchObject({
    price_pence: 900,
    trial_price_pence: 400,
  })
})

test('a change in which nothing is filled in is refused, and changes no version', async () => {
  const session = await makeSession(app, await makeOffering(app))
  const wish = { sessions: [{ id: session.id, version: 1 }], changes: {} }
  expect(await refusal(office.planner.saveSessions({ ...wish, tell: false }))).toBe(
    plannerSentences.nothingToChange,
  )
  expect(await refusal(office.planner.previewSessions(wish))).toBe(plannerSentences.nothingToChange)
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ version: 1 })
})

test('a new price changes nothing that is bought', async () => {
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850 })
  const family = await makeFamily(app)
  const { orderNumber } = await family.api.orders.class.place(wishOf(family, session))
  await change([session.id], { pricePence: 1_000 })
  expect(await rowOf(app.db, 'orders', { order_number: orderNumber })).toMatchObject({ total_pence: 850 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a published date gets a new time two hours ahead at least; its families are told once', async () => {
  const at = await makeOffering(app)
  const session = await makeSession(app, at, {
    ...{ date: '2026-12-08', startTime: '10:00', endTime: '10:45' },
    credits: 1,
  })
  const family = await makeFamily(app, { credits: 1 })
  await family.api.orders.class.place(wishOf(family, session, { creditsWanted: 1 }))
  await app.runJobs()
  const [confirmation] = await rowsOf(app.db, 'mails', { to_email: family.email })
  await makeSession(app, at, { date: '2026-12-08', startTime: '12:00', endTime: '12:45', name: session.name })
  expect(await leftOf([session.id], { startTime: '12:00' })).toEqual([plannerSentences.dateTaken])
  expect(await leftOf([session.id], { shiftMinutes: 900 })).toEqual([plannerSentences.withinADay])
  const soon = await makeSession(app, at, { date: '2026-11-23', startTime: '10:30' })
  expect(await leftOf([soon.id], { startTime: '15:00' })).toEqual([plannerSentences.moveTooSoon])
  expect(await leftOf([session.id], { date: '2026-11-23', startTime: '10:30' })).toEqual([
    plannerSentences.moveTooSoon,
  ])
  expect(
    await office.planner.previewSessions({
      sessions: [{ id: session.id, version: 1 }],
      changes: { shiftMinutes: 60 },
    }),
  ).toMatchObject({ saved: 1, families: 1 })
  expect(await change([session.id], { shiftMinutes: 60 }, { tell: true })).toMatchObject({ told: 1 })
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({
    start_time: '11:00:00',
    end_time: '11:45:00',
  })
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', {
    to_email: family.email,
    subject: 'Your class has a new time',
  })
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).toMatch(
    /is now on Tuesday 8 December 2026, 11:00\..*tell us by Monday,? 30 November/s,
  )
  // The same entry of their calendar, and newer than the one it was confirmed with.
  const sequenceOf = (text = '') => Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1])
  expect(sequenceOf(mails[0]?.calendar_text)).toBeGreaterThan(sequenceOf(confirmation?.calendar_text))
  expect(
    await rowsOf(app.db, 'messages', { account_id: family.accountId, title: 'Your class has a new time' }),
  ).toHaveLength(1)
  // Nobody is told of what was put back before they could be.
  await change([session.id], { shiftMinutes: 15 }, { tell: true })
  await change([session.id], { shiftMinutes: -15 })
  await app.runJobs()
  expect(await rowsOf(app.db, 'mails', { subject: 'Your class has a new time' })).toHaveLength(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('of several dates that get a new time an order is told once, of those that keep it', async () => {
  const at = await makeOffering(app, { typeName: 'Shifted' })
  const dates = ['2026-12-08', '2026-12-15', '2026-12-22']
  const made = await Promise.all(
    dates.map(date => makeSession(app, at, { date, startTime: '10:00', endTime: '10:45', credits: 1 })),
  )
  const all = await makeFamily(app, { credits: 3 })
  const one = await makeFamily(app)
  const sessionIds = made.map(({ id }) => id)
  await all.api.orders.class.place(wishOf(all, made, { creditsWanted: 3 }))
  await one.api.orders.class.place(wishOf(one, made[1] as MadeSession))
  await change(sessionIds, { shiftMinutes: 15 }, { tell: true })
  // Put back before anybody could be told.
  await change(sessionIds.slice(2), { shiftMinutes: -15 })
  await app.runJobs()
  const told = async (title: string) =>
    (await rowsOf(app.db, 'mails', { subject: title })).filter(mail => mail.body_text.includes('Shifted'))
  const mails = await told('Your classes have new times')
  expect(mails.map(mail => mail.to_email)).toEqual([all.email])
  const text = mails[0]?.body_text ?? ''
  expect(text.match(/\w+ \d+ December 2026, 10:15–11:00: Shifted/g)).toHaveLength(2)
  expect(text).not.toContain('22 December')
  expect(mails[0]?.calendar_text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(text).toMatch(
    /has not begun, tell us by Monday,? 30 November 2026 at 09:00 and we will find you another date\./,
  )
  const title = 'Your classes have new times'
  const [message, ...more] = await rowsOf(app.db, 'messages', { account_id: all.accountId, title })
  expect(message?.body_html.match(/<li>/g)).toHaveLength(2)
  expect(more).toEqual([])
  const single = await told('Your class has a new time')
  expect(single.map(mail => mail.to_email)).toEqual([one.email])
})

test('a job of before that names one change alone is still done', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-08' })
  const family = await makeFamily(app)
  await family.api.orders.class.place(wishOf(family, session))
  await change([session.id], { shiftMinutes: 15 }, { tell: true })
  const { id: changeId } = await rowOf(app.db, 'session_changes', { session_id: session.id })
  const jobs = app.db.updateTable('jobs').where('done_at', 'is', null).where('kind', '=', 'sessions-moved')
  await jobs.set({ kind: 'session-moved', payload: JSON.stringify({ changeId }) }).execute()
  await app.runJobs()
  expect(await rowsOf(app.db, 'mails', { to_email: family.email })).toMatchObject([
    { subject: 'Your class has a new time' },
  ])
})

test('an offer of a date that is now earlier ends earlier, and whoever has it is told', async () => {
  const session = await makeSession(app, await makeOffering(app), {
    capacity: 1,
    date: '2026-11-24',
    startTime: '10:00',
    endTime: '10:45',
  })
  const [holder, waiting] = await makeTwo()
  await holder.api.orders.class.place(wishOf(holder, session))
  await waiting.api.waitingLists.class.join({ ...wishOf(waiting, session), sessionId: session.id })
  await change([session.id], { capacity: 2 })
  await app.runJobs()
  await change([session.id], { date: '2026-11-23', startTime: '15:00' })
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: waiting.email })
  const [, ...offers] = mails
  expect(offers.map(({ subject }) => subject)).toEqual([
    'A place is free for you',
    'The place kept for you has a new time',
  ])
  expect(offers.map(mail => /until (.*?)\./.exec(mail.body_text ?? '')?.[1])).toEqual([
    'Monday, 23 November 2026 at 21:00',
    'Monday, 23 November 2026 at 13:00',
  ])
  const [entry] = await rowsOf(app.db, 'waiting_entries', { account_id: waiting.accountId })
  expect(entry?.offer_expires_at).toEqual(new Date('2026-11-23T13:00:00Z'))
  app.clock.set('2026-11-23T13:00:00Z')
  await app.runJobs()
  expect(await rowOf(app.db, 'waiting_entries', { id: entry?.id as number })).toMatchObject({
    status: 'lapsed',
  })
})

test('whoever is offered a place is told of another day, as often as it changes, and who only waits is not', async () => {
  const session = await makeSession(app, await makeOffering(app), {
    capacity: 1,
    date: '2027-05-04',
    startTime: '10:00',
    endTime: '10:45',
  })
  const [holder, offered] = await makeTwo()
  const [waiting] = await makeTwo()
  await holder.api.orders.class.place(wishOf(holder, session))
  for (const family of [offered, waiting])
    await family.api.waitingLists.class.join({ ...wishOf(family, session), sessionId: session.id })
  await change([session.id], { capacity: 2 })
  for (const date of ['2027-05-05', '2027-05-06']) {
    await change([session.id], { date })
    await app.runJobs()
  }
  const toldTo = async ({ email }: { email: string }) =>
    (
      await rowsOf(app.db, 'mails', { to_email: email, subject: 'The place kept for you has a new time' })
    ).map(mail => / on (.*?)\. We are keeping it for you until (.*?)\./s.exec(mail.body_text ?? '')?.slice(1))
  expect(await toldTo(offered)).toEqual([
    ['Wednesday 5 May 2027 at 10:00', 'Monday, 23 November 2026 at 21:00'],
    ['Thursday 6 May 2027 at 10:00', 'Monday, 23 November 2026 at 21:00'],
  ])
  expect(await toldTo(waiting)).toEqual([])
  expect(await toldTo(holder)).toEqual([])
  await change([session.id], { capacity: 3, date: '2027-05-07' })
  await app.runJobs()
  expect(await toldTo(offered)).toHaveLength(3)
  expect(await toldTo(waiting)).toEqual([])
})

test('a draft moves to another day, not into a closure or out of its term', async () => {
  const { sessionIds } = await office.planner.makeClass(await classWish(app, office, { termId }))
  const id = sessionIds[0] as number
  expect(await leftOf([id], { date: '2027-02-17' })).toEqual([inClosure('Half-term')])
  expect(await leftOf([id], { date: '2027-04-06' })).toEqual([
    'These dates lie outside Spring 2027, Mon 4 Jan to Sun 28 Mar',
  ])
  expect(await leftOf([id], { date: '2027-01-06', startTime: '11:15' })).toEqual([])
  expect(await rowOf(app.db, 'sessions', { id })).toMatchObject({ slot_id: null, end_time: '12:00:00' })
  expect(await leftOf([id], { date: '2027-02-17', keepInClosure: true })).toEqual([])
  expect(
    await rowsOf(app.db, 'staff_actions', { action: 'session.keptInClosure', subject_id: id }),
  ).toHaveLength(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a hidden date takes nobody new and keeps who is in it; shown again it is offered to who waits', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, date: '2026-12-09' })
  const [holder, other] = await makeTwo()
  await holder.api.orders.class.place(wishOf(holder, session))
  const asRead = { id: session.id, version: 1 }
  const { saved } = await office.planner.hide({ sessions: [asRead], isHidden: true })
  expect(saved).toEqual([{ id: session.id, version: 2 }])
  expect(await shownOn('2026-12-09')).toEqual([])
  expect(await refusal(other.api.orders.class.place(wishOf(other, session)))).toBe('This class was not found')
  expect(await rowsOf(app.db, 'bookings', { session_id: session.id })).toMatchObject([{ status: 'held' }])
  await office.planner.hide({ sessions: saved, isHidden: false })
  expect(await shownOn('2026-12-09')).toEqual([session.id])
})

test('who was offered a place of a date that is hidden waits in their turn, and is offered it once it is shown again', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, date: '2026-12-09' })
  const [holder, first, second] = (await makeFamilies(app, 3)) as [Family, Family, Family]
  const { orderNumber } = await holder.api.orders.class.place(wishOf(holder, session))
  for (const family of [first, second]) {
    await family.api.waitingLists.class.join({ ...wishOf(family, session), sessionId: session.id })
  }
  await holder.api.orders.class.cancel({ orderNumber })
  const entries = () => rowsOf(app.db, 'waiting_entries', { session_id: session.id })
  const queue = async () => (await entries()).map(({ status }) => status)
  expect(await queue()).toEqual(['offered', 'waiting'])
  const { saved } = await office.planner.hide({ sessions: [{ id: session.id, version: 1 }], isHidden: true })
  expect(await first.api.ownWaiting.list()).toEqual([])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  const whenItWouldBeOver = { ...app.services, clock: () => new Date('2026-11-23T21:00:00Z') }
  for (const { id } of await entries()) await lapseOffer(whenItWouldBeOver, { entryId: id })
  expect(await queue()).toEqual(['waiting', 'waiting'])
  await office.planner.hide({ sessions: saved, isHidden: false })
  expect(await queue()).toEqual(['offered', 'waiting'])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  await first.api.orders.class.place(wishOf(first, session))
})

test('who waits for any date is offered another free one once theirs is hidden, and nobody is passed over', async () => {
  const offering = await makeOffering(app)
  const [first, second] = await makeTwo()
  const full = async (date: string) => {
    const holder = await makeFamily(app)
    const { id, ...session } = await makeSession(app, offering, { capacity: 1, date })
    const { orderNumber } = await holder.api.orders.class.place(wishOf(holder, { id, ...session }))
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

test('whoever is offered another date in the place of a hidden one is told of a new time of that, too', async () => {
  const offering = await makeOffering(app)
  const full = await makeSession(app, offering, { capacity: 1, date: '2027-06-01' })
  const free = await makeSession(app, offering, { capacity: 1, date: '2027-06-02' })
  const [family, ...holders] = (await makeFamilies(app, 3)) as [Family, Family, Family]
  const orders = await Promise.all(
    holders.map((holder, at) => holder.api.orders.class.place(wishOf(holder, at === 0 ? full : free))),
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

test('nobody hides, shows again or deletes what somebody else has changed since they read it', async () => {
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
  const [draft, second] = (await office.planner.makeClass(await classWish(app, office, { termId })))
    .sessionIds
  const drafts = [draft, second].map(id => ({ id: id as number, version: 1 }))
  await other.planner.saveSessions({ sessions: drafts.slice(1), changes: { pricePence: 900 }, tell: false })
  await late(office.planner.deleteDrafts({ sessions: drafts }), { id: second, version: 2, pricePence: 900 })
  expect(await rowsOf(app.db, 'sessions', { id: draft as number })).toHaveLength(1)
  const now = drafts.map(({ id }, at) => ({ id, version: at + 1 }))
  await office.planner.deleteDrafts({ sessions: now })
  expect(await rowsOf(app.db, 'sessions', { id: draft as number })).toEqual([])
})

test('one date goes to another venue with its places and its queue, and leaves no twin behind', async () => {
  const at = await makeOffering(app)
  const there = await makeOffering(app)
  const session = await makeSession(app, at, { capacity: 1 })
  const [holder, waiting] = await makeTwo()
  const { orderNumber } = await holder.api.orders.class.place(wishOf(holder, session))
  await waiting.api.waitingLists.class.join({ ...wishOf(waiting, session), sessionId: session.id })
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
  // Each page says where the others of its dates are.
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

test('a date that comes to a class is kept for whoever waits there for any date', async () => {
  const at = await makeOffering(app)
  const session = await makeSession(app, at, { capacity: 1 })
  const first = await makeSession(app, at, { capacity: 1 })
  const { venueId } = await makeOffering(app)
  const move = { version: 1, venueId, roomId: null }
  const { offeringId } = await office.planner.changeVenue({ ...move, sessionId: first.id })
  const [holder, waiting] = await makeTwo()
  await holder.api.orders.class.place(wishOf(holder, { ...first, offeringId }))
  await waiting.api.waitingLists.class.join({ offeringId, attendees: wishOf(waiting, first).attendees })
  await office.planner.changeVenue({ ...move, sessionId: session.id })
  const arrived = { ...session, offeringId }
  expect(await refusal(holder.api.orders.class.place(wishOf(holder, arrived)))).toBe(
    'Sorry, this class is full',
  )
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { subject: 'A place is free for you', to_email: waiting.email })
  expect(mails).toHaveLength(1)
  await waiting.api.orders.class.place(wishOf(waiting, arrived))
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a date goes to a venue that is closed that day, or into a room too small, only when that is meant', async () => {
  const at = await makeOffering(app)
  const there = await makeOffering(app)
  const roomId = await makeRoom(app.db, there.venueId, 'Studio', 8)
  const day = { startDate: '2027-05-06', endDate: '2027-05-06' }
  const closures = [{ name: 'Polling day', venueId: there.venueId, ...day }]
  const summer = { name: 'Summer 2027', startDate: '2027-04-12', endDate: '2027-07-18', closures }
  const { id: termId } = await office.terms.save({ ...summer, keepDates: false })
  const dates = [{ date: '2027-05-06', startTime: '10:00', endTime: '10:45' }]
  const wish = await classWish(app, office, { at, termId, dates, publish: 'now' })
  const [sessionId] = (await office.planner.makeClass({ ...wish, slots: [] })).sessionIds as [number]
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
  // Within that venue it is kept already; away from it it is kept no longer.
  const within = await office.planner.changeVenue({ ...move, version: moved.version })
  await office.planner.changeVenue({ ...move, version: within.version, venueId: at.venueId })
  expect(await rowOf(app.db, 'sessions', { id: sessionId })).toMatchObject({ is_kept_in_closure: false })
})

test('a date for packs alone goes to no class at another venue that money pays for', async () => {
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

test('whoever holds a place, paid or not, is told once that its date is at another venue', async () => {
  const at = await makeOffering(app, { venue: 'Larkfield Hall', name: 'Ballet One' })
  const { venueId } = await makeOffering(app, { venue: 'St Mark’s' })
  const session = await makeSession(app, at, { date: '2026-12-08', credits: 1 })
  const [unpaid, left] = await makeTwo()
  const paid = await makeFamily(app, { credits: 1 })
  const { orderNumber } = await left.api.orders.class.place(wishOf(left, session))
  await left.api.orders.class.cancel({ orderNumber })
  await unpaid.api.orders.class.place(wishOf(unpaid, session))
  await paid.api.orders.class.place(wishOf(paid, session, { creditsWanted: 1 }))
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
  // What is not paid for is promised to nobody, and no calendar shows it.
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
  // Away and back before anybody is told: of the one way there is nothing to tell.
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

test('a guest who left a telephone number alone is not counted as told, but as to be rung', async () => {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), {
    date: '2026-12-09',
    pricePence: 800,
  })
  for (const email of ['robin@example.test', '']) {
    const guest = { childIds: [], fullName: `Guest ${email}`, email }
    await app.visitor.orders.parentSession.place(wishOf(guest, session))
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

test('who has confirmed nothing is not written to of a new time, and nobody is promised money back', async () => {
  const free = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), {
    date: '2026-12-09',
    pricePence: 0,
  })
  const guest = { childIds: [], fullName: 'Somebody', email: 'never-asked@example.test' }
  await app.visitor.orders.parentSession.place(wishOf(guest, free))
  const paid = await makeSession(app, await makeOffering(app), { date: '2026-12-09' })
  const family = await makeFamily(app)
  await family.api.orders.class.place(wishOf(family, paid))
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
  await family.api.orders.class.place(wishOf(family, session, { creditsWanted: 1 }))
  await family.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  expect(await change([session.id], { shiftMinutes: 15 }, { tell: true })).toMatchObject({
    told: 0,
    toRing: 0,
  })
})

test('a hidden date that went to another venue is sold there once it is shown again', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-12-10' })
  const { venueId } = await makeOffering(app)
  await office.planner.hide({ sessions: [{ id: session.id, version: 1 }], isHidden: true })
  const moved = await office.planner.changeVenue({ sessionId: session.id, version: 2, venueId, roomId: null })
  await office.planner.hide({ sessions: [{ id: session.id, version: moved.version }], isHidden: false })
  expect(await shownOn('2026-12-10')).toEqual([session.id])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('of two dates of a class that would come to one moment the second is left', async () => {
  const { sessionIds } = await office.planner.makeClass(await classWish(app, office))
  const [first, second] = sessionIds as [number, number]
  const { saved, left } = await change([first, second], { date: '2027-01-07' })
  expect(saved).toMatchObject([{ id: first }])
  expect(left).toMatchObject([{ id: second, sentence: plannerSentences.dateTaken }])
})

test('a moment to publish at is asked for where none is given', async () => {
  const wish = await classWish(app, office, { publish: 'at' })
  expect(await refusal(office.planner.makeClass(wish))).toBe(plannerSentences.publishPast)
})

test('of two who edit one class the second is shown the first one’s, and may save over it knowingly', async () => {
  const { offeringId: id } = await office.planner.makeClass(await classWish(app, office, { termId }))
  const other = await app.office('manager')
  const mine = await classAsRead(office, id)
  await other.planner.saveClass({ ...mine, name: 'Ballet One' })
  const late = office.planner.saveClass({ ...mine, name: 'Ballet Two' })
  await expect(late).rejects.toMatchObject({
    officeCode: 409,
    facts: { by: 'Ann Perry', current: { name: 'Ballet One' } },
  })
  expect((await office.planner.class({ id })).name).not.toBe(mine.name)
  await office.planner.saveClass({ ...mine, version: Number(mine.version) + 1, name: 'Ballet Two' })
  const { sessions } = await office.planner.class({ id })
  expect(sessions[0]).toMatchObject({ title: 'Ballet Two' })
})

test('a teacher sees what they teach alone', async () => {
  const { token, staffId } = await makeStaff(app, { role: 'teacher' })
  const own = await office.planner.makeClass(
    await classWish(app, office, { slots: [{ ...tuesdays, teacherIds: [staffId] }] }),
  )
  const foreign = await office.planner.makeClass(await classWish(app, office))
  const day = { from: '2027-01-05', to: '2027-01-05' }
  const seen = await app.officeCall<{ offeringId: number }[]>('Office/Planner/week', day, { token })
  expect(seen.data.map(({ offeringId }) => offeringId)).toEqual([own.offeringId])
  const classOf = (id: number) => app.officeCall('Office/Planner/class', { id }, { token })
  expect(await classOf(own.offeringId)).toMatchObject({ code: 1 })
  expect(await classOf(foreign.offeringId)).toMatchObject({ code: 0, msg: plannerSentences.notFound })
  const dateOf = (id: number | undefined) => app.officeCall('Office/Planner/session', { id }, { token })
  expect(await dateOf(own.sessionIds[0])).toMatchObject({ code: 1, data: { id: own.sessionIds[0] } })
  expect(await dateOf(foreign.sessionIds[0])).toMatchObject({ code: 0, msg: plannerSentences.notFound })
  expect(await office.planner.session({ id: foreign.sessionIds[0] as number })).toMatchObject({
    offeringId: foreign.offeringId,
  })
})

test('a cancelled date leaves its place in the timetable to another, and nothing runs backwards', async () => {
  const at = await makeOffering(app)
  const given = { date: '2026-12-10', name: 'Ballet' }
  const session = await makeSession(app, at, given)
  await expect(makeSession(app, at, given)).rejects.toMatchObject({ constraint: 'sessions_once' })
  await changeRows(
    app.db,
    'sessions',
    { id: session.id },
    { status: 'cancelled', cancelled_at: app.clock.now() },
  )
  await makeSession(app, at, given)
  await expect(
    changeRows(app.db, 'sessions', { id: session.id }, { status: 'scheduled', cancelled_at: null }),
  ).rejects.toMatchObject({ constraint: 'sessions_forward_only' })
  await expect(app.db.deleteFrom('sessions').where('id', '=', session.id).execute()).rejects.toMatchObject({
    constraint: 'sessions_forward_only',
  })
  expect(await leftOf([session.id], { capacity: 20 })).toEqual([plannerSentences.isCancelled])
})

test('a date tells who changed what of it, also among many, and nothing of other dates', async () => {
  const wish = await classWish(app, office, { termId })
  const { sessionIds } = await office.planner.makeClass(wish)
  const [first, second, third] = sessionIds as [number, number, number]
  const bo = await app.office('manager')
  const { staffId } = await makeStaff(app, { role: 'teacher', fullName: 'Stan Dinn' })
  const one = await asRead(app.db, [first])
  await bo.planner.saveSessions({ sessions: one, changes: { addTeachers: [staffId] }, tell: false })
  await change([first, second], { pricePence: 900 })
  const historyOf = async (id: number) =>
    (await bo.planner.history({ id })).items.map(({ action, fields }) => [action, ...fields].join(' '))
  expect(await historyOf(first)).toEqual([
    'session.save pricePence',
    'session.save addTeachers',
    'class.make',
  ])
  expect(await historyOf(second)).toEqual(['session.save pricePence', 'class.make'])
  expect(await historyOf(third)).toEqual(['class.make'])
  const { items, next, total } = await office.planner.history({ id: first, limit: 2 })
  expect([items.map(entry => entry.by), total]).toEqual([['Ann Perry', 'Ann Perry'], 3])
  const older = await office.planner.history({ id: first, limit: 2, after: String(next) })
  expect(older).toMatchObject({ items: [{ action: 'class.make', by: 'Ann Perry' }], next: null, total: 3 })
  expect(await refusal((await app.office('frontDesk')).planner.history({ id: first }))).toMatch(/role/)
})

test('what was refused, or changed nothing of a date, is not told as done', async () => {
  const wish = await classWish(app, office, { termId, to: '2027-01-19' })
  const { sessionIds } = await office.planner.makeClass(wish)
  const [id, other] = sessionIds as [number, number]
  const actionsOf = async (one: number) =>
    (await office.planner.history({ id: one })).items.map(({ action }) => action)
  const logged = () => rowsOf(app.db, 'staff_actions', {})
  const before = await logged()
  expect(await leftOf([id], { date: '2027-02-16' })).toEqual([inClosure('Half-term')])
  expect(await leftOf([id], { capacity: 5 }, { version: 7 })).toEqual([
    expect.stringMatching(/changed this at/),
  ])
  await office.planner.callOff({ sessions: await asRead(app.db, [id]) })
  await office.planner.hide({ sessions: await asRead(app.db, [id]), isHidden: true })
  expect(await actionsOf(id)).toEqual(['class.make'])
  expect(await logged()).toHaveLength(before.length)
  await office.planner.publish({ sessions: await asRead(app.db, [id]), at: null })
  await office.planner.publish({ sessions: await asRead(app.db, [id, other]), at: null })
  expect(await actionsOf(id)).toEqual(['session.publish', 'class.make'])
  expect(await actionsOf(other)).toEqual(['session.publish', 'class.make'])
})

test('more dates than are shown are counted by the month, and all in the file', async () => {
  const at = await makeOffering(app)
  await sql`insert into sessions (kind, offering_id, offering_type_id, name, start_date, end_date, start_time, end_time,
      capacity, price_pence)
    select 'class', ${at.id}, ${at.typeId}, 'Many ' || n, date '2028-06-01' + n % 300, date '2028-06-01' + n % 300,
      '10:00', '10:45', 12, 850
    from generate_series(1, ${mostSessionsShown + 1}::integer) n`.execute(app.db)
  const days = { from: '2028-06-01', to: '2029-05-31' }
  expect(await office.planner.week(days)).toHaveLength(mostSessionsShown)
  const counted = (await office.planner.month(days)).reduce((sum, { sessions }) => sum + sessions, 0)
  expect(counted).toBe(mostSessionsShown + 1)
  const { text } = await office.planner.export(days)
  expect(text.trim().split('\n')).toHaveLength(mostSessionsShown + 2)
})

test('what is filtered is left out, and the month counts what is there', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const slots = [{ ...tuesdays, weekday: 7, roomId }]
  await office.planner.makeClass(await classWish(app, office, { at, slots }))
  await writeRow(app.db, 'sessions', {
    kind: 'class',
    offering_id: at.id,
    offering_type_id: at.typeId,
    name: 'Full',
    start_date: '2027-01-10',
    end_date: '2027-01-10',
    start_time: '10:15',
    end_time: '11:00',
    capacity: 1,
    places_taken: 1,
    price_pence: 0,
    room_id: roomId,
  })
  const day = { from: '2027-01-10', to: '2027-01-10' }
  const count = async (filters: object) => (await office.planner.week({ ...day, ...filters })).length
  expect(await count({})).toBe(2)
  for (const [filters, found] of [
    [{ venueId: at.venueId }, 2],
    [{ roomId }, 2],
    [{ typeId: at.typeId }, 2],
    [{ ageGroupId: at.ageGroupId }, 2],
    [{ kind: 'event' }, 0],
    [{ state: 'draft' }, 1],
    [{ termId }, 0],
    [{ teacherId: 1 }, 0],
    [{ clashesOnly: true }, 2],
    [{ underThird: true }, 1],
  ] as const)
    expect([filters, await count(filters)]).toEqual([filters, found])
  expect(await office.planner.month(day)).toEqual([
    { date: '2027-01-10', sessions: 2, drafts: 1, full: 1, taken: 1, capacity: 13 },
  ])
  const clashing = { from: '2027-01-04', to: '2027-01-17', venueId: at.venueId, clashesOnly: true }
  expect(await office.planner.month(clashing)).toMatchObject([{ date: '2027-01-10', sessions: 2 }])
  const { venues, colours } = await office.planner.choices({})
  expect(venues.find(({ id }) => id === at.venueId)?.rooms).toEqual([
    { id: roomId, name: 'Room 1', capacity: 14, isShared: false },
  ])
  const [{ colour, classes } = { colour: '', classes: 0 }] = colours
  await changeRows(app.db, 'offerings', { colour }, { is_active: false })
  expect((await office.planner.choices({})).colours.find(one => one.colour === colour)).toBeUndefined()
  expect(classes).toBeGreaterThan(0)
})
