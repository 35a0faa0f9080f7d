import { sql } from 'kysely'
import { instantInLondon } from '#domain/calendar.ts'
import type { MessageKind } from '#domain/office/messages.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { readContactEmail } from '#server/features/enquiries/contact-email.ts'
import { type News, notifyCustomers } from '#server/features/notifications/notify-customer.ts'
import type { Services } from '#server/services.ts'
import { type AnyAudience, peopleOf, type Recipient, recipientsOf } from './audience.ts'
import type { AutomaticAudience } from './automatic-audience.ts'
import { type Causes, type Details, describeCauses } from './automatic-details.ts'
import { endingOf, fillInMessage, messageHtml } from './fill-in-message.ts'
import { isTooLate } from './order-automatic-mails.ts'
import { unsubscribeAddress } from './unsubscribe-link.ts'

/** How many mails are written in one transaction. */
const batchSize = 100

interface Message {
  id: number
  kind: MessageKind
  audience: AnyAudience
  /** Set if it is an automatic mail. Its audience is then that of one day. */
  automatic: AutomaticAudience['to'] | null
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
    .select(['id', 'kind', 'audience', 'automatic', 'subject', 'body', 'decided_at', 'stopped_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<Message | undefined>

/** Writes a row for each address that a message reaches, once. */
async function decideRecipients(tx: Tx, messageId: number, now: Date): Promise<void> {
  const message = await lockMessage(tx, messageId)
  if (!message || message.decided_at || message.stopped_at) return
  const { audience, kind, automatic } = message
  const isOver = automatic && isTooLate(audience as AutomaticAudience, now)
  await sql`with found as materialized (
      select * from (${recipientsOf(audience, kind, now)}) found where ${!isOver} and (email <> '' or ${!automatic})),
    reached as (
      insert into message_recipients (message_id, contact, account_id, name, first_name, email, phone, children, classes, day)
      select ${messageId}, contact, account_id, name, first_name, email, phone, children, classes, day
      from found where agreed on conflict (message_id, contact) do nothing)
    update office_messages set decided_at = ${now},
      without_consent = (select count(*) from found where not agreed)
    where id = ${messageId}`.execute(tx)
  if (automatic) await keepCauses(tx, message, automatic, now)
}

/** Stores the places and orders for which an automatic mail goes, of everybody who shares the address. */
async function keepCauses(
  tx: Tx,
  { id, audience, kind }: Message,
  automatic: AutomaticAudience['to'],
  now: Date,
): Promise<void> {
  await sql`with people as materialized (
      select r.id, p.bookings, p.orders from (${peopleOf(audience, kind, now)}) p
        join message_recipients r on r.message_id = ${id} and r.contact = p.contact)
    insert into automatic_mail_causes (recipient_id, automatic, booking_id, day, order_id)
    select people.id, ${automatic}, b.id, s.start_date, null
    from people cross join unnest(people.bookings) as of (id) join bookings b on b.id = of.id join sessions s on s.id = b.session_id
    union all
    select people.id, ${automatic}, null, null, of.id from people cross join unnest(people.orders) as of (id)`.execute(
    tx,
  )
}

/** Writes the mails and notifications of the next recipients; returns whether there were any. */
async function writeSome(tx: Tx, services: Services, messageId: number): Promise<boolean> {
  const message = await lockMessage(tx, messageId)
  if (!message || message.stopped_at) return false
  const { config } = services
  const now = services.clock()
  const { kind, audience, subject, body, automatic } = message
  const { rows } = await sql<Waiting>`
    select id, account_id as "accountId", name, first_name as "firstName", email, phone, children, classes, day,
      ${kind === 'offers' ? sql`email in (select email from offer_addresses)` : sql`true`} as "mayBeSent"
    from message_recipients where message_id = ${messageId} and mail_id is null and email <> '' and left_out = ''
    order by id limit ${batchSize}`.execute(tx)
  if (rows.length === 0) return false
  const details = automatic && (await readDetails(tx, services, automatic, rows))
  const isOver = ({ id }: Waiting) => details !== null && !details.has(id)
  await leaveOut(
    tx,
    rows.filter(({ mayBeSent }) => !mayBeSent),
    'noConsent',
  )
  await leaveOut(
    tx,
    rows.filter(row => row.mayBeSent && isOver(row)),
    'over',
  )
  const reached = rows.filter(row => row.mayBeSent && !isOver(row))
  const usefulUntil = automatic && usefulUntilOf(audience as AutomaticAudience)
  const linkOf = (id: number) => (kind === 'offers' ? unsubscribeAddress(config, id) : '')
  const news: News[] = reached.map(recipient => {
    const filled = fillInMessage({ kind, audience, subject, text: body }, recipient)
    const { body: lines, ending } = details?.get(recipient.id) ?? { body: [], ending: [] }
    const paragraphs = [...filled.paragraphs, ...lines]
    return {
      to: recipient,
      notice: {
        title: filled.subject,
        body: paragraphs,
        writtenHtml: messageHtml(paragraphs, config),
        mailEnding: [...ending, ...endingOf(kind, services, linkOf(recipient.id))],
        topic: kind === 'offers' ? 'offers' : 'message',
        onceKey: onceKeyOf(messageId, recipient.id),
        ...(usefulUntil && { usefulUntil }),
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

interface Waiting extends Omit<Recipient, 'bookings' | 'orders'> {
  id: number
  mayBeSent: boolean
}

async function leaveOut(tx: Tx, rows: Waiting[], why: 'noConsent' | 'over'): Promise<void> {
  if (rows.length === 0) return
  await tx
    .updateTable('message_recipients')
    .set({ left_out: why })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

/**
 * Describes the places or orders that each recipient's automatic mail is about. Leaves out recipients who have none of
 * them any more.
 */
async function readDetails(
  tx: Tx,
  services: Services,
  automatic: AutomaticAudience['to'],
  rows: Waiting[],
): Promise<Map<number, Details>> {
  const ids = rows.map(({ id }) => id)
  const { rows: standing } = await sql<Causes & { id: number }>`select recipient_id as id,
      coalesce(json_agg(booking_id order by booking_id) filter (where booking_id is not null), '[]') as bookings,
      coalesce(json_agg(order_id order by order_id) filter (where order_id is not null), '[]') as orders
    from standing_mail_causes where recipient_id = any(${ids}::bigint[]) group by recipient_id`.execute(tx)
  const described = await describeCauses(tx, services, automatic, standing)
  return new Map(standing.map(({ id }, index) => [id, described[index] ?? { body: [], ending: [] }]))
}

/** A reminder of tomorrow is not sent once tomorrow has come. */
const usefulUntilOf = ({ to, day }: AutomaticAudience) =>
  to === 'dayBefore' ? instantInLondon(day, '24:00') : undefined

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
