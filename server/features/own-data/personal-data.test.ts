import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { columnsIn, personalData, personalTables } from './personal-data.ts'

const app = await startTestApp()

/** Finds tables from which foreign keys lead to an account, and tables with an email address, except staff's. */
async function readPersonalTables(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    with recursive personal(id) as (
      select 'accounts'::regclass::oid
      union
      select conrelid from pg_constraint join personal on confrelid = personal.id where contype = 'f'
    )
    select c.relname::text as table, json_agg(a.attname::text order by a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relname not in ('staff', 'staff_invitations', 'staff_attempts') and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (
      c.oid in (select id from personal)
      or exists (select from pg_attribute e where e.attrelid = c.oid and e.attname ~ 'email' and not e.attisdropped))
    group by c.relname order by c.relname`.execute(app.db)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

test('every column about people says whether it is copied and whether it is erased', async () => {
  const inDatabase = Object.fromEntries(await readPersonalTables())
  const closing = { accountId: 1, dataKey: Buffer.alloc(32) }
  const toldAtClosing = personalTables.map(([table, { shown, hidden, closing: fate }]) => [
    table,
    typeof fate === 'string'
      ? columnsIn(shown, hidden).sort()
      : [...Object.keys(fate.erased(closing)), ...columnsIn(fate.kept)].sort(),
  ])
  const toldInCopy = personalTables.map(([table, { shown, hidden }]) => [
    table,
    columnsIn(shown, hidden).sort(),
  ])
  expect(Object.fromEntries(toldInCopy)).toEqual(inDatabase)
  expect(Object.fromEntries(toldAtClosing)).toEqual(inDatabase)
})

test('the data download has as many account and child fields as personal-data.ts lists', async () => {
  const parent = await makeAccount(app)
  await makeChild(app, parent)
  const { data } = await app.call<{ json: string }>(contract.ownData.download.path, {}, parent.token)
  const { account, children } = JSON.parse(data.json)
  const { contacts, pickUpPerson, ...child } = children[0]
  const shown = (table: keyof typeof personalData) => columnsIn(personalData[table].shown).length
  expect(Object.keys(account)).toHaveLength(shown('accounts'))
  expect(Object.keys(child)).toHaveLength(shown('children'))
  expect(Object.keys(contacts[0])).toHaveLength(shown('emergency_contacts'))
  expect(Object.keys(pickUpPerson)).toHaveLength(shown('pick_up_people'))
})
