import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { clearOldRows } from './clear-old-rows.ts'

const app = await startTestApp()
const day = '2026-11-24'

test('a walk-in is erased after 90 days and its marks stay; an incident goes after its time', async () => {
  app.clock.set('2026-11-23T09:00:00Z')
  const { id: sessionId } = await makeSession(app, await makeOffering(app), { date: day })
  app.clock.set('2026-11-24T10:50:00Z')
  const desk = await app.office('frontDesk')
  const walkIn = { id: randomUUID(), name: 'Wanda', phone: '07700 900100', isTrial: true }
  const markedAt = app.clock.now().toISOString()
  const mark = { sessionId, day, walkIn, state: 'left' as const, collectedBy: 'Her aunt', markedAt }
  await desk.registers.mark({ marks: [{ id: randomUUID(), ...mark }] })
  const place = { sessionId, day, walkInId: walkIn.id }
  await desk.registers.saveNote({ ...place, text: 'Wants to come again' })
  await desk.incidents.write({ ...place, at: '10:20', where: '', happened: 'Fell', firstAid: '' })
  const left = async () => ({
    walkIn: await rowOf(app.db, 'walk_ins', { id: walkIn.id }),
    marks: await rowsOf(app.db, 'register_marks', { walk_in_id: walkIn.id }),
    notes: (await rowsOf(app.db, 'register_notes', { walk_in_id: walkIn.id })).length,
    incidents: (await rowsOf(app.db, 'incidents', { walk_in_id: walkIn.id })).length,
  })
  app.clock.set('2027-02-22T03:00:00Z')
  await clearOldRows(app.services)
  expect(await left()).toMatchObject({ walkIn: { name: 'Wanda' }, notes: 1, incidents: 1 })
  app.clock.set('2027-02-23T03:00:00Z')
  await clearOldRows(app.services)
  expect(await left()).toMatchObject({
    walkIn: { name: 'Erased', phone: '', is_trial: true },
    marks: [{ state: 'left', collected_by: '' }],
    ...{ notes: 0, incidents: 1 },
  })
  app.clock.set('2029-11-24T03:00:00Z')
  await clearOldRows(app.services)
  expect((await left()).incidents).toBe(1)
  app.clock.set('2029-11-25T03:00:00Z')
  await clearOldRows(app.services)
  expect((await left()).incidents).toBe(0)
})
