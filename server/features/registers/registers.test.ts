import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const noted = () => rowsOf(app.db, 'staff_actions', { action: 'notes.read' })

async function teacherOf(sessionId: number) {
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  await writeRow(app.db, 'session_teachers', { session_id: sessionId, staff_id: staffId })
  return makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
}

test('a register shows attendees, badges, contacts and notes; each reading of notes is logged', async () => {
  const offering = await makeOffering(app, { name: 'Ballet', venue: 'Larkfield Hall', classroom: 'Room 1' })
  const session = await makeSession(app, offering, { name: '', date: '2026-11-24', offersTrial: true })
  const family = await makeAccount(app)
  const allergic = await makeChild(app, family, {
    firstName: 'Ada',
    allergy: 'Peanuts',
    dateOfBirth: '2020-11-26',
  })
  const untold = await makeChild(app, family, { firstName: 'Ben', medical: '', allergy: '' })
  const cancelled = await makeChild(app, family, { firstName: 'Cleo' })
  await makeBooking(app, session.id, { ...family, childId: untold, status: 'held' })
  await makeBooking(app, session.id, { ...family, childId: allergic, isTrial: true })
  await makeBooking(app, session.id, { ...family, childId: cancelled, status: 'cancelled' })

  const day = await desk.registers.day({ date: '2026-11-24' })
  expect(day.sessions).toMatchObject([
    { id: session.id, title: 'Ballet', venue: 'Larkfield Hall', room: 'Room 1', expected: 2, capacity: 10 },
  ])
  expect((await desk.registers.day({ date: '2026-11-25' })).sessions).toEqual([])

  const before = (await noted()).length
  const register = await desk.registers.get({ sessionId: session.id })
  expect(register).toMatchObject({ title: 'Ballet', notesShown: true, startTime: '10:00' })
  expect(register.rows).toMatchObject([
    {
      name: 'Ada Shah',
      age: 5,
      bookedAt: expect.stringMatching(/^2026-11-2\dT/),
      isTrial: true,
      isUnpaid: false,
      isFirstTime: true,
      birthday: '2026-11-26',
      allergy: 'Peanuts',
      medical: 'None',
    },
    { name: 'Ben Shah', age: 6, isTrial: false, isUnpaid: true, birthday: null, allergy: '', medical: '' },
  ])
  expect(register.rows[0]?.contacts).toMatchObject([{ name: 'Priya Shah', phone: '07700 900002' }, {}])
  const [logged, ...more] = (await noted()).slice(before)
  expect(more).toEqual([])
  expect(logged?.child_ids.map(Number).sort()).toEqual([allergic, untold].sort())
  expect(logged).toMatchObject({
    subject_kind: 'session',
    subject_id: session.id,
    account_id: family.accountId,
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('notes that were read in time count as in time even if the session moved later', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-24' })
  await makeBooking(app, session.id, { ...(await makeFamily(app)), status: 'held' })
  const ofSession = { subject_kind: 'session', subject_id: session.id }
  // A log row from before these rows recorded the session's times.
  const before = { action: 'notes.read', subjectKind: 'session', subjectId: session.id } as const
  await app.db
    .transaction()
    .execute(tx => writeAction(tx, app.services.config, undefined, before, app.clock.now()))
  await desk.registers.get({ sessionId: session.id })
  const { version } = await rowOf(app.db, 'sessions', { id: session.id })
  const moved = { sessions: [{ id: session.id, version }], changes: { date: '2026-12-01' }, tell: false }
  expect(await (await app.office('manager')).planner.saveSessions(moved)).toMatchObject({ left: [] })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  const times = { startsAt: '2026-11-24T10:00:00.000Z', endsAt: '2026-11-24T11:00:00.000Z' }
  expect((await noted()).at(-1)).toMatchObject({ ...ofSession, facts: times })
})

test('outside its days a register has badges but no notes, and nothing is logged', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-25' })
  const family = await makeFamily(app)
  const allergic = await makeChild(app, family, { firstName: 'Ada', allergy: 'Peanuts', medical: 'None' })
  await makeBooking(app, session.id, { ...family, childId: allergic })
  const before = (await noted()).length
  const register = await desk.registers.get({ sessionId: session.id })
  expect(register).toMatchObject({
    notesShown: false,
    rows: [{ medical: null, allergy: null, hasAllergy: true, hasMedical: false }],
  })
  expect(JSON.stringify(register)).not.toContain('Peanuts')
  expect(await noted()).toHaveLength(before)
})

test('a teacher sees their own sessions from 36 hours before to 2 hours after, and no others', async () => {
  const offering = await makeOffering(app)
  const own = await makeSession(app, offering, { date: '2026-11-24', startTime: '16:00', endTime: '17:00' })
  const another = await makeSession(app, offering, {
    date: '2026-11-24',
    startTime: '17:00',
    endTime: '18:00',
  })
  const teacher = await teacherOf(own.id)
  const seen = async () => (await teacher.registers.day({ date: '2026-11-24' })).sessions.map(({ id }) => id)
  const now = app.clock.now()
  for (const [moment, isOpen] of [
    ['2026-11-23T03:59:00Z', false],
    ['2026-11-23T04:00:00Z', true],
    ['2026-11-24T19:00:00Z', true],
    ['2026-11-24T19:01:00Z', false],
  ] as const) {
    app.clock.set(moment)
    expect(await seen(), moment).toEqual(isOpen ? [own.id] : [])
    const opened = teacher.registers.get({ sessionId: own.id })
    if (isOpen) expect(await opened).toMatchObject({ notesShown: true })
    else
      expect(await refusal(opened)).toBe(
        moment < '2026-11-24'
          ? 'Opens Monday 04:00'
          : 'This register has closed. It is open until 2 hours after the class',
      )
  }
  app.clock.set(now)
  expect(await refusal(teacher.registers.get({ sessionId: another.id }))).toBe('This register is not yours')
  expect(await refusal(desk.registers.get({ sessionId: 99_999_999 }))).toBe('This was not found')
})

test('an attendee known only by name shows the phone number that was left', async () => {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), {
    date: '2026-11-23',
  })
  await makeBooking(app, session.id, { attendeeName: 'Gwen Guest', attendeeEmail: 'gwen@example.test' })
  expect((await desk.registers.get({ sessionId: session.id })).rows).toMatchObject([
    {
      childId: null,
      accountId: null,
      age: null,
      medical: null,
      contacts: [{ name: 'Gwen Guest', email: 'gwen@example.test' }],
    },
  ])
})

