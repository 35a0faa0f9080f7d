import { beforeEach, expect, test } from 'vitest'
import { inClosure, outsideTerm, plannerSentences } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classAsRead, classInput, makeRoom, tuesdays } from '#testing/make-class.ts'
import { makeOffering } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
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
const make = async (given: Parameters<typeof classInput>[2] = {}) =>
  office.planner.makeClass(await classInput(app, office, { termId, ...given }))
const alone = { roomId: null, capacity: 10, teacherIds: [] }
const weekly = (date: string) => ({ date, startTime: '10:00', endTime: '10:45', slot: 0 })
const datesOf = async (id: number) =>
  (await office.planner.class({ id })).sessions.map(({ date, state }) => `${date} ${state}`)

test('a class gets more weeks and single dates as drafts at the price of its newest date', async () => {
  const { offeringId: id, sessionIds } = await make({ to: '2027-01-12' })
  await office.planner.publish({ sessions: await asRead(app.db, sessionIds), at: null })
  const last = sessionIds.at(-1) as number
  const sessions = await asRead(app.db, [last])
  await office.planner.saveSessions({ sessions, changes: { pricePence: 950 }, tell: false })
  const camp = { date: '2027-02-08', endDate: '2027-02-10', startTime: '09:30', endTime: '15:30' }
  const dates = [camp, weekly('2027-01-19'), { ...weekly('2027-02-16'), isKept: true }]
  const made = await office.planner.addDates({ id, ...alone, dates })
  expect(made.sessionIds).toHaveLength(3)
  const after = await office.planner.class({ id })
  expect(after.sessions.filter(({ state }) => state === 'draft')).toMatchObject([
    { date: '2027-01-19', pricePence: 950, capacity: 12 },
    { date: '2027-02-08', endDate: '2027-02-10', pricePence: 950, capacity: 10 },
    { date: '2027-02-16', pricePence: 950, capacity: 12 },
  ])
  const [slot] = after.slots
  expect(await rowOf(app.db, 'sessions', { offering_id: id, start_date: '2027-01-19' })).toMatchObject({
    ...{ slot_id: slot?.id, is_kept_in_closure: false },
  })
  expect(await rowOf(app.db, 'staff_actions', { action: 'class.addDates' })).toMatchObject({ subject_id: id })
  await office.planner.publish({ sessions: await asRead(app.db, made.sessionIds), at: null })
  expect(await datesOf(id)).toHaveLength(5)
  expect(await rowOf(app.db, 'offerings', { id })).toMatchObject({ end_date: '2027-02-16' })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a pack-only class and its copy get no free date, even if the newest date is free', async () => {
  const { offeringId: id } = await make({ to: '2027-01-12', credits: 0 })
  app.clock.set('2027-01-13T09:00:00Z')
  office = await app.office('owner')
  await office.planner.saveClass({ ...(await classAsRead(office, id)), isPackOnly: true })
  await office.planner.addDates({ id, ...alone, dates: [weekly('2027-01-19')] })
  const made = { start_date: '2027-01-19', offering_id: id }
  expect(await rowOf(app.db, 'sessions', made)).toMatchObject({ credits: 1 })
  await changeRows(app.db, 'sessions', made, { credits: 0 })
  const summer = { name: 'Summer 2027', startDate: '2027-04-12', endDate: '2027-04-18', closures: [] }
  await office.terms.copy({ termId, ...summer, offerings: [{ id, pricePence: 850 }] })
  await app.runJobs()
  expect(await rowOf(app.db, 'sessions', { start_date: '2027-04-13' })).toMatchObject({ credits: 1 })
})

test('added dates obey the rules of a new class', async () => {
  const at = await makeOffering(app)
  const small = await makeRoom(app.db, at.venueId, 'Small', 8)
  const { offeringId: id } = await make({ at, to: '2027-01-12' })
  const before = await datesOf(id)
  const add = (date: object, given: object = {}) =>
    office.planner.addDates({
      id,
      ...alone,
      dates: [{ ...weekly('2027-01-19'), ...date }],
      ...given,
    })
  const one = { slot: undefined }
  expect(await refusal(add({ date: '2027-01-12' }))).toBe(plannerSentences.dateTaken)
  expect(await refusal(add({ date: '2027-01-20' }))).toBe(plannerSentences.withinADay)
  expect(await refusal(add({ date: '2027-04-06' }))).toBe(outsideTerm(spring))
  expect(await refusal(add({ date: '2027-02-16' }))).toBe(inClosure('Half-term'))
  expect(await refusal(add({ ...one, endTime: '09:00' }))).toBe(plannerSentences.endAfterStart)
  expect(await refusal(add({ ...one, endDate: '2027-02-19' }))).toBe(plannerSentences.tooLong)
  expect(await refusal(add(one, { roomId: small }))).toBe('Small holds 8')
  expect(await refusal(add(one, { roomId: 987_654 }))).toBe(plannerSentences.chooseRoom)
  expect(await refusal(add(one, { capacity: 501 }))).toBe(plannerSentences.maxPlaces)
  expect(await refusal(add(one, { teacherIds: [987_654] }))).toBe(plannerSentences.chooseTeacher)
  expect(await refusal(add({}, { dates: [] }))).toBe(plannerSentences.addATime)
  expect(await datesOf(id)).toEqual(before)
  await add({ ...one, date: '2027-01-20' }, { roomId: small, reason: 'Two helpers' })
  expect(await refusal(add({ ...one, date: '2027-01-20' }))).toBe(plannerSentences.dateTaken)
  expect(await refusal(office.planner.addDates({ id: 987_654, ...alone, dates: [] }))).toMatch(/not found/)
})

test("a class has at most 500 dates, and dates cannot name another class's weekly time", async () => {
  const { offeringId: id } = await make({ slots: [tuesdays, { ...tuesdays, weekday: 4 }], to: '2027-01-12' })
  const dates = Array.from({ length: 499 }, (_, at) => ({
    ...{ date: '2027-01-06', endDate: '2027-01-06', endTime: '23:00' },
    startTime: `${String(6 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
  }))
  const add = (dates: Parameters<typeof office.planner.addDates>[0]['dates']) =>
    office.planner.addDates({ id, ...alone, dates })
  expect(await refusal(add(dates))).toBe(plannerSentences.tooManyDates)
  expect(await refusal(add([{ ...weekly('2027-01-19'), slot: 1 }]))).toBe(plannerSentences.withinADay)
  expect(await refusal(add([{ ...weekly('2027-01-19'), slot: 2 }]))).toBe(plannerSentences.withinADay)
})
