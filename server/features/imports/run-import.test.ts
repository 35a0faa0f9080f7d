import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clearOldRows } from '#server/background/clear-old-rows.ts'
import { jobHandlers } from '#server/background/job-handlers.ts'
import { notePlace, sealNote } from '#server/database/seal-note.ts'
import { rotateDataKey } from '#server/features/children/rotate-data-key.ts'
import { runDueJobs } from '#server/jobs/run-jobs.ts'
import { findViolations } from '#testing/find-violations.ts'
import { children, createImportClient, file, parents } from '#testing/import-client.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { importLines } from './import-lines.ts'
import { rotateImports } from './sealed-file.ts'

const app = await startTestApp()
const { office, check, take } = await createImportClient(app)

test('an undone import leaves nothing behind, and the same file can be imported again', async () => {
  const text = file(
    children,
    'undone@example.test,Una,Done,,Mia,Done,17/05/2020,Nuts,',
    'undone@example.test,,,,Max,Done,17/05/2021,,',
    'wrong@,Ursula,Ill,,,,,,',
  )
  const { id } = await take(text)
  const account = await rowOf(app.db, 'accounts', { email: 'undone@example.test' })
  expect(await rowsOf(app.db, 'children', { account_id: account.id })).toHaveLength(2)
  const standing = () => rowsOf(app.db, 'imports', { state: 'uploaded' })
  const before = await standing()
  expect(await refusal(take(text))).toContain('This file was imported on')
  // The refused lines are not needed any more.
  expect(await standing()).toEqual(before)
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'accounts', { email: 'undone@example.test' })).toEqual([])
  expect((await office.families.search({ words: 'una done' })).people).toEqual([])
  expect((await rowsOf(app.db, 'import_rows', { import_id: id })).map(row => row.problems)).toEqual([
    [],
    [],
    [],
  ])
  expect(await refusal(office.imports.undo({ id }))).toBe('An import can be undone for 24 hours')
  const again = await take(text)
  const yesterday = new Date(app.clock.now().getTime() - 25 * 60 * 60 * 1000)
  await changeRows(app.db, 'imports', { id: again.id }, { finished_at: yesterday })
  expect(await refusal(office.imports.undo({ id: again.id }))).toBe('An import can be undone for 24 hours')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a new data key still opens waiting imports, and Undo of finished ones', async () => {
  const known = await makeAccount(app, { email: 'rotated@example.test', firstName: 'Before' })
  const firstName = async () => (await rowOf(app.db, 'accounts', { id: known.accountId })).first_name
  const born = { lastName: 'Rotated', dateOfBirth: '2020-05-17' }
  const childIds = [
    await makeChild(app, known, { ...born, firstName: 'Mia', allergy: 'Nuts', medical: '' }),
    await makeChild(app, known, { ...born, firstName: 'Leo', allergy: 'Milk', medical: 'Asthma' }),
  ]
  const notes = async () =>
    (await office.families.readNotes({ childIds, reason: 'Are they back?' })).map(({ allergy, medical }) => [
      ...[allergy, medical],
    ])
  const written = await take(
    file(
      children,
      'rotated@example.test,After,Name,,Mia,Rotated,17/05/2020,None known,Inhaler',
      'rotated@example.test,,,,Leo,Rotated,17/05/2020,None known,Inhaler',
      'rotated@example.test,,,,Ada,Rotated,17/05/2020,Soya,',
    ),
    'families',
    'overwrite',
  )
  const since = sealNote(app.services.config.dataKey, 'Eggs', notePlace(known.accountId, 'allergy'))
  await changeRows(app.db, 'children', { id: childIds[1] as number }, { allergy_sealed: since })
  const waiting = await check(file(parents, 'waiting@example.test,Wanda,Waits,', 'x,Bad,Line,'))
  const { config } = app.services
  const { dataKey: old } = config
  config.dataKey = randomBytes(32)
  const rotate = async (from: Buffer, to: Buffer) => {
    await rotateDataKey(app.db, from, to)
    await rotateImports(app.db, from, to)
  }
  await rotate(old, config.dataKey)
  await rotate(old, config.dataKey)
  await office.imports.undo({ id: written.id })
  expect(await firstName()).toBe('Before')
  expect(await notes()).toEqual([
    ['Nuts', ''],
    ['Eggs', 'Asthma'],
  ])
  expect(await rowsOf(app.db, 'children', { account_id: known.accountId })).toHaveLength(2)
  await office.imports.run({ id: waiting.id })
  await app.runJobs()
  expect((await rowOf(app.db, 'accounts', { email: 'waiting@example.test' })).first_name).toBe('Wanda')
  expect((await office.imports.badRows({ id: waiting.id })).text).toContain('x,Bad,Line')
  await rotate(config.dataKey, old)
  config.dataKey = old
})

