import type { business as calls } from '#contract/office/business.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { sendNow } from '#server/mail/send-mail.ts'
import { ownName } from './present-business.ts'

/** Sends a mail at once, and answers in the mail server's own words. The server is asked before anything is locked. */
export async function checkMail(
  { to, requestId }: CallInput<typeof calls.checkMail>,
  request: OfficeRequest,
) {
  requireFields({ to: !isEmailAddress(to) && businessSentences.invalidEmail })
  const sent = await sendNow(request, {
    to,
    subject: `A test mail of ${ownName(request) || 'your business'}`,
    text: 'This mail was sent from the office to see whether mails arrive. They do.',
  })
  return act(request, { requestId }, async tx => {
    if (sent.isSent) await tx.updateTable('business').set({ mail_checked_at: request.clock() }).execute()
    return {
      answer: sent,
      action: { action: 'business.checkMail', subjectKind: 'business', facts: { isSent: sent.isSent } },
    }
  })
}
