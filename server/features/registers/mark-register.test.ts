import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import type { MarkToSend } from '#contract/office/registers.ts'
import { newestMarks } from '#domain/office/marks.ts'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
let desk: OfficeApi
const day = '2026-11-24'
beforeEach(async () => {
  app.clock.set('2026-11-24T10:05:00Z')
  desk = await app.office('frontDesk')
})

async function makePlace(given: { date?: string; endDate?: string } = {}) {
  // Booked before it began.
  const now = app.clock.now()
  app.clock.set('2026-11-23T09:00:00Z')
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { date: day, ...given })
  const family = await makeFamily(app)
  const { bookingId } = await makeBooking(app, session.id, family)
  app.clock.set(now)
  return { sessionId: session.id, bookingId, family, offering }
}

type Place = { sessionId: number; bookingId: number }
const markOf = ({ sessionId, bookingId }: Place, given: Partial<MarkToSend> = {}): MarkToSend => ({
  ...{ id: randomUUID(), sessionId, bookingId, day, state: 'here', collectedBy: '' },
  markedAt: app.clock.now().toISOString(),
  ...given,
})

const answerOf = async (api: OfficeApi, mark: MarkToSend) => {
  const { answers } = await api.registers.mark({ marks: [mark] })
  return `${answers[0]?.outcome} ${answers[0]?.sentence}`.trim()
}

async function teacherOf(sessionId?: number) {
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  if (sessionId) await writeRow(app.db, 'session_teachers', { session_id: sessionId, staff_id: staffId })
  return makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
}

/**
 * Returns only broken rules about marks and erasing, because `makeBooking` writes paid orders without a
 * payment.
 */
const violations = async () =>
  (await findViolations(app.db, app.clock.now(), [app.services.config.dataKey])).filter(({ number }) =>
    [23, 36, 42].includes(number),
  )

test('marks are acknowledged one by one, logged, and a mark that is sent twice counts once', async () => {
  const place = await makePlace()
  const other = await makePlace()
  const [here, late] = [markOf(place), markOf(other, { state: 'late' })]
  const unknown = markOf({ sessionId: place.sessionId, bookingId: 99_999_999 })
  const { answers, now } = await desk.registers.mark({ marks: [here, late, unknown] })
  expect(now).toBe('2026-11-24T10:05:00.000Z')
  expect(answers).toEqual([
    { id: here.id, outcome: 'kept', sentence: '' },
    { id: late.id, outcome: 'kept', sentence: '' },
    { id: unknown.id, outcome: 'refused', sentence: 'This was not found' },
  ])
  const logged = async () =>
    (await rowsOf(app.db, 'staff_actions', { action: 'register.mark' })).map(row => ({
      ...row,
      child_ids: row.child_ids.map(Number),
    }))
  expect(await logged()).toMatchObject([
    { subject_id: place.sessionId, child_ids: [place.family.childId], facts: { marks: 1 } },
    { subject_id: other.sessionId, child_ids: [other.family.childId], facts: { marks: 1 } },
  ])
  expect(await answerOf(desk, { ...here, state: 'absent' })).toBe('kept')
  expect(await logged()).toHaveLength(2)
  const { marks } = await desk.registers.marks({ sessionId: place.sessionId, day })
  expect(marks).toMatchObject([{ id: here.id, state: 'here', bookingId: place.bookingId }])
  expect(await violations()).toEqual([])
})

