import { sql } from 'kysely'
import { greeting, guestName } from '#domain/format-dates.ts'
import { isTitle } from '#domain/is-title.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import type { RowsAndList } from '#server/mail/mail-rows.ts'
import { type Mail, mailRow } from '#server/mail/write-mail.ts'
import { html } from '#server/request/markup.ts'

interface Recipient {
  accountId: number | null
  name: string
  /** Empty for a guest who left only a telephone number. */
  email: string
}
type Part = string | string[] | RowsAndList

interface Notice {
  title: string
  /** Paragraphs of one line or more, and lists; empty ones are left out. */
  body: Part[]
  /** The last paragraphs of the mail, which the message does not have. */
  mailEnding: string[]
  /** Attached to the mail as a calendar file. */
  calendar?: string
  topic: Extract<Mail['purpose'], 'order' | 'waiting-list' | 'message' | 'offers'>
  /**
   * The message's own markup, for a text that staff wrote; its mail gets no greeting besides the one in the
   * text.
   */
  writtenHtml?: string
  orderId?: number
  /** One notice per event, however often its job is retried. */
  onceKey: string
  /** The time after which the mail is useless and is not sent. */
  usefulUntil?: Date
}

/** A recipient and a notice. */
export interface News {
  to: Recipient
  notice: Notice
}

/**
 * Tells a customer about an event: by a message for an account, and by mail if there is an address. Does nothing for a
 * closed account.
 */
export const notifyCustomer = (db: Db, to: Recipient, notice: Notice, now: Date): Promise<void> =>
  notifyCustomers(db, [{ to, notice }], now)

/** Does for several customers, in one statement, what `notifyCustomer` does for one. */
export async function notifyCustomers(db: Db, news: News[], now: Date): Promise<void> {
  if (news.length === 0) return
  await sql`${planKept} with told as (
      select * from json_to_recordset(${JSON.stringify(news.map(asRow))}) as t(account_id bigint, title text, body_html text,
        order_id bigint, to_email text, subject text, body_text text, calendar_text text, purpose text, once_key text,
        useful_until timestamptz)),
    open as (
      select id from accounts where id = any(array(select account_id from told)) and status = 'active'
      order by id for share),
    message as (
      insert into messages (account_id, title, body_html, topic, order_id, once_key, published_at)
      select account_id, title, body_html, purpose, order_id, once_key, ${now} from told
      where account_id in (select id from open)
      on conflict (once_key) do nothing)
    select write_mail(to_email, subject, body_text, calendar_text, purpose, once_key, useful_until, account_id, ${now})
    from told where to_email <> '' and (account_id is null or account_id in (select id from open))`.execute(
    db,
  )
}

function asRow({ to: { accountId, name, email }, notice }: News) {
  const { title, body, mailEnding, topic, orderId = null } = notice
  const parts = body.map(part =>
    typeof part === 'string' ? part : Array.isArray(part) ? part.join('\n') : part.rows,
  )
  const greeted = accountId === null ? firstNameOf(guestName(name)) : name
  const isWritten = notice.writtenHtml !== undefined
  const paragraphs = [isWritten ? '' : greeting(greeted), ...parts, ...mailEnding]
  const mail = { ...notice, to: email, accountId, subject: title, paragraphs, purpose: topic }
  return { title, body_html: notice.writtenHtml ?? asHtml(body), order_id: orderId, ...mailRow(mail) }
}

/**
 * Returns the first name of a guest, who gives the whole name in one field: 'Robin Hart' → 'Robin'. 'Mrs Hart' stays
 * whole.
 */
function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return isTitle(first) ? name : first
}

const asHtml = (body: Part[]): string =>
  body
    .map(part => (typeof part === 'string' || Array.isArray(part) ? part : part.list))
    .filter(part => part.length > 0)
    .flatMap(part =>
      typeof part === 'string'
        ? part.split('\n').map(line => html`<p>${line}</p>`)
        : html`<ul>${part.map(item => html`<li>${item}</li>`)}</ul>`,
    )
    .map(({ markup }) => markup)
    .join('\n')
