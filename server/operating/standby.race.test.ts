import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { connectToPostgres, type Db } from '#server/database/connect.ts'
import { apiAt } from '#testing/api-at.ts'
import { freePort } from '#testing/free-port.ts'
import { writeAccount } from '#testing/make-account.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { changeRows } from '#testing/rows.ts'
import { runToEnd } from '#testing/run-command.ts'
import { servicesOfDatabase, sharedDataKey } from '#testing/services-of-database.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { startPostgresAndStandby } from '#testing/start-postgres.ts'
import { maxDelayMilliseconds, openStandby } from './standby.ts'

let servers: Awaited<ReturnType<typeof startPostgresAndStandby>>
let primary: ReturnType<typeof connectToPostgres>
let standby: ReturnType<typeof openStandby>
const said: string[] = []

beforeAll(async () => {
  servers = await startPostgresAndStandby()
  primary = connectToPostgres(servers.primary.urlOf('postgres'), { poolSize: 2 })
  await sql`create table written (number int)`.execute(primary.db)
  await sql`insert into written values (0)`.execute(primary.db)
  const say = (event: string) => void said.push(event)
  standby = openStandby(servers.standby.urlOf('postgres'), {
    primary: primary.db,
    poolSize: 2,
    isPooled: false,
    log: { info: say, error: say },
  })
})
afterAll(async () => {
  await standby.close()
  await primary.close()
  await servers.standby.stop()
  await servers.primary.stop()
})

const look = () => standby.watch.run(undefined as never, undefined as never, () => {})
const answer = () =>
  standby.ask(async db => {
    const { rows } = await sql<{ number: number; byStandby: boolean }>`
      select max(number) as number, pg_is_in_recovery() as "byStandby" from written`.execute(db)
    return rows[0]
  })
const tell = (db: Db, command: string) => sql.raw(`select ${command}`).execute(db)

/** Pauses replay on the standby itself. */
async function pauseReplay(itself: Db): Promise<void> {
  await tell(itself, 'pg_wal_replay_pause()')
  await expect
    .poll(() => tell(itself, 'pg_get_wal_replay_pause_state()').then(({ rows }) => rows[0]))
    .toEqual({
      pg_get_wal_replay_pause_state: 'paused',
    })
}

test('visitors read the timetable from the standby, and parents the newest data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-standby-'))
  await sql`create database maypole_read`.execute(primary.db)
  const written = connectToPostgres(servers.primary.urlOf('maypole_read'), { poolSize: 2 })
  const read = connectToPostgres(servers.standby.urlOf('maypole_read'), { poolSize: 1 })
  const address = `http://127.0.0.1:${await freePort()}`
  let printed = ''
  const settings = {
    DATABASE_URL: servers.primary.urlOf('maypole_read'),
    DATABASE_READ_URL: servers.standby.urlOf('maypole_read'),
    DATABASE_POOLER: '',
    DATA_KEY: sharedDataKey.toString('base64'),
    DATA_DIR: folder,
    STRIPE_STAND_IN_PORT: String(await freePort()),
  }
  const server = await spawnServer(address, settings, text => {
    printed += text
  })
  const place = servicesOfDatabase(written.db)
  const { token } = await writeAccount(place, { email: 'reader@example.test' })
  const { id, date } = await makeSession(place, await makeOffering(place), { capacity: 10 })
  const capacityFor = async (headers: Record<string, string>) => {
    const days = await apiAt(address, headers).offerings.class.timetable({ startDate: date, endDate: date })
    return days.flatMap(day => day.sessions).find(session => session.id === id)?.capacity
  }
  await expect.poll(() => printed, { timeout: 20_000 }).toContain('standby is asked')
  await expect.poll(() => capacityFor({}), { timeout: 10_000 }).toBe(10)
  await pauseReplay(read.db)
  await changeRows(written.db, 'sessions', { id }, { capacity: 20 })
  expect(await Promise.all([capacityFor({}), capacityFor({ token })])).toEqual([10, 20])
  await tell(read.db, 'pg_wal_replay_resume()')
  await expect.poll(() => capacityFor({}), { timeout: 10_000 }).toBe(20)
  await endServer(server)
  await Promise.all([read.close(), written.close()])
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

test('behind a pooler the start requires time limits for the database user', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-pooled-'))
  const start = await runToEnd(['main.ts'], {
    DATABASE_URL: servers.primary.urlOf('postgres'),
    DATABASE_POOLER: 'transaction',
    DATA_KEY: sharedDataKey.toString('base64'),
    DATA_DIR: folder,
    PORT: String(await freePort()),
  })
  expect(start.said).toBe(
    `Maypole did not start: DATABASE_POOLER is set, and the database's user has no time limits of its own: alter role "maypole" set statement_timeout = '10s'; alter role "maypole" set lock_timeout = '5s'\n`,
  )
  expect(start.code).toBe(1)
  rmSync(folder, { recursive: true, force: true })
})

test('a standby close behind is queried; one that falls behind, or is gone, is not', async () => {
  expect(await answer()).toEqual({ number: 0, byStandby: false })
  await expect.poll(() => look().then(answer), { timeout: 10_000 }).toEqual({ number: 0, byStandby: true })
  const refused = standby.ask(async () => {
    throw new Refusal('No such week')
  })
  await expect(refused).rejects.toThrow('No such week')
  expect(await answer()).toMatchObject({ byStandby: true })

  const itself = connectToPostgres(servers.standby.urlOf('postgres'), { poolSize: 1 })
  await pauseReplay(itself.db)
  const writtenAt = performance.now()
  await sql`insert into written values (1)`.execute(primary.db)
  let last = await answer()
  while (last?.byStandby) {
    // While the standby is used, its data are not older than allowed.
    expect(performance.now() - writtenAt).toBeLessThan(maxDelayMilliseconds + 1_000)
    await look()
    last = await answer()
  }
  expect(last).toEqual({ number: 1, byStandby: false })

  await tell(itself.db, 'pg_wal_replay_resume()')
  await itself.close()
  await expect.poll(() => look().then(answer), { timeout: 10_000 }).toEqual({ number: 1, byStandby: true })

  await servers.standby.stop()
  expect(await answer()).toEqual({ number: 1, byStandby: false })
  await look()
  expect(await answer()).toEqual({ number: 1, byStandby: false })
  const [asked, notAsked] = ['standby is asked', 'standby is not asked']
  expect(said).toEqual([asked, notAsked, asked, notAsked])
})