test('an attendee without an account is marked as new once; a namesake is counted apart', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const first = await makeSession(app, offering, { date: '2026-11-23' })
  const again = await makeSession(app, offering, { date: '2026-11-24' })
  const gwen = { attendeeName: 'Gwen Other', attendeeEmail: 'gwen.other@example.test' }
  for (const { id } of [first, again]) await makeBooking(app, id, gwen)
  await makeBooking(app, again.id, { attendeeName: 'Gwen Other', attendeeEmail: 'another@example.test' })
  const member = { ...(await makeAccount(app)), attendeeName: 'Meg Member' }
  const namesake = { ...(await makeAccount(app)), attendeeName: 'Meg Member' }
  const last = await makeSession(app, offering, { date: '2026-11-25' })
  for (const { id } of [first, last]) await makeBooking(app, id, member)
  await makeBooking(app, last.id, { ...namesake, attendeeEmail: 'namesake@example.test' })
  await makeBooking(app, last.id, { attendeeName: 'Meg Member', attendeeEmail: 'guest@example.test' })
  const badges = async (sessionId: number) =>
    (await desk.registers.get({ sessionId })).rows.map(({ isFirstTime }) => isFirstTime)
  expect(await badges(first.id)).toEqual([true, true])
  expect(await badges(again.id)).toEqual([false, true])
  expect(await badges(last.id)).toEqual([false, true, true])
})

