import { sql } from 'kysely'
import type { Audience } from '#contract/office/messages.ts'
import type { MessageKind } from '#domain/office/messages.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { readContactEmail } from '#server/features/enquiries/contact-email.ts'
import { type News, notifyCustomers } from '#server/features/notifications/notify-customer.ts'
import type { Services } from '#server/services.ts'
import { type Recipient, recipientsOf } from './audience.ts'
import { endingOf, fillInMessage, messageHtml } from './fill-in-message.ts'
import { unsubscribeAddress } from './unsubscribe-link.ts'

/** How many mails are written in one transaction. */
const batchSize = 100

interface Message {
  id: number
  kind: MessageKind
  audience: Audience
  subject: string
  body: string
  decided_at: Date | null
  stopped_at: Date | null
}

/**
 * Decides whom a message reaches, and writes its mails in parts. Each part is a transaction that locks the message: a
 * second process, a repetition and a stop wait for it. So each address gets one mail.
 */
export async function sendMessage(
  services: Services,
  { messageId }: { messageId: number },
  stopping?: AbortSignal,
): Promise<void> {
  const { db } = services
  await transaction(db, tx => decideRecipients(tx, messageId, services.clock()))
  while (await transaction(db, tx => writeSome(tx, services, messageId))) {
    services.jobWaiting()
    stopping?.throwIfAborted()
  }
}

const lockMessage = (tx: Tx, id: number): Promise<Message | undefined> =>
  tx
    .selectFrom('office_messages')
    .select(['id', 'kind', 'audience', 'subject', 'body', 'decided_at', 'stopped_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<Message | undefined>

/** Writes a row for each address that a message reaches, once. */
async function decideRecipients(tx: Tx, messageId: number, now: Date): Promise<void> {
  const message = await lockMessage(tx, messageId)
  if (!message || message.decided_at || message.stopped_at) return
  const { audience, kind } = message
  await sql`with found as materialized (${recipientsOf(audience, kind, now)}),
    reached as (
      insert into message_recipients (message_id, contact, account_id, name, first_name, email, phone, children, classes, day)
      select ${messageId}, contact, account_id, name, first_name, email, phone, children, classes, day
      from found where agreed on conflict (message_id, contact) do nothing)
    update office_messages set decided_at = ${now},
      without_consent = (select count(*) from found where not agreed)
    where id = ${messageId}`.execute(tx)
}

/** Writes the mails and notifications of the next recipients; returns whether there were any. */
async function writeSome(tx: Tx, services: Services, messageId: number): Promise<boolean> {
  const message = await lockMessage(tx, messageId)
  if (!message || message.stopped_at) return false
  const { config } = services
  const now = services.clock()
  const { kind, audience, subject, body } = message
  const { rows } = await sql<Recipient & { id: number; mayBeSent: boolean }>`
    select id, account_id as "accountId", name, first_name as "firstName", email, phone, children, classes, day,
      ${kind === 'offers' ? sql`email in (select email from offer_addresses)` : sql`true`} as "mayBeSent"
    from message_recipients where message_id = ${messageId} and mail_id is null and email <> '' and left_out = ''
    order by id limit ${batchSize}`.execute(tx)
  if (rows.length === 0) return false
  const withdrawn = rows.filter(({ mayBeSent }) => !mayBeSent).map(({ id }) => id)
  if (withdrawn.length > 0) {
    await tx
      .updateTable('message_recipients')
      .set({ left_out: 'noConsent' })
      .where('id', 'in', withdrawn)
      .execute()
  }
  const reached = rows.filter(({ mayBeSent }) => mayBeSent)
  const linkOf = (id: number) => (kind === 'offers' ? unsubscribeAddress(config, id) : '')
  const news: News[] = reached.map(recipient => {
    const filled = fillInMessage({ kind, audience, subject, text: body }, recipient)
    return {
      to: recipient,
      notice: {
        title: filled.subject,
        body: filled.paragraphs,
        writtenHtml: messageHtml(filled.paragraphs, config),
        mailEnding: endingOf(kind, services, linkOf(recipient.id)),
        topic: kind === 'offers' ? 'offers' : 'message',
        onceKey: onceKeyOf(messageId, recipient.id),
      },
    }
  })
  await notifyCustomers(tx, news, now)
  await joinMails(
    tx,
    reached.map(({ id }) => ({ id, key: onceKeyOf(messageId, id), link: linkOf(id) })),
  )
  return true
}

const onceKeyOf = (messageId: number, recipientId: number) => `message-${messageId}-${recipientId}`

/** Stores each recipient's mail. A recipient whose account was closed meanwhile has none and is removed. */
async function joinMails(tx: Tx, reached: { id: number; key: string; link: string }[]): Promise<void> {
  await sql`with told as (
      select * from json_to_recordset(${JSON.stringify(reached)}) as t(id bigint, key text, link text)),
    written as (
      update mails set reply_to = ${await readContactEmail(tx)}, unsubscribe_address = told.link
      from told where mails.once_key = told.key returning told.id, mails.id as mail_id)
    update message_recipients r set mail_id = written.mail_id from written where r.id = written.id`.execute(
    tx,
  )
  await sql`delete from message_recipients
    where id = any(${reached.map(({ id }) => id)}::bigint[]) and mail_id is null`.execute(tx)
}
