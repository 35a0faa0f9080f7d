import { expect, test } from 'vitest'
import { jobHandlers } from '#server/background/job-handlers.ts'
import { mailCode } from '#server/features/accounts/mail-code.ts'
import type { Services } from '#server/services.ts'
import { makeClassOrder, payByCard } from '#testing/make-order.ts'
import { recordStatements } from '#testing/record-statements.ts'
import { rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { enqueue } from './enqueue.ts'
import { runDueJobs } from './run-jobs.ts'

const app = await startTestApp()

async function paidOrders(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) await payByCard(app, await makeClassOrder(app, { pricePence: 1250 }))
  await app.cards.deliverPendingHooks()
}
const runJobs = () => recordStatements(() => runDueJobs(app.services, jobHandlers))
const mailsOfOrders = () => rowsOf(app.db, 'mails', { purpose: 'order' })

test('several waiting confirmations are written with as many statements as one', async () => {
  await paidOrders(1)
  const { sent: forOne } = await runJobs()
  await paidOrders(4)
  const { sent: forFour } = await runJobs()
  expect(forFour).toHaveLength(forOne.length)
  const mails = await mailsOfOrders()
  expect(new Set(mails.map(mail => mail.to_email)).size).toBe(5)
  expect(await rowsOf(app.db, 'messages', { topic: 'order' })).toHaveLength(5)
})

test('a confirmation that fails does not delay the others', async () => {
  await paidOrders(1)
  const noOrder = { kind: 'order-confirmed', payload: '{"orderId": 1000000000}', run_at: app.clock.now() }
  const id = await writeRow(app.db, 'jobs', noOrder)
  await paidOrders(1)
  const before = await mailsOfOrders()
  await runJobs()
  expect(await mailsOfOrders()).toHaveLength(before.length + 2)
  expect(await rowOf(app.db, 'jobs', { id })).toMatchObject({
    done_at: null,
    attempts: 1,
    last_error: 'Error',
  })
  expect((await rowsOf(app.db, 'jobs')).filter(job => job.done_at === null)).toHaveLength(1)
})

test('a code is mailed among the first, however many invitations wait', async () => {
  await runJobs()
  const families = Array.from({ length: 300 }, (_, nth) => ({
    email: `moved-${nth}@example.test`,
    password_hash: '',
    created_at: app.clock.now(),
  }))
  const made = await app.db.insertInto('accounts').values(families).returning('id').execute()
  const office = await app.office('owner')
  await office.families.invite({ accountIds: made.map(({ id }) => id) })
  await app.visitor.accounts.sendCode({ purpose: 'register', email: 'new@example.test' })
  const sent: number[] = []
  const isCodeSent = Promise.withResolvers<void>()
  const send = async (_: Services, { mailId }: { mailId: number }) => {
    if (sent.push(mailId) === 49) await isCodeSent.promise
  }
  const sendCode = async (_: Services, { mailId }: { mailId: number }) => {
    sent.push(mailId)
    isCodeSent.resolve()
  }
  await runDueJobs(app.services, { ...jobHandlers, 'send-mail': send, 'send-urgent-mail': sendCode })
  const code = await rowOf(app.db, 'mails', { purpose: 'code' })
  expect(sent).toHaveLength(made.length + 1)
  expect(sent.indexOf(code.id)).toBeLessThan(50)
})

test('a code is mailed while notices are still being written', async () => {
  await runJobs()
  await paidOrders(1)
  await app.visitor.accounts.sendCode({ purpose: 'register', email: 'beside@example.test' })
  const isCodeWritten = Promise.withResolvers<void>()
  await runDueJobs(app.services, {
    ...jobHandlers,
    'order-confirmed': { all: () => isCodeWritten.promise },
    'mail-code': async (services, job) => {
      await mailCode(services, job)
      isCodeWritten.resolve()
    },
  })
  expect(await rowsOf(app.db, 'mails', { to_email: 'beside@example.test' })).toHaveLength(1)
})

test('a job that is done but not marked yet is not run again by another process', async () => {
  await app.db.deleteFrom('jobs').execute()
  const services = { ...app.services, clock: () => new Date() }
  for (const orderId of [1, 2]) await enqueue(app.db, 'order-confirmed', { orderId }, services.clock())
  const leaseSeconds = 0.4
  const run: number[] = []
  const isSecondDone = Promise.withResolvers<void>()
  // Jobs are marked when the table is looked at the next time, a second later: after the lease.
  const work = runDueJobs(
    services,
    {
      ...jobHandlers,
      'order-confirmed': async (_: Services, { orderId }: { orderId: number }) => {
        run.push(orderId)
        if (run.length === 2) await isSecondDone.promise
      },
    },
    { leaseSeconds },
  )
  await expect.poll(() => run).toEqual([1, 2])
  await new Promise(resolve => setTimeout(resolve, 2 * leaseSeconds * 1000))
  await runDueJobs(
    services,
    {
      ...jobHandlers,
      'order-confirmed': async (_: Services, { orderId }: { orderId: number }) => void run.push(orderId),
    },
    { leaseSeconds },
  )
  isSecondDone.resolve()
  await work
  expect(run).toEqual([1, 2])
})
