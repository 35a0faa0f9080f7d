import { officeContract } from '#contract/office/contract.ts'
import { messageSentences } from '#domain/office/messages.ts'
import { requireThat } from '#domain/refusal.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { listAutomaticMails, previewAutomatic } from './automatic-queries.ts'
import { listPeople } from './list-people.ts'
import { markMessagePhoned } from './mark-phoned.ts'
import { orderMessage } from './order-message.ts'
import { previewMessage } from './plan-message.ts'
import { listMessageRecipients, listOfficeMessages, readOfficeMessage } from './queries.ts'
import { saveAutomaticMail } from './save-automatic-mail.ts'
import { sendFixed } from './send-fixed.ts'
import { stopMessage } from './stop-message.ts'
import { testMessage } from './test-message.ts'

/** Messages that staff write to families, and what became of them. */
export const messageOfficeRoutes = serveOffice(officeContract.messages, {
  preview: (draft, request) => previewMessage(request, draft),
  send: (asked, request) => orderMessage(request, asked),
  people: (asked, request) => listPeople(request, asked),
  test: (asked, request) => testMessage(request, asked),
  list: (asked, { db, config }) => listOfficeMessages(db, config, asked),
  get: async ({ id }, { db, config }) => {
    const message = await readOfficeMessage(db, config, id)
    requireThat(message, messageSentences.notFound)
    return message
  },
  recipients: (asked, { db, config }) => listMessageRecipients(db, config, asked),
  stop: (asked, request) => stopMessage(request, asked),
  rung: (asked, request) => markMessagePhoned(request, asked),
  sendFixed: (asked, request) => sendFixed(request, asked),
  automatic: (_, { db }) => listAutomaticMails(db),
  previewAutomatic: (draft, request) => previewAutomatic(request, draft),
  saveAutomatic: (asked, request) => saveAutomaticMail(request, asked),
})
