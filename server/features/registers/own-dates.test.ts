import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
app.clock.set('2026-12-05T09:00:00Z')
const desk = await app.office('frontDesk')

async function teacherOf(sessionId: number) {
  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  await writeRow(app.db, 'session_teachers', { session_id: sessionId, staff_id: staffId })
  return makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
}

test('a teacher sees own dates of 14 days without names, and when registers open', async () => {
  const offering = await makeOffering(app, { venue: 'Mill Hall' })
  const on = (date: string) => makeSession(app, offering, { date, startTime: '15:45', endTime: '16:30' })
  const [soon, week, last, later] = await Promise.all(
    ['2026-12-07', '2026-12-14', '2026-12-19', '2026-12-20'].map(on),
  )
  const ids = [soon, week, last, later].map(session => session?.id as number)
  const teacher = await teacherOf(ids[0] as number)
  const { staff_id } = await rowOf(app.db, 'session_teachers', { session_id: ids[0] as number })
  for (const session_id of ids.slice(1)) await writeRow(app.db, 'session_teachers', { session_id, staff_id })
  await on('2026-12-08')
  const day = await teacher.registers.day({ date: '2026-12-07' })
  expect(day.sessions).toEqual([])
  expect(day.later.map(({ id, date, startsAt }) => [id, date, startsAt])).toEqual([
    [ids[0], '2026-12-07', '2026-12-07T15:45:00.000Z'],
    [ids[1], '2026-12-14', '2026-12-14T15:45:00.000Z'],
    [ids[2], '2026-12-19', '2026-12-19T15:45:00.000Z'],
  ])
  expect(JSON.stringify(day.later)).not.toMatch(/rows|contacts|child/)
  expect(day.next).toBe('2026-12-14')
  expect((await desk.registers.day({ date: '2026-12-07', venueId: offering.venueId })).later).toEqual([])
  const opened = (sessionId: number) => refusal(teacher.registers.get({ sessionId }))
  expect(await opened(ids[0] as number)).toBe('Opens Sunday 03:45')
  expect(await opened(ids[1] as number)).toBe('Opens Sun 13 Dec 03:45')
  expect((await teacher.health.today({})).next).toBe('2026-12-07')
  app.clock.set('2026-12-06T03:45:00Z')
  expect((await teacher.registers.day({ date: '2026-12-07' })).sessions).toMatchObject([{ id: ids[0] }])
  expect(await teacher.registers.get({ sessionId: ids[0] as number })).toMatchObject({ rows: [] })
})