test('the newest mark by the device’s time counts, on the page and in the database', async () => {
  const place = await makePlace()
  const at = (minute: string, state: MarkToSend['state']) =>
    markOf(place, { state, markedAt: `2026-11-24T09:${minute}:00.000Z` })
  await desk.registers.mark({ marks: [at('40', 'absent'), at('50', 'here')] })
  await desk.registers.mark({ marks: [at('45', 'late')] })
  const register = await desk.registers.get({ sessionId: place.sessionId, day })
  expect(newestMarks(register.marks).get(String(place.bookingId))?.mark.state).toBe('here')
  const { rows } = await sql`select state from held_marks where booking_id = ${place.bookingId}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ state: 'here' }])
})

test('a device whose clock is ahead does not win over later marks', async () => {
  const place = await makePlace()
  await desk.registers.mark({ marks: [markOf(place, { markedAt: '2026-11-24T12:00:00.000Z' })] })
  app.clock.advance(1)
  await desk.registers.mark({ marks: [markOf(place, { state: 'absent' })] })
  const { marks } = await desk.registers.marks({ sessionId: place.sessionId, day })
  expect(newestMarks(marks).get(String(place.bookingId))?.mark.state).toBe('absent')
})

test('a teacher marks own dates until two hours after the end, by the device’s time, and no others', async () => {
  const place = await makePlace()
  const teacher = await teacherOf(place.sessionId)
  const early = markOf(place, { markedAt: '2026-11-24T08:59:00.000Z' })
  expect(await answerOf(teacher, early)).toBe('refused You can mark from 1 hour before the start')
  expect(await answerOf(desk, early)).toBe('refused You can mark from 1 hour before the start')
  expect(await answerOf(teacher, markOf(place))).toBe('kept')
  expect(await answerOf(await teacherOf(), markOf(place))).toBe('refused This register is not yours')
  // A mark that was made in time and arrives days later.
  const late = markOf(place, { markedAt: '2026-11-24T13:00:00.000Z' })
  app.clock.set('2026-11-30T10:00:00Z')
  expect(await answerOf(teacher, late)).toBe('kept')
  expect(await answerOf(teacher, markOf(place))).toMatch(/^refused This register has closed/)
  expect(await answerOf(await app.office('frontDesk'), markOf(place))).toBe('kept')
  app.clock.set('2026-12-10T10:00:00Z')
  expect(await answerOf(await app.office('frontDesk'), markOf(place))).toMatch(/^refused .*Ask a manager/)
  expect(await answerOf(await app.office('manager'), markOf(place))).toBe('kept')
})

test('a mark for a place of another date is refused; one whose place is gone is kept and flagged', async () => {
  const place = await makePlace()
  const other = await makePlace()
  const elsewhere = markOf({ ...place, bookingId: other.bookingId })
  expect(await answerOf(desk, elsewhere)).toBe('refused This place is not of this date')
  // The place was moved meanwhile, but the child came.
  const target = await makeSession(app, place.offering, { date: '2026-12-01' })
  await writeRow(app.db, 'booking_moves', {
    ...{ booking_id: place.bookingId, from_session_id: place.sessionId, to_session_id: target.id },
    moved_at: app.clock.now(),
  })
  await changeRows(app.db, 'bookings', { id: place.bookingId }, { session_id: target.id })
  await changeRows(app.db, 'sessions', { id: place.sessionId }, { places_taken: 0 })
  await changeRows(app.db, 'sessions', { id: target.id }, { places_taken: 1 })
  expect(await answerOf(desk, markOf(place))).toBe('flagged')
  const register = await desk.registers.get({ sessionId: place.sessionId, day })
  expect(register.rows).toEqual([])
  expect(register.strays).toMatchObject([{ problem: 'moved', state: 'here' }])
  await desk.registers.mark({
    marks: [markOf(place, { state: 'none', markedAt: '2026-11-24T10:05:00.001Z' })],
  })
  // The date is on another day now.
  await changeRows(
    app.db,
    'sessions',
    { id: other.sessionId },
    { start_date: '2026-11-25', end_date: '2026-11-25' },
  )
  expect(await answerOf(desk, markOf(other))).toBe('flagged')
  expect(await violations()).toEqual([])
})

test('the database refuses a mark for a place of another date, and never changes a mark', async () => {
  const place = await makePlace()
  const other = await makePlace()
  const { staffId } = await makeStaff(app, { role: 'owner' })
  const insert = (given: { bookingId?: number; onDay?: string }) =>
    sql`insert into register_marks (id, session_id, on_day, booking_id, state, marked_at, staff_id, received_at)
      values (${randomUUID()}, ${place.sessionId}, ${given.onDay ?? day}, ${given.bookingId ?? place.bookingId},
        'here', ${app.clock.now()}, ${staffId}, ${app.clock.now()})`.execute(app.db)
  await expect(insert({ bookingId: other.bookingId })).rejects.toThrow(/no place at its date/)
  await expect(insert({ onDay: '2026-11-25' })).rejects.toThrow(/no place at its date/)
  await insert({})
  const change = (statement: string) => sql.raw(statement).execute(app.db)
  await expect(change(`update register_marks set state = 'late'`)).rejects.toThrow(/only added/)
  await expect(change('delete from register_marks')).rejects.toThrow(/only added/)
})

test('a walk-in is counted at once, listed, and taken off again', async () => {
  const { sessionId } = await makePlace()
  const walkIn = { id: randomUUID(), name: 'Wanda Way', phone: '07700 900123', isTrial: true }
  const { bookingId: _none, ...mark } = markOf({ sessionId, bookingId: 0 }, { walkIn })
  expect(await answerOf(desk, mark)).toBe('kept')
  const left = { state: 'left' as const, collectedBy: 'Wim Way', markedAt: '2026-11-24T10:04:00.000Z' }
  const again = { ...mark, ...left, id: randomUUID() }
  expect(await answerOf(desk, again)).toBe('kept')
  const register = await desk.registers.get({ sessionId, day })
  expect(register.walkIns).toMatchObject([{ ...walkIn, name: 'Wanda Way' }])
  expect(register.marks).toMatchObject([{ collectedBy: 'Wim Way' }, { walkInId: walkIn.id }])
  // The same walk-in belongs to no other date.
  const { sessionId: elsewhere } = await makePlace()
  expect(await answerOf(desk, { ...again, id: randomUUID(), sessionId: elsewhere })).toMatch(/^refused/)
  expect(await violations()).toEqual([])
})

test('a camp has one register for each day, and the last days of a class are shown', async () => {
  const camp = await makePlace({ endDate: '2026-11-26' })
  await desk.registers.mark({ marks: [markOf(camp, { state: 'late' })] })
  const of = (asked?: string) =>
    desk.registers.get({ sessionId: camp.sessionId, ...(asked && { day: asked }) })
  expect(await of()).toMatchObject({
    day,
    days: [day, '2026-11-25', '2026-11-26'],
    marks: [{ state: 'late' }],
  })
  const second = await of('2026-11-25')
  expect(second).toMatchObject({ day: '2026-11-25', marks: [], marksFrom: '2026-11-25T09:00:00.000Z' })
  expect(second.rows[0]?.lastDays).toEqual([{ date: day, state: 'late' }])
  expect((await of('2027-01-01')).day).toBe('2026-11-26')
  const { answers } = await desk.registers.mark({ marks: [markOf(camp, { day: '2026-11-25' })] })
  expect(answers[0]?.sentence).toBe('You can mark from 1 hour before the start')
})

test('the poll reads marks without notes, and refuses a teacher other registers', async () => {
  const place = await makePlace()
  const notes = () => rowsOf(app.db, 'staff_actions', { action: 'notes.read' })
  const before = (await notes()).length
  const asked = { sessionId: place.sessionId, day }
  expect(await desk.registers.marks(asked)).toMatchObject({ marks: [], bookingIds: [place.bookingId] })
  expect(await notes()).toHaveLength(before)
  await expect((await teacherOf()).registers.marks(asked)).rejects.toThrow('This register is not yours')
})

test('the family gets a copy of its marks; closing the account erases who collected a child', async () => {
  const place = await makePlace()
  const { family, bookingId } = place
  await desk.registers.mark({ marks: [markOf(place, { state: 'left', collectedBy: 'Nora Bell' })] })
  const { json } = await family.api.ownData.download()
  expect(JSON.parse(json).attendance).toMatchObject([
    { booking_id: bookingId, state: 'left', collected_by: 'Nora Bell', on_day: day },
  ])
  app.clock.set('2026-11-25T10:00:00Z')
  await family.api.ownData.closeAccount({ password: testPassword, giveUpBookings: false })
  expect(await rowOf(app.db, 'register_marks', { booking_id: bookingId })).toMatchObject({ collected_by: '' })
  expect(await violations()).toEqual([])
})

test('a register is exported without notes, which is logged; a family’s page shows its attendance', async () => {
  const place = await makePlace()
  await desk.registers.mark({ marks: [markOf(place, { state: 'left', collectedBy: 'Nora Bell' })] })
  const asked = { sessionId: place.sessionId, day }
  const { text, fileName } = await (await app.office('manager')).registers.export(asked)
  expect(fileName).toBe('register-2026-11-24.csv')
  const [, row] = text.split('\r\n')
  expect(row).toMatch(/^2026-11-24,.*,booked,yes,Left,10:05,Nora Bell,/)
  expect(text).not.toMatch(/None|medical|allerg/i)
  expect((await rowsOf(app.db, 'staff_actions', { action: 'export.file' })).at(-1)).toMatchObject({
    subject_kind: 'register',
  })
  await expect(desk.registers.export(asked)).rejects.toThrow('Your role does not allow this')
  const { items } = await desk.families.places({ id: place.family.accountId })
  expect(items).toMatchObject([{ marks: [{ day, state: 'left' }] }])
})
