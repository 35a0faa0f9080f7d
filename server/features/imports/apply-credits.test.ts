import { expect, test } from 'vitest'
import { todayInLondon } from '#domain/calendar.ts'
import { longDay } from '#domain/format-dates.ts'
import { findViolations } from '#testing/find-violations.ts'
import { createImportClient, file, parents, things } from '#testing/import-client.ts'
import { makeFamily } from '#testing/make-family.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { importLines } from './import-lines.ts'

const app = await startTestApp()
const { office, check, take, inAll, madeSince } = await createImportClient(app)

test('credits are granted with a row that names the import; unspent ones can be undone', async () => {
  const family = await makeFamily(app, { credits: 1, email: 'credits@example.test' })
  const headings = 'email,credits,reason'
  const { sentences, run } = await check(
    file(
      headings,
      'nobody@example.test,3,Old',
      'credits@example.test,0,Old',
      'credits@example.test,x,Old',
      'credits@example.test,3,',
    ),
    'credits',
  )
  expect(sentences).toEqual([
    "Line 2: no family has the address 'nobody@example.test'",
    'Line 3: 0 is not a whole number from 1 to 500',
    'Line 4: x is not a whole number from 1 to 500',
    'Line 5: reason is missing',
  ])
  expect(await refusal(office.imports.run({ id: run.id }))).toBe('No line of this file can be imported yet')
  const before = await inAll()
  const { id, run: given } = await take(
    file(headings, 'Credits@example.test,3,Left from before', 'credits@example.test,2,Gift'),
    'credits',
  )
  expect(given.promised).toMatchObject({ makes: things({ credits: 5 }), joins: things({ families: 1 }) })
  expect(await madeSince(before)).toEqual(given.promised?.makes)
  const balance = async () => (await rowOf(app.db, 'accounts', { id: family.accountId })).credit_balance
  expect(await balance()).toBe(6)
  const entries = await rowsOf(app.db, 'credit_entries', { account_id: family.accountId, reason: 'granted' })
  expect(entries.map(({ delta, memo }) => [delta, memo])).toEqual([
    [3, `Left from before (import ${id})`],
    [2, `Gift (import ${id})`],
  ])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  await office.imports.undo({ id })
  expect(await balance()).toBe(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a file grants its credits once, even if it was uploaded several times before running', async () => {
  const family = await makeFamily(app, { email: 'once@example.test' })
  const credits = file('email,credits,reason', 'once@example.test,3,Left from before')
  const [one, two] = [await check(credits, 'credits'), await check(credits, 'credits')]
  await office.imports.run({ id: one.id })
  await app.runJobs()
  expect(await refusal(office.imports.run({ id: two.id }))).toMatch(/^This file was imported on/)
  await app.runJobs()
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 3 })
  await office.imports.undo({ id: one.id })
  await office.imports.run({ id: two.id })
  await app.runJobs()
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 3 })
})

test('the same credits twice in a file are granted once, and the second line says what to do', async () => {
  const family = await makeFamily(app, { email: 'twice@example.test' })
  const { id, sentences, run } = await take(
    file(
      'email,credits,reason',
      'twice@example.test,10,Left from the old system',
      'Twice@Example.test,10,left from the  old system',
      'twice@example.test,10,Another card',
      'twice@example.test,9,Left from the old system',
      'twice@example.test,010,Another card',
    ),
    'credits',
  )
  expect(sentences).toEqual([
    'Line 3: the same credits as line 2. If they are different credits, write another reason',
    'Line 6: the same credits as line 4. If they are different credits, write another reason',
  ])
  expect(run).toMatchObject({ good: 3, bad: 2, finished: 3 })
  const account = () => rowOf(app.db, 'accounts', { id: family.accountId })
  expect((await account()).credit_balance).toBe(29)
  await office.imports.undo({ id })
  expect((await account()).credit_balance).toBe(0)
})

