import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { makeMember, makeRegister, registerDay } from '#testing/make-register.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const day = registerDay

const makePlace = () => makeRegister(app)
const memberOf = (role: 'teacher' | 'frontDesk' | 'manager', sessionId?: number) =>
  makeMember(app, role, sessionId)

test('a note is shown to those who may see the register, and only changed by its author or a manager', async () => {
  const { sessionId, bookingId } = await makePlace()
  const place = { sessionId, day, bookingId }
  const teacher = await memberOf('teacher', sessionId)
  const { id } = await teacher.registers.saveNote({ ...place, text: 'Forgot his boots' })
  const desk = await memberOf('frontDesk')
  const shown = async () => (await desk.registers.marks({ sessionId, day })).notes
  expect(await shown()).toMatchObject([
    { id, version: 1, bookingId, walkInId: null, text: 'Forgot his boots', changed: null },
  ])
  expect(await refusal(desk.registers.saveNote({ ...place, id, version: 1, text: 'Mine' }))).toBe(
    'Only its author or a manager can change this note',
  )
  const stranger = await memberOf('teacher')
  expect(await refusal(stranger.registers.saveNote({ ...place, text: 'Mine' }))).toBe(
    'This register is not yours',
  )
  expect(await refusal(desk.registers.saveNote({ ...place, text: '  ' }))).toBe('Please write the note')
  const manager = await memberOf('manager')
  expect(await manager.registers.saveNote({ ...place, id, version: 1, text: 'Forgot her boots' })).toEqual({
    ...{ id, version: 2 },
  })
  expect(await refusal(teacher.registers.saveNote({ ...place, id, version: 1, text: '' }))).toMatch(/changed/)
  const removed = await teacher.registers.saveNote({ ...place, id, version: 2, text: '' })
  expect(await shown()).toEqual([])
  await teacher.registers.saveNote({ ...place, ...removed, text: 'Forgot her boots' })
  expect(await shown()).toMatchObject([{ id, version: 4, text: 'Forgot her boots' }])
  const log = await rowsOf(app.db, 'staff_actions', { action: 'register.note' })
  expect(log).toHaveLength(4)
  expect(JSON.stringify(log)).not.toContain('boots')
})

test('a note is of a place on its date and day; a walk-in has notes too', async () => {
  const { sessionId, bookingId } = await makePlace()
  const other = await makePlace()
  const desk = await memberOf('frontDesk')
  const elsewhere = 'This place is not of this date'
  for (const wrong of [
    { sessionId: other.sessionId, day, bookingId },
    { sessionId, day: '2026-11-25', bookingId },
    { sessionId, day, bookingId: 99_999_999 },
    { sessionId, day, walkInId: randomUUID() },
    { sessionId, day },
  ])
    expect(await refusal(desk.registers.saveNote({ ...wrong, text: 'Lost' }))).toBe(elsewhere)
  const walkIn = { id: randomUUID(), name: 'Wanda', phone: '', isTrial: true }
  await desk.registers.mark({
    marks: [
      {
        ...{ id: randomUUID(), sessionId, day, walkIn, state: 'here', collectedBy: '' },
        markedAt: app.clock.now().toISOString(),
      },
    ],
  })
  const { id } = await desk.registers.saveNote({ sessionId, day, walkInId: walkIn.id, text: 'Came with Max' })
  expect((await desk.registers.get({ sessionId })).notes).toMatchObject([{ id, walkInId: walkIn.id }])
  // A note is found only under the place that it is about.
  expect(
    await refusal(desk.registers.saveNote({ sessionId, day, bookingId, id, version: 1, text: 'Max' })),
  ).toBe('This was not found')
})

test('a family has a copy of its notes, and they are erased with its account or its child', async () => {
  const desk = await memberOf('frontDesk')
  const { sessionId, bookingId, family } = await makePlace()
  await desk.registers.saveNote({ sessionId, day, bookingId, text: 'Was sad' })
  const copy = JSON.parse((await family.api.ownData.download()).json)
  expect(copy.registerNotes).toMatchObject([{ booking_id: bookingId, on_day: day, body: 'Was sad' }])
  const other = await makePlace()
  await desk.registers.saveNote({ sessionId: other.sessionId, day, bookingId: other.bookingId, text: 'Shy' })
  app.clock.set('2026-11-25T10:00:00Z')
  await family.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  const [childId] = other.family.childIds
  const owner = await app.office('owner')
  await owner.families.removeChild({
    ...{ id: other.family.accountId, childId: childId ?? 0, reason: 'The parent asked' },
  })
  expect(await rowsOf(app.db, 'register_notes', { booking_id: bookingId })).toEqual([])
  expect(await rowsOf(app.db, 'register_notes', { booking_id: other.bookingId })).toEqual([])
  const left = await findViolations(app.db, app.clock.now(), [app.services.config.dataKey])
  expect(left.filter(({ number }) => number === 23)).toEqual([])
})
