import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import type { MarkToSend } from '#contract/office/registers.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const day = '2026-11-24'
beforeEach(() => app.clock.set('2026-11-24T10:05:00Z'))

/** Makes a teacher who teaches a session, and functions that mark it as their phone would. */
async function makeTeacher() {
  const now = app.clock.now()
  app.clock.set('2026-11-23T09:00:00Z')
  const session = await makeSession(app, await makeOffering(app), { date: day })
  const { bookingId } = await makeBooking(app, session.id, await makeFamily(app))
  app.clock.set(now)
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  await writeRow(app.db, 'session_teachers', { session_id: session.id, staff_id: staffId })
  const api = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  const markAt = (markedAt: string): MarkToSend => ({
    ...{ id: randomUUID(), sessionId: session.id, bookingId, day, state: 'here', collectedBy: '', markedAt },
  })
  const answers = async (...marks: MarkToSend[]) =>
    (await api.registers.handIn({ marks })).answers.map(({ outcome, sentence }) =>
      `${outcome} ${sentence}`.trim(),
    )
  return { staffId, api, markAt, answers, sessionId: session.id }
}

test('for a day after its sign-in was ended, a phone hands in earlier marks and nothing else', async () => {
  const owner = await app.office('owner')
  const { staffId, api, markAt, answers, sessionId } = await makeTeacher()
  const [before, after] = [markAt('2026-11-24T10:01:00.000Z'), markAt('2026-11-24T10:06:00.000Z')]
  await owner.staff.endSessions({ id: staffId })
  app.clock.set('2026-11-24T10:10:00Z')
  expect(await refusal(api.registers.mark({ marks: [before] }))).toMatch(/sign in/i)
  await refusal(api.registers.get({ sessionId }))
  expect(await answers(before, after)).toEqual(['kept', 'refused This was marked after you were signed out'])
  // Sent again, as if the answer was lost: it is kept once.
  expect(await answers(before)).toEqual(['kept'])
  expect(await rowsOf(app.db, 'register_marks', { session_id: sessionId })).toHaveLength(1)
  const logged = await rowsOf(app.db, 'staff_actions', { action: 'register.mark', staff_id: staffId })
  expect(logged).toHaveLength(1)
  app.clock.set('2026-11-25T10:06:00Z')
  await refusal(answers(before))
})

test('a suspended teacher’s phone hands its marks in, but not for somebody else’s date', async () => {
  const owner = await app.office('owner')
  const { staffId, markAt, answers } = await makeTeacher()
  const { version } = await rowOf(app.db, 'staff', { id: staffId })
  const waiting = markAt('2026-11-24T10:04:00.000Z')
  const other = await makeTeacher()
  const elsewhere = other.markAt('2026-11-24T10:04:00.000Z')
  await owner.staff.suspend({ id: staffId, version, isSuspended: true, reason: 'Left us' })
  expect(await answers(waiting, elsewhere)).toEqual(['kept', 'refused This register is not yours'])
})

test('a teacher who was taken off a date hands in only marks from before that', async () => {
  const manager = await app.office('manager')
  // Before the session starts, because later its teachers cannot be changed.
  app.clock.set('2026-11-24T09:30:00Z')
  const { staffId, api, markAt, sessionId } = await makeTeacher()
  const read = async () => (await manager.planner.session({ id: sessionId })).version
  const save = async (changes: { addTeachers?: number[]; dropTeachers?: number[] }) =>
    manager.planner.saveSessions({
      sessions: [{ id: sessionId, version: await read() }],
      changes,
      tell: false,
    })
  await save({ dropTeachers: [staffId] })
  app.clock.set('2026-11-24T09:40:00Z')
  const answers = async (markedAt: string) =>
    (await api.registers.mark({ marks: [markAt(markedAt)] })).answers.map(({ outcome, sentence }) =>
      `${outcome} ${sentence}`.trim(),
    )
  const [before, after] = ['2026-11-24T09:25:00.000Z', '2026-11-24T09:35:00.000Z']
  expect(await answers(before)).toEqual(['kept'])
  expect(await answers(after)).toEqual(['refused This register is not yours'])
  expect(await refusal(api.registers.get({ sessionId }))).toBe('This register is not yours')
  await save({ addTeachers: [staffId] })
  expect(await answers(after)).toEqual(['kept'])
})

test('a phone that is still signed in hands in marks too, one that never was does not', async () => {
  const { markAt, answers } = await makeTeacher()
  expect(await answers(markAt('2026-11-24T10:04:00.000Z'))).toEqual(['kept'])
  const stranger = makeOfficeApi((path, body) => app.officeCall(path, body, { token: 'x'.repeat(43) }))
  await refusal(stranger.registers.handIn({ marks: [] }))
})

