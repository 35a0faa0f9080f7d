import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OfficeApi } from '#contract/office/client.ts'
import { addDays } from '#domain/calendar.ts'
import { rotateDataKey } from '#server/features/children/rotate-data-key.ts'
import { testPassword } from '#testing/make-account.ts'
import { makeMember, makeRegister, registerDay } from '#testing/make-register.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const day = registerDay

const makePlace = () => makeRegister(app)
const memberOf = (role: 'teacher' | 'frontDesk' | 'manager', sessionId?: number) =>
  makeMember(app, role, sessionId)

const fell = { at: '10:02', where: 'Main hall', happened: 'Fell on her knee', firstAid: 'A cold pack' }
const writeAt = async (api: OfficeApi, { sessionId, bookingId }: { sessionId: number; bookingId: number }) =>
  api.incidents.write({ sessionId, day, bookingId, ...fell })

test('an incident is sealed, mails owners a link without its words, and managers read it, which is logged', async () => {
  const place = await makePlace()
  const owner = await app.office('owner')
  await changeRows(app.db, 'staff', { role: 'owner' }, { mail_wishes: ['incident'] })
  const teacher = await memberOf('teacher', place.sessionId)
  const { id } = await writeAt(teacher, place)
  const [row] = await rowsOf(app.db, 'incidents', { id })
  expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('knee')
  // The register says that there is one, without its words.
  const { incidents } = await teacher.registers.marks({ sessionId: place.sessionId, day })
  expect(incidents).toMatchObject([{ id, bookingId: place.bookingId }])
  await app.runJobs()
  const [mail] = await rowsOf(app.db, 'mails', { purpose: 'office' })
  expect(mail?.subject).toMatch(/^An incident was written down: /)
  expect(mail?.body_text).toContain('/office/registers/incidents')
  expect(JSON.stringify(mail)).not.toMatch(/knee|cold pack/)

  expect((await owner.incidents.list({})).items).toMatchObject([{ id, day, sessionId: place.sessionId }])
  // The history of this date says so too, and that of another date does not.
  const other = await makePlace()
  const historyOf = async (ofDate: number) =>
    (await owner.planner.history({ id: ofDate })).items.map(({ action }) => action)
  expect(await historyOf(place.sessionId)).toContain('incident.write')
  expect(await historyOf(other.sessionId)).not.toContain('incident.write')
  const read = await owner.incidents.read({ id })
  expect(read).toMatchObject({ ...fell, day, keepUntil: expect.any(String) })
  expect(read.name).not.toBe('')
  for (const action of ['incident.write', 'incident.read']) {
    const [logged] = await rowsOf(app.db, 'staff_actions', { action })
    expect(logged).toMatchObject({ subject_kind: 'incident', child_ids: expect.any(Array) })
    expect(JSON.stringify(logged)).not.toContain('knee')
  }
})

test('teachers and the front desk write incidents and cannot read them; each needs its time and words', async () => {
  const place = await makePlace()
  const notYours = 'Your role does not allow this'
  const { id } = await writeAt(await memberOf('frontDesk'), place)
  for (const role of ['teacher', 'frontDesk'] as const) {
    const api = await memberOf(role, place.sessionId)
    expect(await refusal(api.incidents.read({ id }))).toBe(notYours)
    expect(await refusal(api.incidents.list({}))).toBe(notYours)
  }
  expect(await refusal(writeAt(await memberOf('teacher'), place))).toBe('This register is not yours')
  const desk = await memberOf('frontDesk')
  const asked = { sessionId: place.sessionId, day, bookingId: place.bookingId, ...fell }
  expect(await refusal(desk.incidents.write({ ...asked, happened: '' }))).toBe('Please write what happened')
  expect(await refusal(desk.incidents.write({ ...asked, day: addDays(day, 1) }))).toBe(
    'This place is not of this date',
  )
  const manager = await memberOf('manager')
  expect(await refusal(manager.incidents.read({ id: 99_999_999 }))).toBe('This was not found')
  app.clock.set('2026-11-24T08:00:00Z')
  expect(await refusal(desk.incidents.write(asked))).toBe(
    'An incident can be written from 1 hour before the start',
  )
})

test('reading an incident needs a re-authentication on the same working day', async () => {
  const place = await makePlace()
  const { id } = await writeAt(await memberOf('frontDesk'), place)
  const manager = await memberOf('manager')
  app.clock.set('2026-11-24T18:04:00Z')
  expect((await manager.incidents.read({ id })).happened).toBe(fell.happened)
  app.clock.set('2026-11-24T18:06:00Z')
  expect(await refusal(manager.incidents.read({ id }))).toMatch(/confirm/i)
})

test('an incident outlives its family, sealed, and a new key opens it', async () => {
  const place = await makePlace()
  const { family } = place
  const { id } = await writeAt(await memberOf('frontDesk'), place)
  const copy = JSON.parse((await family.api.ownData.download()).json)
  expect(copy.incidents).toMatchObject([{ booking_id: place.bookingId, on_day: day }])
  expect(JSON.stringify(copy.incidents)).not.toMatch(/knee|sealed/)
  app.clock.set('2026-11-25T10:00:00Z')
  await family.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  const manager = await memberOf('manager')
  const { items } = await manager.incidents.list({})
  expect(items.find(item => item.id === id)?.name).toBe('')
  expect(await manager.incidents.read({ id })).toMatchObject(fell)

  const sealed = async () =>
    Buffer.from((await rowsOf(app.db, 'incidents', { id }))[0]?.sealed ?? []).toString('hex')
  const before = await sealed()
  const next = randomBytes(32)
  await rotateDataKey(app.db, app.services.config.dataKey, next)
  await rotateDataKey(app.db, next, app.services.config.dataKey)
  expect(await sealed()).not.toBe(before)
  expect(await manager.incidents.read({ id })).toMatchObject(fell)
})
