import { expect, test } from 'vitest'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const office = await app.office('frontDesk')

test('notes need a re-authentication within the last eight hours', async () => {
  const { childId } = await makeFamily(app)
  const manager = await app.office('manager')
  const asked = { childIds: [childId], reason: 'Emergency' }
  app.clock.advance(8 * 60 - 1)
  expect(await manager.families.readNotes(asked)).toHaveLength(1)
  app.clock.advance(2)
  expect(await refusal(manager.families.readNotes(asked))).toContain('Please confirm')
  app.clock.advance(-8 * 60 - 1)
})

test('medical notes need a reason, which is logged, and a permission', async () => {
  const { accountId, childId } = await makeFamily(app)
  const manager = await app.office('manager')
  const asked = { childIds: [childId], reason: 'The school rang' }
  const openedBefore = (await rowsOf(app.db, 'note_opens'))[0]?.opened ?? 0
  expect(await refusal(manager.families.readNotes({ ...asked, reason: ' ' }))).toBe('Please say why')
  expect(await refusal(office.families.readNotes(asked))).toContain('come today or tomorrow')
  expect(await refusal((await app.office('teacher')).families.readNotes(asked))).toBe(
    'Your role does not allow this',
  )
  const ofFamily = { action: 'notes.read', account_id: accountId }
  expect(await rowsOf(app.db, 'staff_actions', ofFamily)).toEqual([])
  expect(await manager.families.readNotes(asked)).toEqual([{ childId, medical: 'None', allergy: 'None' }])
  const { child_ids, ...logged } = await rowOf(app.db, 'staff_actions', ofFamily)
  expect(logged).toMatchObject({ reason: 'The school rang' })
  expect(child_ids.map(Number)).toEqual([childId])
  expect(await rowOf(app.db, 'note_opens')).toMatchObject({ opened: openedBefore + 1 })
  expect(await manager.families.history({ id: accountId })).toMatchObject({
    items: [{ action: 'notes.read' }],
  })

  const session = await makeSession(app, await makeOffering(app), { date: '2026-11-24' })
  await makeBooking(app, session.id, { accountId, childId })
  expect(await office.families.readNotes(asked)).toHaveLength(1)
  // The session is hidden on the site, but takes place for those who booked it.
  await changeRows(app.db, 'sessions', { id: session.id }, { status: 'withdrawn' })
  expect(await office.families.readNotes(asked)).toHaveLength(1)
})

test('notes are not shown if the log row cannot be written', async () => {
  const { childId } = await makeFamily(app)
  const manager = await app.office('manager')
  await app.database.runScript(
    `alter table staff_actions add constraint broken check (action <> 'notes.read') not valid`,
  )
  await expect(
    manager.families.readNotes({ childIds: [childId], reason: 'The school rang' }),
  ).rejects.toThrow()
  await app.database.runScript('alter table staff_actions drop constraint broken')
})
