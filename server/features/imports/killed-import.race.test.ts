import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Envelope } from '#contract/client.ts'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import { connectToPostgres, type Database, openEmbeddedDatabase } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { findViolations } from '#testing/find-violations.ts'
import { freePort } from '#testing/free-port.ts'
import { makeStaff } from '#testing/office-client.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { servicesOfDatabase, sharedDataKey } from '#testing/services-of-database.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maypole-killed-'))
const servers: ChildProcess[] = []
const onPostgres = await openTestDatabase()
afterAll(async () => {
  await Promise.all(servers.map(server => endServer(server, 'SIGKILL')))
  await onPostgres.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a process without a business, on the database of these settings. */
async function start(settings: Record<string, string>): Promise<{ server: ChildProcess; address: string }> {
  const address = `http://127.0.0.1:${await freePort()}`
  const server = await spawnServer(address, {
    BUSINESS: 'empty',
    DATA_KEY: sharedDataKey.toString('base64'),
    STRIPE_STAND_IN_PORT: String(await freePort()),
    ...settings,
  })
  servers.push(server)
  return { server, address }
}

/** Returns the calls of a process's office, as a signed-in member of staff makes them. */
const officeAt = (address: string, token: string): OfficeApi =>
  makeOfficeApi(async (path, body) => {
    const { file } = body as { file?: Blob }
    const form = new FormData()
    if (file) form.append('file', file)
    const headers = { 'x-office': '1', origin: address, cookie: `office=${token}` }
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: file ? headers : { ...headers, 'content-type': 'application/json' },
      body: file ? form : JSON.stringify(body),
    })
    return (await answer.json()) as Envelope
  })

const families = 3000
const piece = 100
const text = [
  'Email,First name,Surname,child_first_name,child_last_name,DOB',
  ...Array.from(
    { length: families },
    (_, at) => `k-${at}@example.test,Killed,Of${at},Mia,Of${at},17/05/2020`,
  ),
].join('\r\n')

test.each([
  ['PostgreSQL', { DATABASE_URL: onPostgres.url ?? '', DATA_DIR: join(folder, 'beside') }],
  ['the embedded database', { DATA_DIR: join(folder, 'embedded') }],
])(
  'on %s an import whose process is killed is finished by the next, each line once',
  async (_name, settings) => {
    const { token } = await within(settings, async database => {
      await migrate(database)
      return makeStaff(servicesOfDatabase(database.db))
    })
    const first = await start(settings)
    const office = officeAt(first.address, token)
    const { id } = await office.imports.upload({ file: new Blob([text]) })
    await office.imports.begin({ id, kind: 'families', fileName: 'old.csv' })
    const { columns } = await office.imports.get({ id })
    await office.imports.check({ id, columns: columns.map(({ readAs }) => readAs), policy: 'createOnly' })
    await office.imports.run({ id })
    const finished = async () => (await office.imports.get({ id })).finished
    await expect.poll(finished, { interval: 5, timeout: 120_000 }).toBeGreaterThan(0)
    await endServer(first.server, 'SIGKILL')

    await within(settings, async ({ db }) => {
      expect(await rowOf(db, 'imports', { id })).toMatchObject({ state: 'running' })
      const taken = await rowsOf(db, 'import_rows', { import_id: id })
      // Killed midway, with no batch half done.
      expect(taken.length).toBeLessThan(families)
      expect(taken.length % piece).toBe(0)
      expect(await rowsOf(db, 'accounts', { first_name: 'Killed' })).toHaveLength(taken.length)
      // Any process may continue a killed process's job when its lease has ended.
      await changeRows(db, 'jobs', { kind: 'import-lines' }, { leased_until: new Date(0) })
    })

    const second = await start(settings)
    const next = officeAt(second.address, token)
    const state = async () => (await next.imports.get({ id })).state
    await expect.poll(state, { timeout: 180_000 }).toBe('done')
    expect(await next.imports.get({ id })).toMatchObject({ finished: families, good: families, bad: 0 })
    await endServer(second.server)
    await within(settings, async ({ db }) => {
      expect(await rowsOf(db, 'import_rows', { import_id: id })).toHaveLength(families)
      const accounts = await rowsOf(db, 'accounts', { first_name: 'Killed' })
      expect(new Set(accounts.map(({ email }) => email)).size).toBe(families)
      expect(accounts).toHaveLength(families)
      expect(await rowsOf(db, 'children', { first_name: 'Mia' })).toHaveLength(families)
      expect(await findViolations(db, new Date())).toEqual([])
    })
  },
  400_000,
)

/** Reads the database while no process has it open. */
async function within<Seen>(
  { DATABASE_URL, DATA_DIR }: { DATABASE_URL?: string; DATA_DIR: string },
  look: (database: Database) => Promise<Seen>,
): Promise<Seen> {
  mkdirSync(DATA_DIR, { recursive: true })
  const database = DATABASE_URL
    ? connectToPostgres(DATABASE_URL)
    : await openEmbeddedDatabase(join(DATA_DIR, 'database'))
  return look(database).finally(database.close)
}