test('a killed import continues where it was, and no line is imported twice', async () => {
  const lines = Array.from({ length: 350 }, (_, at) => `many-${at}@example.test,Many,Family${at},`)
  const { id } = await check(file(parents, ...lines))
  await office.imports.run({ id })
  await app.database.runScript(`create function killed() returns trigger language plpgsql as $$ begin
    if new.email = 'many-220@example.test' then raise exception 'killed'; end if; return new; end $$;
    create trigger killed before insert on accounts for each row execute function killed()`)
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('killed')
  expect(await office.imports.get({ id })).toMatchObject({ state: 'running', finished: 200 })
  await app.database.runScript('drop trigger killed on accounts; drop function killed()')
  await Promise.all([
    importLines(app.services, { importId: id }),
    importLines(app.services, { importId: id }),
  ])
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 350 })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Many' })).toHaveLength(350)
})

test('an import stops between batches when its process ends, and the next one continues', async () => {
  const lines = Array.from({ length: 350 }, (_, at) => `left-${at}@example.test,Left,Family${at},`)
  const { id } = await check(file(parents, ...lines))
  await office.imports.run({ id })
  const ending = new AbortController()
  // In the middle of the first batch.
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('insert into import_rows'))
        ending.abort()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const logged: string[] = []
  const log = { info: () => {}, error: (event: string) => void logged.push(event) }
  await runDueJobs({ ...app.services, db, log }, jobHandlers, { stopping: ending.signal })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'running', finished: 100 })
  const left = { done_at: null, leased_until: null, attempts: 0, last_error: '' }
  expect((await rowsOf(app.db, 'jobs', { kind: 'import-lines' })).at(-1)).toMatchObject(left)
  expect(logged).toEqual([])
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 350, good: 350 })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Left' })).toHaveLength(350)
})

/** Lets forty days pass and clears old data. */
async function makeOld(id: number): Promise<void> {
  const then = new Date(app.clock.now().getTime() - 40 * 86_400_000)
  await changeRows(app.db, 'imports', { id }, { created_at: then, finished_at: then })
  await clearOldRows(app.services)
}

test('an import that fails repeatedly stops; it can be undone or continued', async () => {
  const lines = Array.from({ length: 150 }, (_, at) => `stuck-${at}@example.test,Stuck,Family${at},`)
  const stuck = file(parents, ...lines)
  const { id } = await check(stuck)
  await app.database.runScript(`create function stuck() returns trigger language plpgsql as $$ begin
    if new.email = 'stuck-120@example.test' then raise exception 'stuck'; end if; return new; end $$;
    create trigger stuck before insert on accounts for each row execute function stuck()`)
  const state = async () => (await office.imports.get({ id })).state
  const began = app.clock.now()
  const runTries = async (tries: number) => {
    for (let made = 0; made < tries; made++) {
      await app.runJobs()
      app.clock.advance(5)
    }
  }
  await office.imports.run({ id })
  await runTries(5)
  expect(await state()).toBe('running')
  await runTries(1)
  expect(await office.imports.get({ id })).toMatchObject({ state: 'failed', finished: 100, canUndo: true })
  expect(await rowsOf(app.db, 'staff_actions', { action: 'import.fail', subject_id: id })).toHaveLength(1)
  expect(await refusal(check(stuck))).toMatch(/^An import of this was begun on .* Open that one to go on/)

  // Half of it is imported: it can be ended either way, however late.
  await makeOld(id)
  expect(await office.imports.get({ id })).toMatchObject({ state: 'failed', canUndo: true })

  app.clock.set(began)
  await office.imports.run({ id })
  await runTries(6)
  expect(await state()).toBe('failed')
  await app.database.runScript('drop trigger stuck on accounts; drop function stuck()')
  app.clock.set(began)
  await office.imports.run({ id })
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', finished: 150 })
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Stuck' })).toEqual([])
})

