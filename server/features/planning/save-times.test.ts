import { beforeEach, expect, test } from 'vitest'
import { outsideTerm, plannerSentences } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classInput, makeRoom, type Slot, tuesdays } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
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

const fridays: Slot = { ...tuesdays, weekday: 5 }
const make = async (given: Parameters<typeof classInput>[2] = {}) =>
  office.planner.makeClass(await classInput(app, office, { termId, ...given }))

/** Changes the weekly times as the form does: `change` turns the present ones into the new ones. */
async function changeTimes(
  id: number,
  change: (slots: (Slot & { id?: number })[]) => (Slot & { id?: number })[],
  more: { withPublished?: boolean; reason?: string; version?: number; to?: string } = {},
) {
  const { version, slots } = await office.planner.class({ id })
  const requested = {
    ...{ id, version, from: spring.startDate, to: spring.endDate, withPublished: false },
    slots: change(slots),
    ...more,
  }
  const { version: _version, ...asked } = requested
  const preview = await office.planner.previewTimes(asked)
  const saved = await office.planner.saveTimes(requested)
  expect(saved).toMatchObject(preview)
  return saved
}
const later = (slots: (Slot & { id?: number })[]) =>
  slots.map(slot => ({ ...slot, startTime: '10:30', endTime: '11:15' }))
const datesOf = async (id: number) =>
  (await office.planner.class({ id })).sessions.map(
    ({ date, startTime, endTime, state }) => `${date} ${startTime}–${endTime} ${state}`,
  )

test('a draft moved back to its weekly time, as Undo of a drag does, follows it again', async () => {
  const everyOther = await make({ slots: [{ ...tuesdays, weeks: 'odd' }] })
  for (const [{ offeringId }, date] of [
    [await make(), '2027-01-05'],
    [everyOther, '2027-01-05'],
  ] as const) {
    const [first] = (await office.planner.class({ id: offeringId })).sessions
    let sessions = [{ id: first?.id as number, version: first?.version as number }]
    for (const to of [{ date: '2027-01-06' }, { date }]) {
      sessions = (await office.planner.saveSessions({ sessions, changes: to, tell: false })).saved
    }
    await changeTimes(offeringId, later)
    expect((await datesOf(offeringId))[0]).toBe(`${date} 10:30–11:15 draft`)
  }
  // In a week that its weekly time skips it is a single date.
  const [first] = (await office.planner.class({ id: everyOther.offeringId })).sessions
  for (const date of ['2027-01-06', '2027-01-12']) {
    const sessions = await asRead(app.db, [first?.id as number])
    await office.planner.saveSessions({ sessions, changes: { date, startTime: '10:30' }, tell: false })
  }
  expect(await rowOf(app.db, 'sessions', { id: first?.id })).toMatchObject({
    start_date: '2027-01-12',
    slot_id: null,
  })
})

test('drafts follow a new day, time, room and teacher; individual changes stay', async () => {
  const { offeringId, sessionIds } = await make()
  const { venue_id } = await rowOf(app.db, 'offerings', { id: offeringId })
  const roomId = await makeRoom(app.db, venue_id)
  const { staffId } = await makeStaff(app, { role: 'teacher' })
  const [first] = (await office.planner.class({ id: offeringId })).sessions
  const sessions = [{ id: first?.id as number, version: first?.version as number }]
  await office.planner.saveSessions({ sessions, changes: { startTime: '09:00', capacity: 5 }, tell: false })
  const counts = await changeTimes(offeringId, slots =>
    slots.map(slot => ({
      ...slot,
      ...fridays,
      startTime: '10:30',
      endTime: '11:30',
      roomId,
      teacherIds: [staffId],
    })),
  )
  expect(counts).toMatchObject({
    drafts: sessionIds.length,
    published: 0,
    staying: 0,
    made: 0,
    deleted: 0,
    left: [],
  })
  const dates = await datesOf(offeringId)
  expect(dates.slice(0, 2)).toEqual(['2027-01-08 09:00–09:45 draft', '2027-01-15 10:30–11:30 draft'])
  expect(dates).toHaveLength(11)
  const { sessions: after, slots } = await office.planner.class({ id: offeringId })
  expect(after[0]).toMatchObject({ capacity: 5, roomId, teachers: [{ id: staffId }] })
  expect(slots).toMatchObject([{ weekday: 5, startTime: '10:30', roomId }])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a draft whose new day is closed is deleted and counted', async () => {
  const { offeringId } = await make({ slots: [{ ...tuesdays, weekday: 6 }] })
  expect(await changeTimes(offeringId, slots => slots.map(slot => ({ ...slot, weekday: 3 })))).toMatchObject({
    ...{ drafts: 11, deleted: 1, skipped: 1 },
  })
  expect((await datesOf(offeringId)).filter(date => date.startsWith('2027-02-1'))).toEqual([
    '2027-02-10 10:00–10:45 draft',
  ])
})

