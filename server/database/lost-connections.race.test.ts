import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { buildApp } from '#server/app.ts'
import { jobHandlers } from '#server/background/job-handlers.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { type JobHandlers, runDueJobs } from '#server/jobs/run-jobs.ts'
import { openDatabaseProxy } from '#testing/database-proxy.ts'
import { makeAccount } from '#testing/make-account.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { connectToPostgres, type Database, DatabaseSilent, DatabaseUnavailable } from './connect.ts'
import { transaction } from './transaction.ts'

let database: Database & { url?: string }
beforeAll(async () => {
  database = await openTestDatabase(4)
})
afterAll(() => database.close())

const answers = async ({ db }: Database) =>
  (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one === 1

test('a connection that the database ends, idle or in a transaction, fails only its own work', async () => {
  const { db } = database
  await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.05)`.execute(db)))
  const work = transaction(db, async tx => {
    const own = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(tx)
    await sql`create table never_made (id int)`.execute(tx)
    // The others are idle in the pool. Ours is between two statements, where no query notices its end.
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> ${own.rows[0]?.id}`.execute(tx)
    const watcher = connectToPostgres(database.url ?? '', { poolSize: 1 })
    await sql`select pg_terminate_backend(${own.rows[0]?.id})`.execute(watcher.db)
    await watcher.close()
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow()
  for (let time = 0; time < 8; time++) expect(await answers(database)).toBe(true)
  const made = await sql<{ name: string | null }>`select to_regclass('never_made')::text as name`.execute(db)
  expect(made.rows[0]?.name).toBeNull()
})

test('a silent database times out, and is used again as soon as it answers', async () => {
  const proxy = await openDatabaseProxy(database.url ?? '')
  const far = connectToPostgres(proxy.url, { poolSize: 2, answerWithin: 300 })
  try {
    await expect.poll(() => answers(far).catch(() => false)).toBe(true)
    proxy.setSilent(true)
    const asked = await Promise.allSettled([answers(far), answers(far), answers(far)])
    for (const outcome of asked) {
      const { reason } = outcome as PromiseRejectedResult
      expect(reason instanceof DatabaseSilent || reason instanceof DatabaseUnavailable).toBe(true)
    }
    proxy.setSilent(false)
    await expect.poll(() => answers(far).catch(() => false), { timeout: 20_000 }).toBe(true)
  } finally {
    await far.close()
    proxy.close()
  }
}, 60_000)

test('a server with a silent database keeps running, and reports not ready within two seconds', async () => {
  const proxy = await openDatabaseProxy(database.url ?? '')
  const far = connectToPostgres(proxy.url, { poolSize: 2 })
  const app = await startTestApp()
  app.services.lastRuns.set('jobs', { at: app.clock.now(), everySeconds: 1 })
  const http = await buildApp({ ...app.services, db: far.db })
  try {
    expect((await http.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
    proxy.setSilent(true)
    const asked = performance.now()
    const answer = await http.inject({ url: '/readyz' })
    expect(performance.now() - asked).toBeLessThan(2000)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      code: 0,
      msg: 'The database does not answer within a second',
      data: null,
    })
    expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200)
  } finally {
    await http.close()
    proxy.close()
    await far.close()
  }
}, 60_000)

test('waiting too long for a connection says that nothing has begun', async () => {
  const one = connectToPostgres(database.url ?? '', { poolSize: 1 })
  try {
    const long = sql`select pg_sleep(6)`.execute(one.db)
    await expect(answers(one)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await long
    expect(await answers(one)).toBe(true)
  } finally {
    await one.close()
  }
}, 30_000)

test('a database that goes away while jobs run ends neither the process nor the job', async () => {
  const app = await startTestApp()
  const far = connectToPostgres(app.database.url ?? '', { poolSize: 1 })
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  try {
    await enqueue(app.db, 'remove-picture', { path: 'uploads/none' }, app.clock.now())
    const handlers: JobHandlers = {
      ...jobHandlers,
      'remove-picture': async () => {
        await far.close()
        throw new Error('the work failed too')
      },
    }
    await runDueJobs({ ...app.services, db: far.db }, handlers).catch(() => 0)
    await new Promise(resolve => setImmediate(resolve))
    expect(unheard).toEqual([])
    const left = await rowsOf(app.db, 'jobs')
    expect(left).toMatchObject([{ done_at: null }])
  } finally {
    process.off('unhandledRejection', hear)
  }
})

test('only a call that has not begun is told when to retry', async () => {
  const app = await startTestApp({ poolSize: 1 })
  const { token } = await makeAccount(app)
  const holding = sql`select pg_sleep(6)`.execute(app.db)
  const ask = ({ path }: { path: string }, headers: Record<string, string> = {}) =>
    app.http.inject({ method: 'POST', url: `/api/${path}`, headers })
  const { accounts, offerings } = contract
  const answers = await Promise.all([ask(accounts.profile, { token }), ask(offerings.class.venues)])
  await holding
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [503, '2'],
    [503, undefined],
  ])
  expect(answers[0]?.json()).toEqual({ code: 0, msg: sentences.busy, data: null })
}, 30_000)