test('an import that stopped half-way can be undone as a whole, even much later', async () => {
  const { id } = await check(file(parents, 'late@example.test,Late,Family,'))
  await office.imports.run({ id })
  await app.runJobs()
  await changeRows(app.db, 'imports', { id }, { state: 'failed' })
  await makeOld(id)
  await office.imports.undo({ id })
  expect(await rowsOf(app.db, 'accounts', { first_name: 'Late' })).toEqual([])
})

test('one import of a kind runs at a time', async () => {
  const first = await check(file(parents, 'first@example.test,Anna,Bell,'))
  const second = await check(file(parents, 'second@example.test,Anna,Bell,'))
  await office.imports.run({ id: first.id })
  expect(await refusal(office.imports.run({ id: second.id }))).toBe(
    'Ann Perry is importing just now. Press again when that is done',
  )
  await app.runJobs()
  await office.imports.run({ id: second.id })
  await app.runJobs()
  expect(await office.imports.get({ id: second.id })).toMatchObject({ state: 'done', finished: 1 })
})

test('an import applies the check that was shown, not a later one by a colleague', async () => {
  const { accountId } = await makeAccount(app, { email: 'shown@example.test', firstName: 'Before' })
  const { run: shown } = await check(file(parents, 'shown@example.test,Anna,Bell,07700 900123'))
  const { id, policy } = shown
  const columns = shown.columns.map(({ readAs }) => readAs)
  const colleague = await app.office('manager')
  for (const other of [
    { columns, policy: 'overwrite' as const },
    { columns: columns.with(3, ''), policy },
  ]) {
    await colleague.imports.check({ id, ...other })
    expect(await refusal(office.imports.run({ id, columns, policy }))).toMatch(/^This file has been checked/)
  }
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'checked', finished: 0 })
  await colleague.imports.check({ id, columns, policy })
  await office.imports.run({ id, columns, policy })
  await app.runJobs()
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', kept: 1 })
  expect((await rowOf(app.db, 'accounts', { id: accountId })).first_name).toBe('Before')
})

test('a file and its errors are deleted after a month', async () => {
  const { id } = await check(file(parents, 'anna@,Anna,Bell,', 'kept@example.test,Anna,Bell,'))
  const change = (values: object) => changeRows(app.db, 'imports', { id }, values)
  const stands = async () => {
    const [row] = await rowsOf(app.db, 'imports', { id })
    return [row?.file_sealed !== null, (await office.imports.problems({ id, after: 0 })).items.length]
  }
  await clearOldRows(app.services)
  expect(await stands()).toEqual([true, 1])
  await change({ created_at: new Date(app.clock.now().getTime() - 31 * 86_400_000) })
  // Undo still needs the former values.
  await change({ state: 'failed', finished_at: app.clock.now() })
  await clearOldRows(app.services)
  expect(await stands()).toEqual([true, 1])
  await change({ finished_at: new Date(app.clock.now().getTime() - 25 * 3_600_000) })
  await clearOldRows(app.services)
  expect(await stands()).toEqual([false, 0])
  // So are the errors of an import that was undone before errors were deleted.
  await changeRows(app.db, 'import_rows', { import_id: id }, { problems: '[{"value": "anna@"}]' })
  await clearOldRows(app.services)
  expect(await stands()).toEqual([false, 0])
  expect(await refusal(office.imports.run({ id }))).toBe('This import is past that step')
})