test('published dates stay unless asked for; a booked one keeps its time even then', async () => {
  const { offeringId, sessionIds } = await make({ publish: 'now' })
  const family = await makeFamily(app)
  const booked = sessionIds[0] as number
  const session = { id: booked, kind: 'class' as const, offeringId }
  await family.api.orders.class.place(bookingRequest(family, session))
  expect(await changeTimes(offeringId, later)).toMatchObject({ drafts: 0, published: 0, staying: 11 })
  expect(new Set((await datesOf(offeringId)).map(date => date.slice(11)))).toEqual(
    new Set(['10:00–10:45 scheduled']),
  )
  // The weekly time is now at half past; its dates have their own time and keep it, until they are changed
  // themselves.
  await changeTimes(offeringId, slots =>
    slots.map(slot => ({ ...slot, startTime: '10:00', endTime: '10:45' })),
  )
  const moved = await changeTimes(
    offeringId,
    slots => later(slots).map(slot => ({ ...slot, capacity: 14 })),
    { withPublished: true },
  )
  expect(moved).toMatchObject({ published: 11, staying: 1 })
  const row = await rowOf(app.db, 'sessions', { id: booked })
  expect(row).toMatchObject({ start_time: '10:00:00', capacity: 14 })
  expect((await datesOf(offeringId)).filter(date => date.includes('10:30'))).toHaveLength(10)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a published date with a waiting list is not moved', async () => {
  const { offeringId, sessionIds } = await make({ publish: 'now', slots: [{ ...tuesdays, capacity: 0 }] })
  const family = await makeFamily(app)
  const sessionId = sessionIds[0] as number
  const session = { id: sessionId, kind: 'class' as const, offeringId }
  await family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId })
  const counts = await changeTimes(offeringId, later, { withPublished: true })
  expect(counts).toMatchObject({ published: 10, staying: 1 })
  expect(await rowOf(app.db, 'sessions', { id: sessionId })).toMatchObject({ start_time: '10:00:00' })
})

