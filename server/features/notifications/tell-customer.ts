import type { Tx } from '#server/database/connect.ts'
import { holdOpen } from '#server/features/accounts/queries.ts'
import { type Mail, writeMail } from '#server/mail/write-mail.ts'

interface Recipient {
  accountId: number | null
  name: string
  /** Empty for a guest who left a telephone number only. */
  email: string
}
interface Notice {
  title: string
  text: string
  topic: Extract<Mail['purpose'], 'order' | 'waiting-list'>
  orderId?: number
  /** One notice per event, however often its job is retried. */
  onceKey: string
}

/** One sentence or two to a customer: a message for an account, and a mail where there is an address. */
export async function tellCustomer(
  tx: Tx,
  to: Recipient,
  { title, text, topic, orderId, onceKey }: Notice,
  publicUrl: string,
  now: Date,
): Promise<void> {
  if (to.accountId) {
    if (!(await holdOpen(tx, to.accountId))) return
    await tx
      .insertInto('messages')
      .values({
        account_id: to.accountId,
        title,
        body_html: `<p>${asHtml(text)}</p>`,
        topic,
        order_id: orderId ?? null,
        once_key: onceKey,
        published_at: now,
      })
      .onConflict(conflict => conflict.column('once_key').doNothing())
      .execute()
  }
  if (!to.email) return
  const body = [to.name ? `Hello ${to.name},` : 'Hello,', text, publicUrl].join('\n\n')
  const mail = { to: to.email, accountId: to.accountId, subject: title, text: body, purpose: topic, onceKey }
  await writeMail(tx, mail, now)
}

const asHtml = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
