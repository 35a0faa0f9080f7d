import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/background/job-handlers.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { runDueJobs } from '#server/jobs/run-jobs.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeFamilies } from '#testing/make-family.ts'
import { makeOfficeRequest } from '#testing/make-office-request.ts'
import { rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { sendMessage } from './send-message.ts'
import { stopMessage } from './stop-message.ts'

const app = await startTestApp({ poolSize: 20 })
await makeFamilies(app, 8)
const request = await makeOfficeRequest(app)

const writeMessage = () =>
  writeRow(app.db, 'office_messages', {
    ...{ kind: 'service', audience: '{"to":"everybody"}', about: 'All families', account_id: null },
    ...{ subject: 'Hello', body: 'Hello {first name}', staff_id: request.staff.staffId },
    ...{ created_at: app.clock.now(), send_at: app.clock.now(), stopped_by: null },
  })

const mailsOf = async (messageId: number) => {
  const mails = await rowsOf(app.db, 'mails', { purpose: 'message' })
  return mails.filter(mail => mail.once_key?.startsWith(`message-${messageId}-`))
}

test('two processes, and one that begins again, write one mail to each address', async () => {
  const messageId = await writeMessage()
  await Promise.all(Array.from({ length: 4 }, () => sendMessage(app.services, { messageId })))
  await sendMessage(app.services, { messageId })
  const mails = await mailsOf(messageId)
  expect(mails).toHaveLength(8)
  expect(new Set(mails.map(mail => mail.to_email)).size).toBe(8)
})

test('even without its lock, no address gets two mails', async () => {
  const messageId = await writeMessage()
  const services = { ...app.services, db: app.db.withPlugin(withoutLocks) }
  await Promise.allSettled(Array.from({ length: 4 }, () => sendMessage(services, { messageId })))
  expect(await mailsOf(messageId)).toHaveLength(8)
})

/** Stops a message while its mails are being written, and counts the mails that would still be sent. */
async function stopWhileWriting(services: typeof app.services): Promise<number> {
  const messageId = await writeMessage()
  const [family] = await rowsOf(app.db, 'accounts', { status: 'active' })
  let stopped: Promise<unknown> = Promise.resolve()
  await forceRace(app, {
    // The writer waits for the account of a recipient, while it holds the message.
    close: tx =>
      tx
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', family?.id ?? 0)
        .forUpdate()
        .execute(),
    work: () => sendMessage(services, { messageId }),
    waiting: 1,
    meanwhile: async () => {
      stopped = stopMessage(request, { id: messageId })
      await Promise.race([stopped, pause(500)])
    },
  })
  await stopped
  return (await mailsOf(messageId)).filter(mail => mail.sent_at === null && mail.refused_at === null).length
}

test('a stop waits for the mails that are being written; without the lock they would be sent', async () => {
  expect(await stopWhileWriting(app.services)).toBe(0)
  // Negative control.
  expect(await stopWhileWriting({ ...app.services, db: app.db.withPlugin(withoutLocks) })).toBeGreaterThan(0)
})

test('a mail to many that is slow delays no other mail', async () => {
  await app.db.deleteFrom('jobs').execute()
  const now = app.clock.now()
  for (let nth = 0; nth < 60; nth++) await enqueue(app.db, 'send-bulk-mail', { mailId: nth }, now)
  const mail = {
    to: 'parent@example.test',
    subject: 'Confirmed',
    paragraphs: ['Yes'],
    purpose: 'order' as const,
  }
  await writeMail(app.db, { ...mail, onceKey: 'beside-many' }, now)
  const { id } = await rowOf(app.db, 'mails', { once_key: 'beside-many' })
  let bulk = 0
  let before = -1
  const isSent = Promise.withResolvers<void>()
  await runDueJobs(app.services, {
    ...jobHandlers,
    // The mail server hangs until the other mail was sent.
    'send-bulk-mail': async () => {
      bulk++
      await isSent.promise
    },
    'send-mail': async (_: unknown, { mailId }: { mailId: number }) => {
      if (mailId === id) before = bulk
      isSent.resolve()
    },
  })
  expect(before).toBeLessThanOrEqual(1)
  expect(bulk).toBe(60)
})