describe('an uploaded file that is deleted', () => {
  const line = 'deleted@example.test,Dele,Ted,'
  const bad = 'anna@,Anna,Bell,'
  const rowsLeft = async (id: number) => [
    (await rowsOf(app.db, 'imports', { id })).length,
    (await rowsOf(app.db, 'import_rows', { import_id: id })).length,
  ]

  test('disappears with its errors if nothing of it was imported', async () => {
    const { id } = await check(file(parents, line, bad))
    const manager = await app.office('manager')
    await manager.imports.remove({ id })
    expect(await rowsLeft(id)).toEqual([0, 0])
    expect(await rowsOf(app.db, 'staff_actions', { action: 'import.remove', subject_id: id })).toHaveLength(1)
    expect(await refusal(manager.imports.remove({ id }))).toBe('This import was not found')
    expect(await refusal(office.imports.get({ id }))).toBe('This import was not found')
  })

  test('leaves its imported rows, which can still be undone', async () => {
    const known = await makeAccount(app, { email: 'kept@example.test', firstName: 'Before' })
    const { id } = await take(
      file(parents, line, bad, 'kept@example.test,After,Bell,'),
      'families',
      'overwrite',
    )
    expect(await office.imports.get({ id })).toMatchObject({ state: 'done', canDelete: true })
    await office.imports.remove({ id })
    expect(await office.imports.get({ id })).toMatchObject({ canDelete: false, canUndo: true, finished: 2 })
    expect((await office.imports.problems({ id, after: 0 })).items).toEqual([])
    expect(await refusal(office.imports.badRows({ id }))).toBe('This import is past that step')
    expect(await refusal(office.imports.remove({ id }))).toMatch(
      /^This file is still needed .*or has been deleted/,
    )
    // Former values are kept as long as Undo is possible.
    await clearOldRows(app.services)
    await office.imports.undo({ id })
    expect((await rowOf(app.db, 'accounts', { id: known.accountId })).first_name).toBe('Before')
    expect(await rowsOf(app.db, 'accounts', { email: 'deleted@example.test' })).toEqual([])
  })

  test('cannot be deleted while its import runs or is half-way, nor by the front desk', async () => {
    const { id } = await check(file(parents, line))
    const desk = await app.office('frontDesk')
    expect(await refusal(desk.imports.remove({ id }))).toBe('Your role does not allow this')
    await office.imports.run({ id })
    expect(await refusal(office.imports.remove({ id }))).toMatch(/^This file is still needed/)
    await changeRows(app.db, 'imports', { id }, { state: 'failed' })
    expect(await refusal(office.imports.remove({ id }))).toMatch(/^This file is still needed/)
    await changeRows(app.db, 'imports', { id }, { state: 'checked' })
    await office.imports.remove({ id })
  })
})

test('imports are listed page by page, newest first, old ones too', async () => {
  const content = file(children, 'paged@example.test,Anna,Bell,,Mia,Bell,17/05/2020,,')
  const [old, next, newest] = [await check(content), await check(content), await check(content)]
  await changeRows(app.db, 'imports', { id: old.id }, { created_at: new Date('2026-01-05T10:00:00Z') })
  const page = await office.imports.list({ limit: 2 })
  expect(page.items.map(({ id }) => id)).toEqual([newest.id, next.id])
  const { items } = await office.imports.list({ after: page.next ?? undefined, limit: 1 })
  expect(items.map(({ id }) => id)).toEqual([old.id])
})

test('roles without permission are refused, and the file is stored only encrypted', async () => {
  const desk = await app.office('frontDesk')
  expect(await refusal(desk.imports.list({}))).toBe('Your role does not allow this')
  await check(
    file(
      children,
      'secret@example.test,Anna,Bell,,Mia,Bell,17/05/2020,Kestrelnuts,',
      `other@example.test,Anna,Bell,,Mia,Bell,17/05/2020,-Kestrelnuts,${'Kestrel '.repeat(900)}`,
    ),
  )
  const { rows } = await sql`select (select count(*) from imports i where i::text like '%Kestrel%')
    + (select count(*) from import_rows r where r::text like '%Kestrel%')
    + (select count(*) from staff_requests q where q::text like '%Kestrel%') as found`.execute(app.db)
  expect(rows).toEqual([{ found: 0 }])
})