test('readings without a signal are logged once each, with the children of the date alone', async () => {
  const { staffId, api, sessionId } = await makeTeacher()
  const { child_id: childId } = await rowOf(app.db, 'bookings', { session_id: sessionId })
  const { child_id: stranger } = await rowOf(app.db, 'bookings', {
    session_id: (await makeTeacher()).sessionId,
  })
  const read = async () =>
    (await rowsOf(app.db, 'staff_actions', { action: 'notes.readAway', staff_id: staffId })).map(
      ({ child_ids, facts }) => ({ facts, childIds: child_ids.map(Number) }),
    )
  const readAt = '2026-11-24T10:02:00.000Z'
  const reading = { id: randomUUID(), sessionId, childIds: [childId ?? 0, stranger ?? 0], readAt }
  const unknown = { ...reading, id: randomUUID(), sessionId: 99_999_999 }
  for (const _time of [1, 2])
    expect(await api.registers.readAway({ readings: [reading, unknown] })).toEqual({
      logged: [reading.id, unknown.id],
    })
  expect(await read()).toMatchObject([{ childIds: [childId], facts: { readAt } }])
  const owner = await app.office('owner')
  await owner.staff.endSessions({ id: staffId })
  await api.registers.readAway({ readings: [{ ...reading, id: randomUUID() }] })
  expect(await read()).toHaveLength(2)
})

test('a reading that the server answers late is logged once, whichever way reaches it first', async () => {
  const first = await makeTeacher()
  const { child_id: childId } = await rowOf(app.db, 'bookings', { session_id: first.sessionId })
  const logged = async (staffId: number) =>
    (await rowsOf(app.db, 'staff_actions', { staff_id: staffId })).flatMap(({ action, child_ids }) =>
      action.startsWith('notes.') ? [`${action} ${child_ids.map(Number)}`] : [],
    )
  const openBoth = async ({ api, sessionId }: typeof first, isPhoneFirst: boolean) => {
    const reading = randomUUID()
    const { child_id } = await rowOf(app.db, 'bookings', { session_id: sessionId })
    const readings = [
      { id: reading, sessionId, childIds: [child_id ?? 0], readAt: '2026-11-24T10:04:00.000Z' },
    ]
    const ways = [() => api.registers.get({ sessionId, reading }), () => api.registers.readAway({ readings })]
    for (const way of isPhoneFirst ? ways.toReversed() : ways) await way()
    // The page asks every five seconds until it has its answer.
    await api.registers.get({ sessionId, reading })
    return reading
  }
  const reading = await openBoth(first, false)
  expect(await logged(first.staffId)).toEqual([`notes.read ${childId}`])
  const second = await makeTeacher()
  const { child_id: other } = await rowOf(app.db, 'bookings', { session_id: second.sessionId })
  await openBoth(second, true)
  expect(await logged(second.staffId)).toEqual([`notes.readAway ${other}`])

  // A child who was booked meanwhile is in the later answer.
  const { bookingId } = await makeBooking(app, first.sessionId, await makeFamily(app))
  const { child_id: late } = await rowOf(app.db, 'bookings', { id: bookingId })
  await first.api.registers.get({ sessionId: first.sessionId, reading })
  expect(await logged(first.staffId)).toEqual([`notes.read ${childId}`, `notes.read ${late}`])
  const violations = await findViolations(app.db, app.clock.now())
  expect(violations.filter(({ number }) => number === 36)).toEqual([])
})

test('the id of a reading covers no other member, no other date and no later reading', async () => {
  const desk = await app.office('frontDesk')
  const { api, staffId, sessionId } = await makeTeacher()
  const other = await makeTeacher()
  const reading = randomUUID()
  const read = async (by = api, of = sessionId) => {
    const before = (await rowsOf(app.db, 'staff_actions', { action: 'notes.read' })).length
    const { rows } = await by.registers.get({ sessionId: of, reading })
    expect(rows[0]?.medical).not.toBeNull()
    return (await rowsOf(app.db, 'staff_actions', { action: 'notes.read' })).length - before
  }
  expect(await read()).toBe(1)
  expect(await read()).toBe(0)
  expect(await read(desk)).toBe(1)
  expect(await read(other.api, other.sessionId)).toBe(1)
  await writeRow(app.db, 'session_teachers', { session_id: other.sessionId, staff_id: staffId })
  expect(await read(api, other.sessionId)).toBe(1)
  app.clock.set('2026-11-24T10:16:00Z')
  expect(await read()).toBe(1)
})

test('marks that a colleague made on this device are not taken as those of the signed-in member', async () => {
  const { api, markAt, staffId, sessionId } = await makeTeacher()
  const other = await makeTeacher()
  const marks = [markAt('2026-11-24T10:04:00.000Z')]
  expect(await refusal(api.registers.mark({ marks, by: other.staffId }))).toMatch(/a colleague/)
  expect(await rowsOf(app.db, 'register_marks', { session_id: sessionId })).toEqual([])
  const readings = [{ id: randomUUID(), sessionId, childIds: [], readAt: '2026-11-24T10:04:00.000Z' }]
  expect(await refusal(api.registers.readAway({ readings, by: other.staffId }))).toMatch(/a colleague/)
  expect((await api.registers.mark({ marks, by: staffId })).answers).toMatchObject([{ outcome: 'kept' }])
})
