import { beforeEach, expect, test } from 'vitest'
import type { terms } from '#contract/office/terms.ts'
import type { CallInput } from '#contract/wire.ts'
import { outsideTerm, plannerSentences } from '#domain/office/planner-sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { asRead, classAsRead, classInput, makeRoom } from '#testing/make-class.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
let office = await app.office('owner')
let made = 0
beforeEach(async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  office = await app.office('owner')
})

const makeTerm = async (given: Partial<CallInput<typeof terms.save>> = {}) => {
  const name = `Spring ${++made}`
  const days = { startDate: '2027-01-04', endDate: '2027-03-28' }
  const { id } = await office.terms.save({ name, ...days, closures: [], keepDates: false, ...given })
  return { id, name }
}
const makeClass = async (given: Parameters<typeof classInput>[2] = {}) =>
  (await office.planner.makeClass(await classInput(app, office, given))).offeringId
type Changes = Partial<Awaited<ReturnType<typeof classAsRead>>>
const change = async (id: number, changes: Changes) =>
  office.planner.saveClass({ ...(await classAsRead(office, id)), ...changes })

test('a class without a term joins one that contains its dates, and is copied with it', async () => {
  const halfTerm = { name: 'Half-term', venueId: null, startDate: '2027-02-15', endDate: '2027-02-19' }
  const term = await makeTerm({ closures: [halfTerm] })
  const short = await makeTerm({ endDate: '2027-02-28' })
  const id = await makeClass()
  expect(await refusal(change(id, { termId: short.id }))).toBe(
    outsideTerm({ ...short, startDate: '2027-01-04', endDate: '2027-02-28' }),
  )
  expect(await refusal(change(id, { termId: 987_654 }))).toBe(plannerSentences.chooseTerm)
  expect(await refusal(change(id, { termId: term.id }))).toMatch(
    /^1 date lies in a closure. Keep it, or move or delete it first: .+, Tue 16 Feb. No family is booked on it$/,
  )
  expect(await office.planner.class({ id })).toMatchObject({ termId: null, version: 1 })
  await change(id, { termId: term.id, keepDates: true })
  expect(await office.planner.class({ id })).toMatchObject({ term: term.name })
  expect(await rowOf(app.db, 'sessions', { offering_id: id, start_date: '2027-02-16' })).toMatchObject({
    is_kept_in_closure: true,
  })
  const summer = { startDate: '2027-04-19', endDate: '2027-07-18', closures: [] }
  const { classes } = await office.terms.previewCopy({ termId: term.id, left: [], ...summer })
  expect(classes).toMatchObject([{ offeringId: id, dates: 13 }])
  await change(id, { termId: null })
  expect(await office.planner.class({ id })).toMatchObject({ termId: null, term: '' })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a class cannot take a name that would give two of its dates the same title', async () => {
  const at = await makeOffering(app)
  const tenOClock = { date: '2026-12-08', startTime: '10:00' }
  await makeSession(app, at, { ...tenOClock, name: at.name })
  await makeSession(app, at, { ...tenOClock, name: 'Rainy day' })
  expect(await refusal(change(at.id, { name: 'Rainy day' }))).toBe(plannerSentences.dateTaken)
})

test('type, kind and venue change with all dates as long as nobody has booked', async () => {
  const [at, other] = [await makeOffering(app), await makeOffering(app, { kind: 'event' })]
  const [room, hall] = [await makeRoom(app.db, at.venueId), await makeRoom(app.db, other.venueId, 'Hall')]
  const small = await makeRoom(app.db, other.venueId, 'Cupboard', 4)
  const id = await makeClass({ at, roomId: room, name: '' })
  const there = { typeId: other.typeId, venueId: other.venueId }
  expect(await refusal(change(id, there))).toBe(plannerSentences.chooseRoom)
  expect(await refusal(change(id, { ...there, roomId: small }))).toBe('Cupboard holds 4')
  expect(await refusal(change(id, { typeId: 987_654 }))).toBe(plannerSentences.chooseType)
  expect(await refusal(change(id, { venueId: 987_654, roomId: null }))).toBe(plannerSentences.chooseVenue)
  await change(id, { ...there, roomId: hall, name: '' })
  const found = await office.planner.class({ id })
  expect(found).toMatchObject({ kind: 'event', ...there, slots: [{ roomId: hall }] })
  expect(found.sessions).toHaveLength(12)
  for (const session of found.sessions)
    expect(session).toMatchObject({ kind: 'event', roomId: hall, title: found.typeName })
  expect(await rowsOf(app.db, 'sessions', { offering_id: id, name: found.typeName })).toHaveLength(12)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a class keeps its own room when that is switched off, but gets no other inactive one', async () => {
  const at = await makeOffering(app)
  const [room, other] = [await makeRoom(app.db, at.venueId), await makeRoom(app.db, at.venueId, 'Hall')]
  const id = await makeClass({ at, roomId: room })
  await changeRows(app.db, 'rooms', { venue_id: at.venueId }, { is_active: false })
  await change(id, { name: 'Ballet for all' })
  expect(await office.planner.class({ id })).toMatchObject({ name: 'Ballet for all', roomId: room })
  expect(await rowOf(app.db, 'offerings', { id })).toMatchObject({ classroom: 'Room 1' })
  expect(await refusal(change(id, { roomId: other }))).toBe(plannerSentences.chooseRoom)
})

test('type and venue are fixed once booked or waited for; the term may change', async () => {
  const [at, event, other] = [
    await makeOffering(app),
    await makeOffering(app, { kind: 'event' }),
    await makeOffering(app),
  ]
  const requested = await classInput(app, office, { at, publish: 'now' })
  const { offeringId: id, sessionIds } = await office.planner.makeClass(requested)
  const family = await makeFamily(app)
  await family.api.orders.class.place(
    bookingRequest(family, { kind: 'class', id: sessionIds[0] as number, offeringId: id }),
  )
  expect(await refusal(change(id, { typeId: event.typeId }))).toBe(plannerSentences.kindIsSold)
  expect(await refusal(change(id, { typeId: other.typeId }))).toBe(plannerSentences.typeIsSold)
  expect(await refusal(change(id, { venueId: other.venueId }))).toBe(plannerSentences.venueIsSold)
  const term = await makeTerm()
  await change(id, { termId: term.id, name: 'Ballet for all' })
  expect(await office.planner.class({ id })).toMatchObject({ term: term.name, name: 'Ballet for all' })
  expect(await asRead(app.db, sessionIds)).toHaveLength(12)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
