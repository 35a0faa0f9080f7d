import { sql } from 'kysely'
import { greeting } from '#domain/wording.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { html } from '#server/http/markup.ts'
import { type Mail, writtenMail } from '#server/mail/write-mail.ts'

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

/**
 * Tells a customer of an event, in one statement: a message for an account, and a mail where there is an address; nothing
 * for an account that is closed.
 */
export async function tellCustomer(db: Db, to: Recipient, notice: Notice, now: Date): Promise<void> {
  const { title, body, mailEnding, topic, orderId = null, onceKey } = notice
  const { accountId, name, email } = to
  const parts = body.map(part => (typeof part === 'string' ? part : part.join('\n')))
  const greeted = accountId === null ? firstNameOf(name) : name
  const paragraphs = [greeting(greeted), ...parts, ...mailEnding]
  const mail = { ...notice, to: email, accountId, subject: title, paragraphs, purpose: topic }
  await sql`${planKept} with open as (select id from accounts where id = ${accountId} and status = 'active' for share),
    message as (
      insert into messages (account_id, title, body_html, topic, order_id, once_key, published_at)
      select id, ${title}, ${asHtml(body)}, ${topic}, ${orderId}, ${onceKey}, ${now} from open
      on conflict (once_key) do nothing)
    select ${writtenMail(mail, now)}
    where ${email} <> '' and (${accountId}::bigint is null or exists (select from open))`.execute(db)
}

/** Guests give their whole name in one field: 'Robin Hart' → 'Robin', and 'Mrs Hart' as she is. */
const firstNameOf = (name: string): string =>
  /^(mr|mrs|ms|miss|mx|dr|prof|rev|sir|lady)\b/i.test(name) ? name : (name.trim().split(/\s+/)[0] ?? '')

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
