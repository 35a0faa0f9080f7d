import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type JobHandlers, runDueJobs } from '#server/jobs/run-jobs.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeClassOrder, payByCard } from '#testing/make-order.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { renewStatistics } from './renew-statistics.ts'

// One connection, so that all plans are those of the first purchase.
const openApp = () => startTestApp({ poolSize: 1 })

/** What PostgreSQL counts is told at most once a second, unless it is told now. */
const tellCounts = (app: TestApp) => sql`select pg_stat_force_next_flush()`.execute(app.db)

/** How many rows of a table were read for some work. */
async function rowsRead(app: TestApp, table: string, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await tellCounts(app)
    const { rows } = await sql<{ read: number }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
      from pg_stat_user_tables where relname = ${table}`.execute(app.db)
    return rows[0]?.read ?? Number.NaN
  }
  const before = await read()
  await work()
  return (await read()) - before
}

async function purchase(app: TestApp): Promise<void> {
  await payByCard(app, await makeClassOrder(app, { pricePence: 1250 }))
  await app.cards.deliverPendingHooks()
  await app.runJobs()
}

/** Orders of one other family, as if they had come meanwhile. */
async function writeOrders(app: TestApp, count: number, status: 'paid' | 'pending'): Promise<void> {
  const { accountId } = await makeAccount(app)
  const now = app.clock.now()
  await sql`insert into orders (order_number, kind, account_id, status, list_pence, total_pence, placed_at, hold_expires_at)
    select ${status} || '-order-of-somebody-' || nth, 'class', ${accountId}, ${status}, 1250, 1250, ${now},
      case when ${status} = 'pending' then ${now}::timestamptz + interval '30 minutes' end
    from generate_series(1, ${count}::int) nth`.execute(app.db)
}

test('a purchase reads none of the unpaid orders of others, though its plans were made when there was none', async () => {
  const app = await openApp()
  await writeOrders(app, 500, 'paid')
  await app.database.runScript('vacuum analyze')
  await purchase(app)
  const alone = await rowsRead(app, 'orders', () => purchase(app))
  await writeOrders(app, 500, 'pending')
  expect(await rowsRead(app, 'orders', () => purchase(app))).toBeLessThan(alone + 50)
})

test('a purchase does not read a table whole that was empty when it was planned, once that was looked at', async () => {
  const app = await openApp()
  await app.database.runScript('vacuum analyze')
  await purchase(app)
  await writeOrders(app, 500, 'paid')
  await tellCounts(app)
  await renewStatistics(app.services)
  await purchase(app)
  expect(await rowsRead(app, 'orders', () => purchase(app))).toBeLessThan(50)
})

test('what is due is looked for once a claim, though the table was empty when that was planned', async () => {
  const app = await openApp()
  const handlers = { audit: async () => {} } as unknown as JobHandlers
  await app.database.runScript('vacuum analyze')
  await runDueJobs(app.services, handlers)
  await sql`insert into jobs (kind, run_at) select 'audit', ${app.clock.now()} from generate_series(1, 200)`.execute(
    app.db,
  )
  expect(await rowsRead(app, 'jobs', () => runDueJobs(app.services, handlers))).toBeLessThan(200 * 50)
})
