import { expect, test } from 'vitest'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')
const notesOf = async (id: number) => (await desk.families.notes({ id })).items

test('a note about a family is seen with its author and time, and copied to the family', async () => {
  const { accountId: id, api } = await makeAccount(app)
  const press = { id, text: 'Prefers to be rung after six', requestId: crypto.randomUUID() }
  const { noteId } = await desk.families.addNote(press)
  expect(await desk.families.addNote(press)).toEqual({ noteId })
  await manager.families.addNote({ id, text: 'Pays by childcare voucher' })
  const [second, first, ...others] = await notesOf(id)
  expect(others).toEqual([])
  expect(first).toMatchObject({ id: noteId, text: press.text, withdrawn: null, mayWithdraw: true })
  expect(first).toMatchObject({ by: 'Ann Perry', at: app.clock.now().toISOString() })
  expect(second).toMatchObject({ mayWithdraw: false })
  expect(JSON.stringify(await rowsOf(app.db, 'staff_actions', { account_id: id }))).not.toContain(
    'rung after',
  )
  const copy = JSON.stringify((await api.ownData.download()).json)
  expect(copy).toContain('Prefers to be rung after six')
  expect(await desk.families.notes({ id, limit: 1 })).toMatchObject({ total: 2, items: [{ id: second?.id }] })
})

test('a note needs words and an open family, and a teacher neither writes nor reads one', async () => {
  const { accountId: id, api } = await makeAccount(app)
  const teacher = await app.office('teacher')
  expect(await refusal(desk.families.addNote({ id, text: ' ' }))).toBe('Please write the note')
  expect(await refusal(desk.families.addNote({ id: 99_999_999, text: 'x' }))).toBe(
    'This family was not found',
  )
  expect(await refusal(teacher.families.addNote({ id, text: 'x' }))).toBe('Your role does not allow this')
  expect(await refusal(teacher.families.notes({ id }))).toBe('Your role does not allow this')
  const { noteId } = await desk.families.addNote({ id, text: 'Moved house' })
  await api.ownData.closeAccount({ password: 'Password1', giveUpBookings: true })
  expect(await notesOf(id)).toEqual([])
  expect(await refusal(desk.families.withdrawNote({ id, noteId }))).toBe('This family was not found')
})

test('a note is withdrawn by its author or a manager, once, and loses its text', async () => {
  const { accountId: id } = await makeAccount(app)
  const other = await makeAccount(app)
  const { noteId } = await desk.families.addNote({ id, text: 'Of another family' })
  const { noteId: ofManager } = await manager.families.addNote({ id, text: 'Owes us a call' })
  const colleague = await app.office('frontDesk')
  expect(await refusal(colleague.families.withdrawNote({ id, noteId }))).toBe(
    'Only its author or a manager can withdraw this note',
  )
  expect(await refusal(desk.families.withdrawNote({ id, noteId: ofManager }))).toMatch(/^Only its author/)
  expect(await refusal(desk.families.withdrawNote({ id: other.accountId, noteId }))).toBe(
    'This was not found',
  )
  await desk.families.withdrawNote({ id, noteId })
  expect(await refusal(manager.families.withdrawNote({ id, noteId }))).toBe(
    'This note has been withdrawn already',
  )
  const seen = (await notesOf(id)).find(note => note.id === noteId)
  expect(seen).toMatchObject({ text: '', withdrawn: { by: 'Ann Perry' }, mayWithdraw: false })
  const { noteId: another } = await desk.families.addNote({ id, text: 'By mistake' })
  await manager.families.withdrawNote({ id, noteId: another })
  expect(await rowOf(app.db, 'family_notes', { id: another })).toMatchObject({ body: '' })
  expect(await rowsOf(app.db, 'staff_actions', { action: 'note.withdraw', account_id: id })).toHaveLength(2)
})

test('the audit finds a note that stays about a closed account', async () => {
  const { accountId: id, api } = await makeAccount(app)
  await api.ownData.closeAccount({ password: 'Password1', giveUpBookings: true })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  const staff = await rowOf(app.db, 'staff', { role: 'owner' })
  await writeRow(app.db, 'family_notes', {
    ...{ account_id: id, staff_id: staff.id, body: 'Left over', created_at: app.clock.now() },
  })
  const [found] = await findViolations(app.db, app.clock.now())
  expect(found).toMatchObject({ number: 23, violations: 1 })
})

test('pinned notes come first, on the overview too, until they are unpinned or withdrawn', async () => {
  const { accountId: id } = await makeAccount(app)
  const ids: number[] = []
  for (const text of ['Rings after six', 'Pays in cash', 'Moved house', 'New job', 'Has a dog', 'Sings'])
    ids.push((await desk.families.addNote({ id, text })).noteId)
  const [first = 0, second = 0] = ids
  const pin = (noteId: number, isPinned = true) => desk.families.pinNote({ id, noteId, isPinned })
  await pin(first)
  await manager.families.pinNote({ id, noteId: second, isPinned: true })
  const newestFirst = ids.toReversed()
  const pinned = [second, first, ...newestFirst.slice(0, 4)]
  expect((await notesOf(id)).map(note => note.id)).toEqual(pinned)
  expect((await desk.families.get({ id })).notes.map(note => note.id)).toEqual(pinned.slice(0, 5))
  // Page by page, no note is left out or shown twice.
  const paged: number[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<typeof desk.families.notes>> = await desk.families.notes({
      id,
      limit: 1,
      after,
    })
    paged.push(...page.items.map(note => note.id))
    after = page.next
  }
  expect(paged).toEqual(pinned)
  await pin(second, false)
  expect((await notesOf(id)).map(note => note.id)).toEqual([first, ...newestFirst.slice(0, 5)])
  await desk.families.withdrawNote({ id, noteId: first })
  expect((await notesOf(id)).map(note => note.id)).toEqual(newestFirst)
  expect(await refusal(pin(first))).toBe('This note has been withdrawn already')
  const other = await makeAccount(app)
  const foreign = desk.families.pinNote({ id: other.accountId, noteId: second, isPinned: true })
  expect(await refusal(foreign)).toBe('This was not found')
  const teacher = await app.office('teacher')
  const ofTeacher = teacher.families.pinNote({ id, noteId: second, isPinned: true })
  expect(await refusal(ofTeacher)).toBe('Your role does not allow this')
  expect((await rowsOf(app.db, 'staff_actions', { action: 'note.pin', account_id: id })).length).toBe(3)
})
