import { beforeEach, expect, test } from 'vitest'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import { aChild } from '#testing/child-form.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

async function makeTeacher(...sessionIds: number[]) {
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  for (const session_id of sessionIds)
    await writeRow(app.db, 'session_teachers', { session_id, staff_id: staffId })
  const api = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  const readings = async () =>
    (await rowsOf(app.db, 'staff_actions', { action: 'notes.read', staff_id: staffId })).map(row =>
      row.child_ids.map(Number),
    )
  return { api, readings, staffId }
}

/** Makes two sessions on a day; one child is in both, another in the first only. */
async function makeDates() {
  const offering = await makeOffering(app)
  const [first, second] = [
    await makeSession(app, offering, { date: '2026-11-24' }),
    await makeSession(app, offering, { date: '2026-11-24', startTime: '14:00', endTime: '15:00' }),
  ]
  const family = await makeAccount(app)
  const ada = await makeChild(app, family, { firstName: 'Ada', allergy: 'Peanuts' })
  const ben = await makeChild(app, family, { firstName: 'Ben', medical: 'Asthma' })
  await makeBooking(app, first.id, { ...family, childId: ada })
  await makeBooking(app, first.id, { ...family, childId: ben })
  await makeBooking(app, second.id, { ...family, childId: ada })
  return { offering, first, second, family, ada, ben }
}

const known = ({ notes }: Awaited<ReturnType<OfficeApi['registers']['along']>>) =>
  notes.map(({ childId, hash }) => ({ childId, hash }))

test('a phone takes a teacher’s own open registers along, and only new or changed notes are read', async () => {
  const { offering, first, second, family, ada, ben } = await makeDates()
  const far = await makeSession(app, offering, { date: '2026-11-27' })
  const other = await makeSession(app, offering, { date: '2026-11-24', startTime: '16:00', endTime: '17:00' })
  const { api, readings } = await makeTeacher(first.id, second.id, far.id)
  app.clock.set('2026-11-24T09:30:00Z')

  const taken = await api.registers.along({ known: [] })
  expect(taken.registers.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(taken.registers.map(({ id }) => id)).not.toContain(other.id)
  expect(taken.registers[0]).toMatchObject({
    ...{ day: '2026-11-24', notesShown: true, endsAt: '2026-11-24T11:00:00.000Z' },
    rows: [
      { name: 'Ada Shah', hasAllergy: true, allergy: null },
      { name: 'Ben Shah', hasMedical: true, medical: null },
    ],
  })
  expect(taken.notes).toMatchObject([
    { childId: ada, allergy: 'Peanuts' },
    { childId: ben, medical: 'Asthma' },
  ])
  expect(await readings()).toEqual([[ada, ben]])

  const again = await api.registers.along({ known: known(taken) })
  expect(again).toMatchObject({ notes: [], same: [ada, ben], next: null })
  expect(await readings()).toHaveLength(1)

  await family.api.children.edit({
    ...aChild,
    id: ben,
    firstName: 'Ben',
    medical: 'Asthma, and an inhaler in the bag',
  })
  const changed = await api.registers.along({ known: known(taken) })
  expect(changed).toMatchObject({
    same: [ada],
    notes: [{ childId: ben, medical: 'Asthma, and an inhaler in the bag' }],
  })
  expect(await readings()).toEqual([[ada, ben], [ben]])
  expect(
    (await findViolations(app.db, app.clock.now(), [app.services.config.dataKey])).filter(
      ({ number }) => number === 36,
    ),
  ).toEqual([])
})

test('notes of a date that has been over for two hours, or was cancelled, are not sent', async () => {
  const { first, second, ada } = await makeDates()
  const { api, readings } = await makeTeacher(first.id, second.id)
  app.clock.set('2026-11-24T13:30:00Z')
  const taken = await api.registers.along({ known: [] })
  expect(taken.registers.map(({ id }) => id)).toEqual([second.id])
  expect(taken.notes.map(({ childId }) => childId)).toEqual([ada])
  await changeRows(app.db, 'sessions', { id: second.id }, { status: 'withdrawn' })
  expect((await api.registers.along({ known: [] })).registers).toHaveLength(1)
  expect(await readings()).toHaveLength(2)
})

test('the front desk gets the registers of all halls and camp days, in more than one answer', async () => {
  const offering = await makeOffering(app)
  const camp = await makeSession(app, offering, { date: '2027-02-15', endDate: '2027-02-18' })
  for (let hour = 8; hour < 18; hour += 1)
    for (const minute of ['00', '20'])
      await makeSession(app, offering, {
        ...{ date: '2027-02-15', startTime: `${String(hour).padStart(2, '0')}:${minute}` },
        endTime: `${String(hour).padStart(2, '0')}:${minute === '00' ? '15' : '50'}`,
      })
  app.clock.set('2027-02-15T07:30:00Z')
  const desk = await app.office('frontDesk')
  const taken = await desk.registers.along({ known: [] })
  expect(taken.registers.filter(({ id }) => id === camp.id).map(({ day }) => day)).toEqual([
    '2027-02-15',
    '2027-02-16',
  ])
  expect(taken.next).not.toBeNull()
  const rest = await desk.registers.along({ known: [], after: taken.next ?? undefined })
  expect(rest.next).toBeNull()
  expect(new Set([...taken.registers, ...rest.registers].map(({ id }) => id)).size).toBe(21)
  const signedOut = makeOfficeApi((path, body) => app.officeCall(path, body, {}))
  expect(await refusal(signedOut.registers.along({ known: [] }))).toBe('Please sign in')
})
