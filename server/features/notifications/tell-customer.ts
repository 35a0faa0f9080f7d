import type { Tx } from '#server/database/connect.ts'
import { holdOpen } from '#server/features/accounts/queries.ts'
import { html } from '#server/http/markup.ts'
import { type Mail, writeMail } from '#server/mail/write-mail.ts'

interface Recipient {
  accountId: number | null
  name: string
  /** Empty for a guest who left a telephone number only. */
  email: string
}
interface Notice {
  title: string
  /** Paragraphs, each of one line or more, and lists; empty ones are left out. */
  body: (string | string[])[]
  /** The paragraphs that end the mail, and the mail alone. */
  mailEnding: string[]
  /** Attached to the mail, for a calendar programme. */
  calendar?: string
  topic: Extract<Mail['purpose'], 'order' | 'waiting-list'>
  orderId?: number
  /** One notice per event, however often its job is retried. */
  onceKey: string
  /** After this the mail can no longer help, and is not sent. */
  usefulUntil?: Date
}

/** Tells a customer of an event: a message for an account, unless it is closed, and a mail where there is an address. */
export async function tellCustomer(tx: Tx, to: Recipient, notice: Notice, now: Date): Promise<void> {
  const { title, body, mailEnding, calendar, topic, orderId, onceKey, usefulUntil } = notice
  const { accountId, name, email } = to
  if (accountId) {
    if (!(await holdOpen(tx, accountId))) return
    await tx
      .insertInto('messages')
      .values({
        account_id: accountId,
        title,
        body_html: asHtml(body),
        topic,
        order_id: orderId ?? null,
        once_key: onceKey,
        published_at: now,
      })
      .onConflict(conflict => conflict.column('once_key').doNothing())
      .execute()
  }
  if (!email) return
  const parts = body.map(part => (typeof part === 'string' ? part : part.join('\n')))
  const paragraphs = [name ? `Hello ${name},` : 'Hello,', ...parts, ...mailEnding]
  const mail = { to: email, accountId, subject: title, paragraphs, purpose: topic, onceKey }
  await writeMail(tx, { ...mail, ...(calendar && { calendar }), ...(usefulUntil && { usefulUntil }) }, now)
}

const asHtml = (body: Notice['body']): string =>
  body
    .filter(part => part.length > 0)
    .flatMap(part =>
      typeof part === 'string'
        ? part.split('\n').map(line => html`<p>${line}</p>`)
        : html`<ul>${part.map(item => html`<li>${item}</li>`)}</ul>`,
    )
    .map(({ markup }) => markup)
    .join('\n')
