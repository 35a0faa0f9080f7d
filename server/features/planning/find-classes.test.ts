import { expect, test } from 'vitest'
import { makeOfficeApi } from '#contract/office/client.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeStaff } from '#testing/office-of.ts'
import { writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test('a class is found by words of its title, venue and age, the latest first, and by a teacher if it is theirs', async () => {
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

  // What is called just so comes first, however old it is.
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
