import { beforeEach, expect, test } from 'vitest'
import { inClosure, plannerSentences } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classInput, makeRoom, tuesdays } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
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

const weekOf = (day: string, more: object = {}) => office.planner.week({ from: day, to: day, ...more })
const shownOn = async (day: string) => {
  const days = await app.visitor.offerings.class.timetable({ startDate: day, endDate: day })
  return days.flatMap(({ sessions }) => sessions.map(({ id }) => id))
}

test('a preview shows half-term crossed out and the other classes in the room', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const requested = await classInput(app, office, {
    at,
    name: 'Ballet 3–4',
    slots: [{ ...tuesdays, roomId }],
  })
  await office.planner.makeClass(requested)
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

test('a teacher who is elsewhere at that time is reported, across venues too', async () => {
  const { staffId } = await makeStaff(app, { role: 'teacher', fullName: 'Ann Perry' })
  await office.planner.makeClass(
    await classInput(app, office, { slots: [{ ...tuesdays, teacherIds: [staffId] }] }),
  )
  const elsewhere = await makeOffering(app)
  const slots = [{ ...tuesdays, teacherIds: [staffId] }]
  const asked = { venueId: elsewhere.venueId, from: spring.startDate, to: spring.endDate, slots }
  const { dates } = await office.planner.previewDates(asked)
  expect(dates[0]?.clashes).toMatchObject([{ with: 'teacher', name: 'Ann Perry' }])
})

test("a new class starts with the settings of the type's newest class, best at the same venue", async () => {
  const [here, there] = [await makeOffering(app), await makeOffering(app)]
  const { typeId } = here
  expect(await office.planner.usual({ typeId: here.typeId + 1_000 })).toBe(null)
  const roomId = await makeRoom(app.db, here.venueId)
  const slots = [{ ...tuesdays, roomId, capacity: 8, endTime: '10:30' }]
  const priced = { pricePence: 900, credits: 2, offersTrial: true, trialPricePence: 400 }
  const own = { ...spring, name: 'Spring of another class' }
  const { id: termId } = await office.terms.save({ ...own, closures: [], keepDates: false })
  await office.planner.makeClass(await classInput(app, office, { at: here, slots, termId, ...priced }))
  const first = {
    ...{ venueId: here.venueId, ageGroupId: here.ageGroupId, ageRange: null, termId },
    ...{ roomId, minutes: 30 },
    ...{ capacity: 8, ...priced },
  }
  expect(await office.planner.usual({ typeId })).toEqual(first)
  const single = { date: '2027-02-02', startTime: '09:30', endTime: '15:30' }
  const camp = await classInput(app, office, { at: { ...there, typeId }, capacity: 20 })
  const made = await office.planner.makeClass({ ...camp, slots: [], dates: [single] })
  const second = { venueId: there.venueId, termId: null, minutes: 360, capacity: 20 }
  expect(await office.planner.usual({ typeId })).toMatchObject(second)
  expect(await office.planner.usual({ typeId, venueId: here.venueId })).toEqual(first)
  await office.planner.deleteDrafts({ sessions: await asRead(app.db, made.sessionIds) })
  expect(await office.planner.usual({ typeId, venueId: there.venueId })).toEqual(first)
  const desk = await app.office('frontDesk')
  expect(await refusal(desk.planner.usual({ typeId }))).toBeTruthy()
})

test('a new class has drafts that no parent sees, and is sold once published', async () => {
  const requested = await classInput(app, office, { termId, publish: 'not' })
  const { offeringId, sessionIds } = await office.planner.makeClass(requested)
  expect(sessionIds).toHaveLength(11)
  expect(await rowOf(app.db, 'offerings', { id: offeringId })).toMatchObject({
    is_active: false,
    term_id: termId,
  })
  const first = sessionIds[0] as number
  expect(await shownOn('2027-01-05')).not.toContain(first)
  const family = await makeFamily(app)
  const session = { id: first, kind: 'class' as const, offeringId }
  expect(await refusal(family.api.orders.class.place(bookingRequest(family, session)))).toBe(
    'This class was not found',
  )
  expect(await weekOf('2027-01-05', { termId })).toMatchObject([
    { id: first, state: 'draft', title: requested.name },
  ])

  await office.planner.publish({ sessions: await asRead(app.db, sessionIds), at: null })
  expect(await shownOn('2027-01-05')).toContain(first)
  await family.api.orders.class.place(bookingRequest(family, session))
  expect(await refusal(office.planner.deleteDrafts({ sessions: [{ id: first, version: 2 }] }))).toBe(
    plannerSentences.draftsOnly,
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an invalid class is refused field by field', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const requested = await classInput(app, office, { at })
  const refused = async (given: object) => refusal(office.planner.makeClass({ ...requested, ...given }))
  expect(await refused({ slots: [], dates: [] })).toBe(plannerSentences.addATime)
  expect(await refused({ slots: [{ ...tuesdays, endTime: '09:00' }] })).toBe(plannerSentences.endAfterStart)
  expect(await refused({ slots: [{ ...tuesdays, endTime: '10:10' }] })).toBe(plannerSentences.slotLength)
  expect(await refused({ slots: [tuesdays, tuesdays] })).toBe(plannerSentences.slotTwice)
  expect(await refused({ colour: '#ffff99' })).toBe(plannerSentences.pale)
  expect(await refused({ isPackOnly: true, credits: 0 })).toBe(plannerSentences.packNeedsCredits)
  expect(await refused({ offersTrial: true, trialPricePence: 900 })).toBe(plannerSentences.trialDearer)
  expect(await refused({ pricePence: 200_001 })).toBe(plannerSentences.price)
  expect(await refused({ capacity: 501 })).toBe(plannerSentences.maxPlaces)
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
  await office.planner.makeClass({ ...requested, roomId, capacity: 15, reason: 'A small brother may sit in' })
})

test('a date in a closure is created when confirmed, and stays confirmed', async () => {
  const requested = await classInput(app, office, { termId })
  const kept = { date: '2027-02-16', startTime: '10:00', endTime: '10:45', slot: 0, isKept: true }
  const { sessionIds } = await office.planner.makeClass({ ...requested, dates: [...requested.dates, kept] })
  expect(sessionIds).toHaveLength(12)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a camp that lies in half-term is created without a question, and may be moved there', async () => {
  const times = { startTime: '09:30', endTime: '15:30' }
  const camp = { date: '2027-02-15', endDate: '2027-02-17', ...times }
  const requested = { ...(await classInput(app, office, { termId })), slots: [] }
  const { sessionIds } = await office.planner.makeClass({ ...requested, dates: [camp] })
  const [id] = sessionIds as [number]
  expect(await rowOf(app.db, 'sessions', { id })).toMatchObject({ is_kept_in_closure: true })
  const move = async (date: string) =>
    office.planner.saveSessions({
      ...{ sessions: await asRead(app.db, [id]), changes: { date }, reason: '', tell: false },
    })
  for (const date of ['2027-02-22', '2027-02-16']) expect(await move(date)).toMatchObject({ left: [] })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  const single = { ...requested, name: 'One day', dates: [{ date: '2027-02-15', ...times }] }
  expect(await refusal(office.planner.makeClass(single))).toBe(inClosure('Half-term'))
})

test('a camp of single dates lasts several days and is published at its scheduled time', async () => {
  const dates = [{ date: '2027-02-15', endDate: '2027-02-19', startTime: '09:30', endTime: '15:30' }]
  const publishAt = '2026-11-24T09:00:00.000Z'
  const whole = { ...(await classInput(app, office)), slots: [], dates, publish: 'at' as const, publishAt }
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

test('a publication time can be read, changed and cancelled; its old job does nothing', async () => {
  const { sessionIds } = await office.planner.makeClass(await classInput(app, office))
  const [id] = sessionIds as [number]
  const momentOf = async () => (await weekOf('2027-01-05')).find(one => one.id === id)?.publishAt
  const at = (hour: number) => `2026-11-23T${hour}:00:00.000Z`
  expect(await momentOf()).toBeNull()
  const read = await asRead(app.db, sessionIds)
  // Each answer has the new versions, with which the next call continues.
  const { saved } = await office.planner.publish({ sessions: read, at: at(11) })
  expect(new Set(saved)).toEqual(new Set(await asRead(app.db, sessionIds)))
  expect(await momentOf()).toBe(at(11))
  const logged = (await rowsOf(app.db, 'staff_actions', { action: 'session.publish' })).at(-1)
  expect(logged?.facts).toEqual({ sessions: expect.anything(), at: at(11) })
  // Another owner, who still sees the old dates, gets a conflict; so does a cancellation based on an old
  // moment.
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
