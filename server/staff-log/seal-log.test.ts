import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/database/connect.ts'
import { findViolations } from '#testing/find-violations.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { findUnsigned } from './seal-log.ts'
import { signLogAgain, signLogOfBefore } from './sign-log.ts'

const app = await startTestApp()
const { dataKey } = app.services.config
const otherKey = Buffer.alloc(32, 9)
const office = await app.office('owner')
const act = () => office.health.runAudit({})
const broken = async (keys = [dataKey]) =>
  (await findViolations(app.db, app.clock.now(), keys)).map(({ examples }) => examples)
const run = (script: string) => app.database.runScript(script)
const lastId = async () => (await rowsOf(app.db, 'staff_actions')).at(-1)?.id ?? 0

/** Runs SQL without the triggers, as somebody with the database's password could. */
const behindTriggers = (script: string) =>
  run(`alter table staff_actions disable trigger user; alter table staff_action_seals disable trigger user;
    ${script};
    alter table staff_actions enable trigger user; alter table staff_action_seals enable trigger user`)
const recomputeChain = `do $$ declare a staff_actions; before bytea := sha256(''); begin
    for a in select * from staff_actions order by id loop
      a.prev_hash := before;
      before := sha256(before || convert_to(action_text(a), 'UTF8'));
      update staff_actions set prev_hash = a.prev_hash, hash = before where id = a.id;
    end loop;
    update audit_head set last_hash = before, last_id = (select max(id) from staff_actions);
  end $$`
/** Restores the log after a test has changed it. */
let putBack: () => Promise<unknown> = async () => {}

beforeEach(async () => {
  await putBack()
  await act()
  await act()
  expect(await broken()).toEqual([])
  await run(`drop table if exists kept_actions, kept_seals, kept_head;
    create table kept_actions as select * from staff_actions;
    create table kept_seals as select * from staff_action_seals; create table kept_head as select * from audit_head`)
  putBack = () =>
    behindTriggers(`delete from staff_action_seals; delete from staff_actions;
      insert into staff_actions overriding system value select * from kept_actions;
      insert into staff_action_seals select * from kept_seals;
      update audit_head h set last_id = k.last_id, last_hash = k.last_hash, seal = k.seal from kept_head k;
      drop table kept_actions, kept_seals, kept_head`)
})

describe('the audit reports', () => {
  const cut = `delete from staff_action_seals where action_id = (select max(id) from staff_actions);
    delete from staff_actions where id = (select max(id) from staff_actions);
    update audit_head set (last_id, last_hash) = (select id, hash from staff_actions order by id desc limit 1)`
  test.each([
    [
      'a changed row whose chain was computed again',
      `update staff_actions set reason = 'x' where id = (select min(id) from staff_actions); ${recomputeChain}`,
    ],
    ['last rows that were cut off', cut],
    [
      'a row that SQL has written',
      `alter table staff_actions enable trigger user;
      insert into staff_actions (at, action, subject_kind, prev_hash, hash) values (now(), 'audit.run', 'audit', '', '')`,
    ],
    ['signatures that were taken away', `delete from staff_action_seals; update audit_head set seal = null`],
    [
      'a log that was emptied',
      `delete from staff_action_seals; delete from staff_actions;
      update audit_head set last_id = 0, last_hash = sha256('')`,
    ],
  ])('%s, also after further rows', async (_what, script) => {
    await behindTriggers(script)
    expect(await broken()).not.toEqual([])
    await act()
    await act()
    expect(await broken()).not.toEqual([])
  })
})

test.each([
  'staff_actions',
  'staff_action_seals',
  'audit_head',
  'credit_entries',
  'point_entries',
  'stock_entries',
  'returned_items',
  'text_versions',
])('the database refuses to truncate %s', async table => {
  await expect(run(`truncate ${table} cascade`)).rejects.toThrow(/append-only/)
})

test('the key is neither in the database nor in a statement', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from staff_action_seals s where s::text like ${`%${dataKey.toString('hex')}%`}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ count: 0 }])
  const given: unknown[] = []
  const watched = app.db.withPlugin({
    transformQuery: ({ node }) => {
      given.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await findUnsigned(watched as Db, [dataKey])
  expect(given.length).toBeGreaterThan(0)
  expect(JSON.stringify(given)).not.toContain(JSON.stringify([...dataKey]).slice(1, -1))
})

test('a new key signs the log again and logs that; forged rows stay unsigned', async () => {
  const forged = await lastId()
  await behindTriggers(`update staff_action_seals set seal = sha256('') where action_id = ${forged}`)
  await act()
  const signed = (await rowsOf(app.db, 'staff_action_seals')).length - 1
  expect(await signLogAgain(app.db, dataKey, otherKey, app.clock.now())).toBe(signed)
  expect((await rowsOf(app.db, 'staff_actions')).at(-1)).toMatchObject({
    action: 'log.rotateKey',
    staff_id: null,
    facts: { rows: signed },
  })
  expect(await broken([otherKey])).toEqual([[`action ${forged}`]])
  expect(await signLogAgain(app.db, dataKey, otherKey, app.clock.now())).toBe(0)
  expect(await broken([dataKey])).not.toEqual([])
})

test('rows older than the signatures stay unchanged, and a signed row is added after them', async () => {
  await behindTriggers('delete from staff_action_seals; update audit_head set seal = null')
  const before = await rowsOf(app.db, 'staff_actions')
  await signLogOfBefore(app.db, { dataKey }, app.clock.now())
  await signLogOfBefore(app.db, { dataKey }, app.clock.now())
  const after = await rowsOf(app.db, 'staff_actions')
  expect(after.slice(0, -1)).toEqual(before)
  expect(after.at(-1)).toMatchObject({ action: 'log.sign', facts: { after: before.at(-1)?.id } })
  expect(await broken()).toEqual([])
  await act()
  expect(await broken()).toEqual([])
  const changed = `update staff_actions set reason = 'x' where id = ${before[0]?.id}`
  await behindTriggers(`${changed}; ${recomputeChain}`)
  expect(await broken()).not.toEqual([])
})