test('a corrected credits file, uploaded whole again, grants only the corrected lines', async () => {
  const families = [await makeFamily(app, { email: 'again@example.test' })]
  const lines = ['again@example.test,3,Old', 'again@example.test,3,Older', 'mended@example.test,2,Old']
  const credits = file('email,credits,reason', ...lines)
  const { id } = await take(credits, 'credits')
  families.push(await makeFamily(app, { email: 'mended@example.test' }))
  const balances = async () =>
    Promise.all(
      families.map(
        async ({ accountId }) => (await rowOf(app.db, 'accounts', { id: accountId })).credit_balance,
      ),
    )
  const waiting = await check(`${credits}again@example.test,3,Gift\r\n`, 'credits')
  const { run } = await take(`${credits}again@example.test,3,Gift\r\n`, 'credits')
  const today = longDay(todayInLondon(app.clock.now()))
  expect((await office.imports.problems({ id: run.id, after: 0 })).items).toMatchObject([
    {
      sentence: `Line 2: the import of ${today} gave these credits. If they are different credits, write another reason`,
      ...{ lines: [2, 3], count: 2 },
    },
  ])
  expect(run).toMatchObject({ promised: { makes: { credits: 5 } }, good: 2, bad: 2, finished: 2 })
  expect(await balances()).toEqual([9, 2])
  // Undone credits are granted again; and each grant is checked when it is made.
  await office.imports.undo({ id: run.id })
  await office.imports.undo({ id })
  await take(credits, 'credits')
  await office.imports.run({ id: waiting.id })
  await app.runJobs()
  expect(await office.imports.get({ id: waiting.id })).toMatchObject({ state: 'done', good: 1, bad: 3 })
  expect(await balances()).toEqual([9, 2])
})

test('after a half-applied credits import a corrected file grants nothing twice', async () => {
  const family = await makeFamily(app, { email: 'half@example.test' })
  const headings = 'email,credits,reason'
  const { id } = await check(file(headings, 'half@example.test,3,Left from before'), 'credits')
  await office.imports.run({ id })
  await app.runJobs()
  await changeRows(app.db, 'imports', { id }, { state: 'failed' })
  const mended = () => check(file(headings, 'half@example.test,3,Left, and mended'), 'credits')
  expect(await refusal(mended())).toMatch(/^An import of this was begun on /)
  await office.imports.undo({ id })
  await mended()
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 0 })
  const parent = file(parents, 'never-in@example.test,Anna,Bell,')
  const first = await check(parent)
  await changeRows(app.db, 'imports', { id: first.id }, { state: 'failed', finished_at: app.clock.now() })
  await check(parent)
})

test('a family that closes its account during a credits import is a bad line', async () => {
  await makeFamily(app, { email: 'stays@example.test' })
  await makeFamily(app, { email: 'leaves@example.test' })
  const { id } = await check(
    file('email,credits,reason', 'leaves@example.test,3,Old', 'stays@example.test,3,Old'),
    'credits',
  )
  // After the validation, and before the first batch.
  await app.database.runScript(`create function leaves() returns trigger language plpgsql as $$ begin
    update accounts set status = 'closed' where email = 'leaves@example.test'; return new; end $$;
    create trigger leaves before update of bad on imports for each row execute function leaves()`)
  await office.imports.run({ id })
  await expect(importLines(app.services, { importId: id })).rejects.toThrow('left meanwhile')
  await app.database.runScript('drop trigger leaves on imports; drop function leaves()')
  await importLines(app.services, { importId: id })
  expect(await office.imports.get({ id })).toMatchObject({ state: 'done', good: 1, bad: 1, finished: 1 })
  expect((await office.imports.problems({ id, after: 0 })).items).toMatchObject([
    { sentence: "Line 2: no family has the address 'leaves@example.test'" },
  ])
  await changeRows(app.db, 'accounts', { email: 'leaves@example.test' }, { status: 'active' })
})