test("a hidden session is in the day's list only while it has bookings", async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-26' })
  await changeRows(app.db, 'sessions', { id: session.id }, { status: 'withdrawn' })
  const seen = async () => (await desk.registers.day({ date: '2026-11-26' })).sessions.length
  expect(await seen()).toBe(0)
  await makeBooking(app, session.id, await makeFamily(app))
  expect(await seen()).toBe(1)
})

test("a day links to the next day with sessions, at its venue; a teacher's to their own", async () => {
  const offering = await makeOffering(app, { venue: 'Barn Hall' })
  const first = await makeSession(app, offering, { date: '2027-06-05' })
  await makeSession(app, offering, { date: '2027-06-04', status: 'draft' })
  await makeSession(app, await makeOffering(app, { venue: 'Elsewhere' }), { date: '2027-06-03' })
  const next = async (date: string) => (await desk.registers.day({ date, venueId: offering.venueId })).next
  expect(await next('2027-06-01')).toBe('2027-06-05')
  expect(await next('2027-06-05')).toBeNull()
  expect((await desk.registers.day({ date: '2027-06-01' })).next).toBe('2027-06-03')
  const later = await makeSession(app, offering, { date: '2027-07-01' })
  app.clock.set('2027-06-04T12:00:00Z')
  const ofTeacher = async (sessionId: number) =>
    (await (await teacherOf(sessionId)).registers.day({ date: '2027-06-04' })).next
  expect(await ofTeacher(first.id)).toBe('2027-06-05')
  expect(await ofTeacher(later.id)).toBeNull()
  expect((await (await app.office('frontDesk')).health.today({})).next).toBe('2027-06-05')
  app.clock.set('2026-11-23T09:00:00Z')
})

test('printing a register with notes is logged, with the names of the children', async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-24' })
  const family = await makeFamily(app)
  await makeBooking(app, session.id, family)
  await desk.registers.print({ sessionId: session.id })
  const [printed, ...more] = await rowsOf(app.db, 'staff_actions', { action: 'register.print' })
  expect(more).toEqual([])
  expect(printed).toMatchObject({ subject_kind: 'session', subject_id: session.id })
  expect(printed?.child_ids.map(Number)).toEqual([family.childId])

  const another = await makeSession(app, await makeOffering(app), { date: '2026-11-24' })
  const teacher = await teacherOf(session.id)
  await teacher.registers.print({ sessionId: session.id })
  expect(await refusal(teacher.registers.print({ sessionId: another.id }))).toBe('This register is not yours')
  expect(await refusal(desk.registers.print({ sessionId: 99_999_999 }))).toBe('This was not found')
  expect(await rowsOf(app.db, 'staff_actions', { action: 'register.print' })).toHaveLength(2)
})

test("a register and the family's page show who picks a child up, with a picture", async () => {
  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-24' })
  const family = await makeFamily(app)
  await makeBooking(app, session.id, family)
  const photo = 'nora.jpg'
  await writeRow(app.db, 'pick_up_people', {
    child_id: family.childId,
    first_name: 'Nora',
    last_name: 'Bell',
    phone: '07700 900003',
    relationship: 'Nanny',
    photo_path: photo,
  })
  await changeRows(app.db, 'children', { id: family.childId }, { avatar_path: 'leo.jpg', gender: 1 })
  const pickUp = { name: 'Nora Bell', phone: '07700 900003', relationship: 'Nanny', photo }
  expect((await desk.registers.get({ sessionId: session.id })).rows).toMatchObject([{ pickUp }])
  expect(await desk.families.children({ id: family.accountId })).toMatchObject([
    { picture: 'leo.jpg', gender: 'male', pickUp },
  ])
})
