import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type JobHandlers, runDueJobs } from '#server/jobs/run-jobs.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeClassOrder, payByCard } from '#testing/make-order.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { renewStatistics } from './renew-statistics.ts'

// One connection, so that all plans date from the first purchase.
const openApp = () => startTestApp({ poolSize: 1 })

/** Makes PostgreSQL publish its counts now, because by itself it does so at most once a second. */
const tellCounts = (app: TestApp) => sql`select pg_stat_force_next_flush()`.execute(app.db)

/** Returns how many rows of a table some work reads. */
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

/** Inserts orders of another family, as if they were placed meanwhile. */
async function writeOrders(app: TestApp, count: number, status: 'paid' | 'pending'): Promise<void> {
  const { accountId } = await makeAccount(app)
  const now = app.clock.now()
  await sql`insert into orders (order_number, kind, account_id, status, list_pence, total_pence, placed_at, hold_expires_at)
    select ${status} || '-order-of-somebody-' || nth, 'class', ${accountId}, ${status}, 1250, 1250, ${now},
      case when ${status} = 'pending' then ${now}::timestamptz + interval '30 minutes' end
    from generate_series(1, ${count}::int) nth`.execute(app.db)
}

test('a purchase reads no unpaid orders of others, even if planned on an empty table', async () => {
  const app = await openApp()
  await writeOrders(app, 500, 'paid')
  await app.database.runScript('vacuum analyze')
  await purchase(app)
  const alone = await rowsRead(app, 'orders', () => purchase(app))
  await writeOrders(app, 500, 'pending')
  expect(await rowsRead(app, 'orders', () => purchase(app))).toBeLessThan(alone + 50)
})

test('a purchase planned on an empty table does not scan it once it was analysed', async () => {
  const app = await openApp()
  await app.database.runScript('vacuum analyze')
  await purchase(app)
  await writeOrders(app, 500, 'paid')
  await tellCounts(app)
  await renewStatistics(app.services)
  await purchase(app)
  expect(await rowsRead(app, 'orders', () => purchase(app))).toBeLessThan(50)
})

test('due jobs are searched once per claim, even if planned on an empty table', async () => {
  const app = await openApp()
  const handlers = { audit: async () => {} } as unknown as JobHandlers
  await app.database.runScript('vacuum analyze')
  await runDueJobs(app.services, handlers)
  await sql`insert into jobs (kind, run_at) select 'audit', ${app.clock.now()} from generate_series(1, 200)`.execute(
    app.db,
  )
  expect(await rowsRead(app, 'jobs', () => runDueJobs(app.services, handlers))).toBeLessThan(200 * 50)
})
