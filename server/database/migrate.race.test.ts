import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeEmpty, openTestDatabase } from '#testing/open-test-database.ts'
import { connectToPostgres } from './connect.ts'
import { migrate, readLayout } from './migrate.ts'

/** Starts ten servers together on a new database, and returns why each one failed. */
async function startTogether(prepare = ''): Promise<string[]> {
  const database = await openTestDatabase(1)
  onTestFinished(() => database.close())
  await makeEmpty(database)
  if (prepare) await database.runScript(prepare)
  const servers = Array.from({ length: 10 }, () => connectToPostgres(database.url ?? '', { poolSize: 1 }))
  // Connect first, so that all of them start at the same moment.
  await Promise.all(servers.map(({ runScript }) => runScript('select 1')))
  const ends = await Promise.allSettled(servers.map(server => migrate(server)))
  await Promise.all(servers.map(server => server.close()))
  const { rows } = await sql`select version from schema_migrations`.execute(database.db)
  expect(rows).toHaveLength(readLayout().migrations.length)
  return ends.flatMap(end => (end.status === 'rejected' ? [end.reason.code] : []))
}

test('ten servers start at once on a new database: one migrates it, and all of them run', async () => {
  expect(await startTogether()).toEqual([])

  // Negative control: with a lock that admits everybody, all but one fail.
  const unlocked = `create function pg_advisory_xact_lock(bigint) returns void language sql as 'select';
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`
  expect((await startTogether(unlocked)).length).toBeGreaterThan(0)
})
