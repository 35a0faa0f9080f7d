import { sql } from 'kysely'
import type { business as calls } from '#contract/office/business.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { requireThat } from '#domain/refusal.ts'
import { allowRate } from '#server/features/accounts/allow-rate.ts'
import { act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { ownName } from '#server/mail/own-name.ts'
import { sendNow } from '#server/mail/send-mail.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { noteStep } from './save-business.ts'

const testMails = { atMost: 10, perMinutes: 60 }

/**
 * Sends a mail at once, and answers in the mail server's own words; the server is asked before anything is locked.
 * Without one the practice mailbox is where it arrives.
 */
export async function checkMail(
  { to, requestId }: CallInput<typeof calls.checkMail>,
  request: OfficeRequest,
) {
  requireFields({ to: !isEmailAddress(to) && businessSentences.invalidEmail })
  const { db, staff, clock } = request
  await allowRate(db, { key: `office-test-mail:${staff.staffId}`, ...testMails }, clock())
  const subject = `A test mail of ${ownName(request) || 'your business'}`
  const text = 'This mail was sent from the office to see whether mails arrive. They do.'
  const sent = request.config.smtpUrl ? await sendNow(request, { to, subject, text }) : inPracticeMailbox
  return act(request, { requestId }, async tx => {
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

/** Only whoever reads the mailbox can tell: what a mail server has taken may still be lost. */
export function confirmMail({ requestId }: CallInput<typeof calls.confirmMail>, request: OfficeRequest) {
  return act(request, { requestId }, async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('business')
      .set({ mail_checked_at: request.clock() })
      .where(sql<boolean>`'mail' = any(steps_done)`)
      .executeTakeFirst()
    requireThat(numUpdatedRows > 0n, businessSentences.noTestSent)
    return { answer: {}, action: { action: 'business.confirmMail', subjectKind: 'business' } }
  })
}
