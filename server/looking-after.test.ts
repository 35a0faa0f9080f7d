import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearOldRows } from './jobs/clear-old-rows.ts'
import { lookAfter } from './looking-after.ts'
import { makeClassOrder, payByCard, readOutcome } from './testing/make-order.ts'
import { startTestApp, type TestApp } from './testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.cards.faults.dropHooks = Number.POSITIVE_INFINITY
})
afterAll(() => app.close())

const statusOf = (orderId: number) => readOutcome(app, orderId).then(outcome => outcome.status)
const mailsTo = (email: string) =>
  app.db.selectFrom('mails').select('subject').where('to_email', '=', email).execute()

test('a process that starts looks at once after what became due while none ran', async () => {
  const paid = await makeClassOrder(app)
  const unpaid = await makeClassOrder(app)
  await payByCard(app, paid)
  app.clock.advance(36)
  const beat = lookAfter(app.services)
  try {
    await expect.poll(() => statusOf(paid.orderId), { timeout: 15_000 }).toBe('paid')
    await expect.poll(() => statusOf(unpaid.orderId), { timeout: 15_000 }).toBe('cancelled')
    beat.nudge()
    const told = () => mailsTo(unpaid.account.email)
    await expect.poll(told, { timeout: 15_000 }).toEqual([{ subject: 'Your unpaid order has ended' }])
  } finally {
    await beat.stop()
  }
})

test('old counted tries and finished jobs are forgotten, and nothing else', async () => {
  const now = app.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000)
  await app.db.deleteFrom('jobs').execute()
  await app.db.deleteFrom('rate_limits').execute()
  await app.db
    .insertInto('rate_limits')
    .values([
      { key: 'old', window_starts_at: daysAgo(3), count: 1 },
      { key: 'counting', window_starts_at: daysAgo(1), count: 1 },
    ])
    .execute()
  await app.db
    .insertInto('jobs')
    .values([
      { kind: 'send-mail', payload: '{}', run_at: daysAgo(9), done_at: daysAgo(8) },
      { kind: 'send-mail', payload: '{"mailId":1}', run_at: daysAgo(9), done_at: daysAgo(6) },
      { kind: 'send-mail', payload: '{"mailId":2}', run_at: daysAgo(9) },
    ])
    .execute()
  await clearOldRows(app.services)
  const limits = await app.db.selectFrom('rate_limits').select('key').execute()
  const jobs = await app.db.selectFrom('jobs').select('payload').orderBy('id').execute()
  expect(limits).toEqual([{ key: 'counting' }])
  expect(jobs.map(job => job.payload)).toEqual([{ mailId: 1 }, { mailId: 2 }])
})
