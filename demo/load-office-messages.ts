import { sql } from 'kysely'
import type { Audience } from '#contract/office/messages.ts'
import type { MessageKind } from '#domain/office/messages.ts'
import type { Tx } from '#server/database/connect.ts'
import { describeAudience, recipientsOf } from '#server/features/messages/audience.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { daysBefore } from './load-content.ts'

interface Given {
  now: Date
  today: string
  dataKey: Buffer
}

/** Messages that staff wrote: two to a class without the families of the log-in page, and an offer to all who agreed. */
const written: { kind: MessageKind; daysAgo: number; subject: string; body: string }[] = [
  {
    kind: 'service',
    daysAgo: 6,
    subject: 'Bring wellies next time',
    body: 'Hello {first name},\n\nwe go outside next time, whatever the weather. Please bring wellies and a coat for {child}.',
  },
  {
    kind: 'service',
    daysAgo: 3,
    subject: 'The side door is open',
    body: 'Hello {first name},\n\nthe front steps are being mended. Please come in by the side door until the end of the month.',
  },
  {
    kind: 'offers',
    daysAgo: 1,
    subject: 'A second class for half the price',
    body: 'Hello {first name},\n\neverybody who comes to one class may try a second one this term for half the price.',
  },
]

/** Loads messages that the office sent some days ago. */
export async function loadOfficeMessages(tx: Tx, { now, today, dataKey }: Given): Promise<void> {
  const { id: staffId } = await tx
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'manager')
    .executeTakeFirstOrThrow()
  const { rows: classes } = await sql<{ offeringId: number }>`
    select s.offering_id as "offeringId" from sessions s join bookings b on b.session_id = s.id
    where s.kind = 'class' and s.start_date > ${today} and b.status = 'confirmed'
    group by s.offering_id
    having count(distinct b.account_id) between 3 and 20 and not bool_or(coalesce(b.account_id in (select id from accounts
      where email in ('parent@example.test', 'second@example.test', 'newcomer@example.test')), false))
    order by s.offering_id desc limit ${written.length}`.execute(tx)
  for (const [nth, message] of written.entries()) {
    const offeringId = classes[nth]?.offeringId
    if (message.kind === 'service' && offeringId === undefined) continue
    const at = daysBefore(now, message.daysAgo)
    const audience: Audience =
      message.kind === 'service' ? { to: 'wholeClass', offeringId } : { to: 'everybody' }
    const { about } = await describeAudience(tx, audience)
    const { id } = await tx
      .insertInto('office_messages')
      .values({
        ...{ kind: message.kind, audience: JSON.stringify(audience), about, account_id: null },
        ...{ subject: message.subject, body: message.body, staff_id: staffId },
        ...{ created_at: at, send_at: at, decided_at: at, stopped_by: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mailed = await sendTo(tx, { id, ...message, audience, now, at: new Date(at) })
    await writeAction(
      tx,
      { dataKey },
      { staffId },
      {
        ...{ action: 'message.send', subjectKind: 'message', subjectId: id },
        facts: { kind: message.kind, mailed, toRing: 0, sendAt: new Date(at).toISOString() },
      },
      new Date(at),
    )
  }
}

interface Sent {
  id: number
  kind: MessageKind
  audience: Audience
  now: Date
  at: Date
  subject: string
}

/** Writes the recipients and their mails, whose text is already erased; returns the number of mails. */
async function sendTo(tx: Tx, { id, kind, audience, now, at, subject }: Sent): Promise<number> {
  const { rows } = await sql<{ mailed: number }>`
    with found as materialized (select * from (${recipientsOf(audience, kind, now)}) found where email <> ''),
    posted as (
      insert into mails (to_email, subject, body_text, purpose, created_at, sent_at, account_id)
      select email, ${subject}, '', ${kind === 'offers' ? 'offers' : 'message'}, ${at}, ${at}, account_id from found where agreed
      returning id, to_email),
    reached as (
      insert into message_recipients (message_id, contact, account_id, name, first_name, email, phone, children, classes, day, mail_id)
      select ${id}::bigint, contact, account_id, name, first_name, email, phone, children, classes, day, posted.id
      from found join posted on posted.to_email = found.email
      returning 1)
    update office_messages set without_consent = (select count(*) from found where not agreed) where id = ${id}
    returning (select count(*) from reached)::integer as mailed`.execute(tx)
  return rows[0]?.mailed ?? 0
}