test('more places on published dates are offered to the waiting list', async () => {
  const { offeringId, sessionIds } = await make({ publish: 'now', slots: [{ ...tuesdays, capacity: 0 }] })
  const family = await makeFamily(app)
  const session = { id: sessionIds[0] as number, kind: 'class' as const, offeringId }
  await family.api.waitingLists.class.join({ ...bookingRequest(family, session), sessionId: session.id })
  const more = (slots: Slot[]) => slots.map(slot => ({ ...slot, capacity: 3 }))
  expect(await changeTimes(offeringId, more, { withPublished: true })).toMatchObject({
    offered: 1,
    staying: 0,
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an added weekly time gets its own drafts, without closures', async () => {
  const { offeringId } = await make()
  expect(await changeTimes(offeringId, slots => [...slots, fridays])).toMatchObject({
    ...{ made: 11, skipped: 1, drafts: 0, staying: 0, deleted: 0 },
  })
  const { sessions, slots } = await office.planner.class({ id: offeringId })
  expect(slots).toHaveLength(2)
  const made = sessions.filter(({ date }) => date > '2027-01-05' && date < '2027-01-09')
  expect(made).toMatchObject([{ date: '2027-01-08', state: 'draft', pricePence: 850, credits: 1 }])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test("a date's history shows that its weekly time changed, or that a new weekly time added it", async () => {
  const { offeringId, sessionIds } = await make()
  await changeTimes(offeringId, slots => [...later(slots), fridays])
  const actionsOf = async (id?: number) =>
    (await office.planner.history({ id: id as number })).items.map(({ action }) => action)
  expect(await actionsOf(sessionIds[0])).toEqual(['class.save', 'class.make'])
  const made = (await office.planner.class({ id: offeringId })).sessions.find(
    ({ id }) => !sessionIds.includes(id),
  )
  expect(await actionsOf(made?.id)).toEqual(['class.addDates', 'class.make'])
})

test('a removed weekly time takes its drafts along; published dates become single dates', async () => {
  const { offeringId, sessionIds } = await make({ slots: [tuesdays, fridays] })
  const friday = (await office.planner.class({ id: offeringId })).sessions.find(
    ({ date }) => date === '2027-01-08',
  )
  await office.planner.publish({ sessions: await asRead(app.db, [friday?.id as number]), at: null })
  const counts = await changeTimes(offeringId, slots => slots.filter(({ weekday }) => weekday === 2))
  expect(counts).toMatchObject({ deleted: sessionIds.length - 12, staying: 1, drafts: 0 })
  expect(await rowOf(app.db, 'sessions', { id: friday?.id as number })).toMatchObject({
    ...{ slot_id: null, status: 'scheduled' },
  })
  expect(await datesOf(offeringId)).toHaveLength(12)
})

test('a weekly time that replaces another does not clash with the drafts it deletes', async () => {
  const at = await makeOffering(app)
  const roomId = await makeRoom(app.db, at.venueId)
  const { offeringId } = await make({ at, slots: [{ ...tuesdays, roomId }] })
  const instead = await changeTimes(offeringId, () => later([{ ...tuesdays, roomId }]))
  expect(instead).toMatchObject({ deleted: 11, made: 11, clashing: 0 })
})

test('changing to fortnightly deletes the drafts between, and weekly creates them again', async () => {
  const { offeringId } = await make()
  const weeks = (which: Slot['weeks']) => (slots: Slot[]) => slots.map(slot => ({ ...slot, weeks: which }))
  expect(await changeTimes(offeringId, weeks('odd'))).toMatchObject({ deleted: 6, made: 0 })
  expect((await datesOf(offeringId)).slice(0, 2)).toEqual([
    '2027-01-05 10:00–10:45 draft',
    '2027-01-19 10:00–10:45 draft',
  ])
  expect(await changeTimes(offeringId, weeks('every'))).toMatchObject({ made: 6, deleted: 0 })
})

test('fortnightly dates keep their weeks on another day, and new ones continue them', async () => {
  const mondays: Slot = { ...tuesdays, weekday: 1, weeks: 'even' }
  const requested = await classInput(app, office, { slots: [mondays], to: '2027-01-31' })
  const { offeringId } = await office.planner.makeClass(requested)
  const offered = async (from: string) => {
    const { venueId, slots } = await office.planner.class({ id: offeringId })
    const asked = {
      offeringId,
      venueId,
      from,
      to: '2027-02-28',
      slots: slots.map(({ id: _, ...slot }) => slot),
    }
    return (await office.planner.previewDates(asked)).dates.map(({ date }) => date)
  }
  // Without a term, weeks are counted from the first day of the range in which the dates were first listed.
  expect((await datesOf(offeringId))[0]).toMatch(/^2027-01-11/)
  const onTuesdays = (slots: Slot[]) => slots.map(slot => ({ ...slot, weekday: 2 }))
  expect(await changeTimes(offeringId, onTuesdays)).toMatchObject({ drafts: 2, deleted: 0 })
  expect(await datesOf(offeringId)).toEqual(['2027-01-12 10:00–10:45 draft', '2027-01-26 10:00–10:45 draft'])
  expect(await offered('2027-02-01')).toEqual(['2027-02-09', '2027-02-23'])
  const weeks = (which: Slot['weeks']) => (slots: Slot[]) => slots.map(slot => ({ ...slot, weeks: which }))
  await changeTimes(offeringId, weeks('odd'), { to: '2027-01-31' })
  expect(await datesOf(offeringId)).toEqual(['2027-01-05 10:00–10:45 draft', '2027-01-19 10:00–10:45 draft'])
  expect(await offered('2027-02-08')).toEqual(['2027-02-16'])
})

test('fortnightly dates keep their weeks when their term begins a week earlier', async () => {
  const term = { name: 'Fortnights', startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  const { id } = await office.terms.save({ ...term, keepDates: false })
  const slots: Slot[] = [{ ...tuesdays, weeks: 'odd' }]
  const { offeringId } = await make({ termId: id, slots, to: '2027-01-31' })
  await office.terms.save({ ...term, id, version: 1, startDate: '2026-12-28', keepDates: false })
  const { venueId } = await office.planner.class({ id: offeringId })
  const asked = { offeringId, venueId, termId: id, from: '2027-01-25', to: '2027-02-07', slots }
  expect(await office.planner.previewDates(asked)).toMatchObject({ dates: [{ date: '2027-02-02' }] })
  const onWednesdays = (given: Slot[]) => given.map(slot => ({ ...slot, weekday: 3 }))
  expect(await changeTimes(offeringId, onWednesdays)).toMatchObject({ drafts: 2, deleted: 0 })
})

test('two consecutive times can both move by an hour, but cannot swap', async () => {
  const second = { ...tuesdays, startTime: '11:00', endTime: '11:45' }
  const { offeringId } = await make({ slots: [tuesdays, second] })
  const hourLater = { '10:00': ['11:00', '11:45'], '11:00': ['12:00', '12:45'] } as const
  const shift = (slots: Slot[]) =>
    slots.map(slot => {
      const [startTime, endTime] = hourLater[slot.startTime as keyof typeof hourLater]
      return { ...slot, startTime, endTime }
    })
  expect(await changeTimes(offeringId, shift)).toMatchObject({ drafts: 22, left: [] })
  const swap = (slots: Slot[]) =>
    slots.map((slot, index) => ({
      ...slot,
      startTime: slots[1 - index]?.startTime as string,
      endTime: '13:00',
    }))
  expect(await refusal(changeTimes(offeringId, swap))).toBe(plannerSentences.slotsSwapped)
})

test('an added weekly time creates no date outside the term', async () => {
  const { offeringId } = await make()
  const add = (to: string) => changeTimes(offeringId, slots => [...slots, fridays], { to })
  expect(await refusal(add('2027-04-02'))).toBe(outsideTerm(spring))
  expect(await add(spring.endDate)).toMatchObject({ made: 11 })
})

test('a draft that would fall on another date of the class stays and says why', async () => {
  const { offeringId } = await make()
  const [first, second] = (await office.planner.class({ id: offeringId })).sessions
  // The first is a single date at half past ten of the second's day.
  await office.planner.saveSessions({
    sessions: [{ id: first?.id as number, version: first?.version as number }],
    changes: { date: second?.date as string, startTime: '10:30' },
    tell: false,
  })
  const { left, drafts } = await changeTimes(offeringId, later)
  expect(left).toMatchObject([{ sentence: plannerSentences.dateTaken }])
  expect(drafts).toBe(9)
})

test('invalid weekly times are refused, and so is a class that somebody else saved', async () => {
  const { offeringId } = await make()
  const { venue_id } = await rowOf(app.db, 'offerings', { id: offeringId })
  const roomId = await makeRoom(app.db, venue_id)
  const refused = (change: Partial<Slot>, more: object = {}) =>
    refusal(changeTimes(offeringId, slots => slots.map(slot => ({ ...slot, ...change })), more))
  expect(await refusal(changeTimes(offeringId, () => []))).toBe(plannerSentences.addATime)
  expect(await refusal(changeTimes(offeringId, slots => [...slots, tuesdays]))).toBe(
    plannerSentences.slotTwice,
  )
  expect(await refused({ endTime: '09:00' })).toBe(plannerSentences.endAfterStart)
  expect(await refused({ capacity: 501 })).toBe(plannerSentences.maxPlaces)
  expect(await refused({ roomId: 999_999 })).toBe(plannerSentences.chooseRoom)
  expect(await refused({ teacherIds: [999_999] })).toBe(plannerSentences.chooseTeacher)
  expect(await refused({ roomId, capacity: 15 })).toBe('Room 1 holds 14')
  expect(await refused({ id: 999_999 } as never)).toBe(plannerSentences.notFound)
  expect(await refused({ roomId, capacity: 15 }, { reason: 'The wall is open' })).toBeUndefined()
  expect(await refused({ startTime: '09:00' }, { version: 1 })).toMatch(/changed this at/)
  const log = await rowsOf(app.db, 'staff_actions', { subject_kind: 'class', subject_id: offeringId })
  expect(log.map(({ action }) => action)).toEqual(['class.make', 'class.save'])
})
