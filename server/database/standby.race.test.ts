import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { startPostgresAndStandby } from '#testing/start-postgres.ts'
import { connectToPostgres, type Db } from './connect.ts'
import { mostBehind, openStandby } from './standby.ts'

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

test('a standby close behind is asked; one that falls behind, or is gone, is not', async () => {
  expect(await answer()).toEqual({ number: 0, byStandby: false })
  await expect.poll(() => look().then(answer), { timeout: 10_000 }).toEqual({ number: 0, byStandby: true })
  const refused = standby.ask(async () => {
    throw new Refusal('No such week')
  })
  await expect(refused).rejects.toThrow('No such week')
  expect(await answer()).toMatchObject({ byStandby: true })

  const itself = connectToPostgres(servers.standby.urlOf('postgres'), { poolSize: 1 })
  await tell(itself.db, 'pg_wal_replay_pause()')
  await expect
    .poll(() => tell(itself.db, 'pg_get_wal_replay_pause_state()').then(({ rows }) => rows[0]))
    .toEqual({
      pg_get_wal_replay_pause_state: 'paused',
    })
  const writtenAt = performance.now()
  await sql`insert into written values (1)`.execute(primary.db)
  let last = await answer()
  while (last?.byStandby) {
    // What it does not know yet is never older than it may be.
    expect(performance.now() - writtenAt).toBeLessThan(mostBehind + 1_000)
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
