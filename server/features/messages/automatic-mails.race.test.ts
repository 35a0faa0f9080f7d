import { expect, test } from 'vitest'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamilies } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { orderAutomaticMails } from './order-automatic-mails.ts'
import { sendMessage } from './send-message.ts'

const app = await startTestApp({ poolSize: 20, now: new Date('2026-11-24T16:00:00Z') })

async function makeReminders(day: string) {
  const manager = await app.office('manager')
  const [mail] = await manager.messages.automatic({})
  if (!mail) throw new Error('no automatic mail')
  const { kind, version, subject, text } = mail
  await manager.messages.saveAutomatic({ kind, version, subject, text, isOn: true })
  const session = await makeSession(app, await makeOffering(app, {}), { date: day, capacity: 50 })
  for (const { accountId, childId } of await makeFamilies(app, 6)) {
    await makeBooking(app, session.id, { accountId, childId })
  }
}
const reminders = async () => (await rowsOf(app.db, 'mails')).filter(({ purpose }) => purpose === 'message')

test('several processes, one of them restarted, remind each family once', async () => {
  await makeReminders('2026-11-25')
  await Promise.all(Array.from({ length: 6 }, () => orderAutomaticMails(app.services)))
  const [message, ...others] = await rowsOf(app.db, 'office_messages')
  expect(others).toEqual([])
  await Promise.all(
    Array.from({ length: 4 }, () => sendMessage(app.services, { messageId: message?.id ?? 0 })),
  )
  // The answer to the first was lost, or its process was killed: the job runs once more.
  await sendMessage(app.services, { messageId: message?.id ?? 0 })
  await app.runJobs()
  const mails = await reminders()
  expect(mails).toHaveLength(6)
  expect(new Set(mails.map(mail => mail.to_email)).size).toBe(6)
})

test('even without the claim of a day, the constraint allows only one message', async () => {
  await changeRows(app.db, 'automatic_mails', { kind: 'dayBefore' }, { last_run_on: null })
  await expect(orderAutomaticMails(app.services)).rejects.toThrow('office_messages_automatic_once')
  expect(await rowsOf(app.db, 'office_messages')).toHaveLength(1)
  // The claim was rolled back with its transaction.
  expect((await rowOf(app.db, 'automatic_mails', { kind: 'dayBefore' })).last_run_on).toBeNull()
})
