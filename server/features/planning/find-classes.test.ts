import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-client.ts'
import { writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('a class is found by title, venue and age, latest first; a teacher finds their own', async () => {
  const desk = await app.office('frontDesk')
  const older = await makeOffering(app, { typeName: 'Tiptoe Ballet', venue: 'Larkfield Hall' })
  const newer = await makeOffering(app, { typeName: 'Ballet 100%', venue: 'Barn' })
  const own = await makeSession(app, older, { date: '2026-11-24' })
  await makeSession(app, newer, { date: '2027-03-02' })
  const found = async (words: string, api = desk) => (await api.planner.search({ words })).map(({ id }) => id)
  expect(await found('BALLET')).toEqual([newer.id, older.id])
  expect(await found('ballet lark')).toEqual([older.id])
  expect(await found('0%')).toEqual([newer.id])
  expect(await found('ballet nowhere')).toEqual([])
  expect(await found('  ')).toEqual([])
  const [hit] = await desk.planner.search({ words: 'ballet lark' })
  expect(hit).toMatchObject({ date: '2026-11-24', startTime: '10:00' })

  // An exact title comes first, however old it is.
  const exact = await makeOffering(app, { typeName: 'Ballet', venue: 'Mill' })
  expect(await found('Ballet')).toEqual([exact.id, newer.id, older.id])
  expect((await desk.planner.search({ words: 'ballet mill' }))[0]).toMatchObject({
    date: null,
    startTime: null,
  })
  expect(await found('ballet mill')).toEqual([exact.id])

  const { staffId, token } = await makeStaff(app, { role: 'teacher' })
  const teacher = makeOfficeApi((path, body) => app.officeCall(path, body, { token }))
  expect(await found('ballet', teacher)).toEqual([])
  await writeRow(app.db, 'session_teachers', { session_id: own.id, staff_id: staffId })
  expect(await found('ballet', teacher)).toEqual([older.id])
})

test('a date is found by its own title, and its class is listed with that date', async () => {
  const desk = await app.office('frontDesk')
  const kickAbout = await makeOffering(app, { typeName: 'Kick About', venue: 'Redfield Barn' })
  const { id: sessionId } = await makeSession(app, kickAbout, { date: '2026-12-01', name: 'Family match' })
  await makeSession(app, kickAbout, { date: '2026-12-08' })
  const found = async (words: string) =>
    (await desk.planner.search({ words })).map(({ id, title, date, sessionId }) => ({
      id,
      title,
      date,
      sessionId,
    }))
  const match = { id: kickAbout.id, title: 'Kick About, Family match', date: '2026-12-01', sessionId }
  for (const words of ['family match', 'MATCH redfield', 'kick family'])
    expect(await found(words)).toEqual([match])
  expect(await found('kick about')).toEqual([
    { id: kickAbout.id, title: 'Kick About', date: '2026-12-08', sessionId: null },
  ])
  expect(await found('family ballet')).toEqual([])
})
