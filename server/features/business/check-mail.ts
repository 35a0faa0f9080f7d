import { sql } from 'kysely'
import type { business as calls } from '#contract/office/business.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { mailServerSentences } from '#domain/office/mail-server-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { requireThat } from '#domain/refusal.ts'
import { hasPracticeMailbox } from '#server/mail/mail-server.ts'
import { sendNow } from '#server/mail/send-mail.ts'
import { senderName } from '#server/mail/sender-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { noteStep } from './save-business.ts'

const testMails = { atMost: 10, perMinutes: 60 }

/**
 * Sends a test mail at once and returns the mail server's own answer. The server is asked before anything is
 * locked. Without a server the practice mailbox gets it.
 */
export async function checkMail(
  { to, requestId }: CallInput<typeof calls.checkMail>,
  request: OfficeRequest,
) {
  requireFields({ to: !isEmailAddress(to) && businessSentences.invalidEmail })
  const { db, staff, clock, config } = request
  const isPractice = hasPracticeMailbox(config)
  requireThat(isPractice || config.smtpUrl, mailServerSentences.noneYet)
  await allowRate(db, { key: `office-test-mail:${staff.staffId}`, ...testMails }, clock())
  const subject = `A test mail of ${senderName(request) || 'your business'}`
  const text = 'This mail was sent from the office to see whether mails arrive. They do.'
  const sent = isPractice ? inPracticeMailbox : await sendNow(request, { to, subject, text })
  return recordAction(request, { requestId }, async tx => {
    const now = request.clock()
    if (sent === inPracticeMailbox) {
      await writeMail(tx, { to, subject, paragraphs: [text], purpose: 'office' }, now)
    }
    if (sent.isSent) await noteStep(tx, 'mail')
    return {
      answer: sent,
      action: { action: 'business.checkMail', subjectKind: 'business', facts: { isSent: sent.isSent } },
    }
  })
}

const inPracticeMailbox = { isSent: true, answer: businessSentences.inPracticeMailbox }

/** Records that the test mail arrived. Only its reader knows: a mail that the server accepted may still be lost. */
export function confirmMail({ requestId }: CallInput<typeof calls.confirmMail>, request: OfficeRequest) {
  return recordAction(request, { requestId }, async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('business')
      .set({ mail_checked_at: request.clock() })
      .where(sql<boolean>`'mail' = any(steps_done)`)
      .executeTakeFirst()
    requireThat(numUpdatedRows > 0n, businessSentences.noTestSent)
    return { answer: {}, action: { action: 'business.confirmMail', subjectKind: 'business' } }
  })
}
