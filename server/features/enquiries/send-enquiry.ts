import { sql } from 'kysely'
import { isEmailAddress } from '#domain/email-address.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Actor } from '#server/request/actor.ts'
import { allowRate, networkOf } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { readContactEmail } from './contact-email.ts'

interface Enquiry {
  kind: Schema['enquiries']['kind']
  name: string
  email: string
  phone: string
  title: string
  content: string
}

const subjects = {
  feedback: 'Message from the site',
  party: 'Party enquiry',
  bespoke: 'Private class enquiry',
} as const satisfies Record<Schema['enquiries']['kind'], string>

/**
 * Stores a message to the business and mails it there. It needs content and a way to answer, for which an account is
 * enough (decision E-35).
 */
export async function sendEnquiry(services: Services, actor: Actor, given: Enquiry): Promise<void> {
  const { db, clock, jobWaiting } = services
  requireThat(given.content, sentences.contentRequired, 'content')
  requireThat(isEmailAddress(given.email) || given.phone || actor.accountId, sentences.answerRequired)
  requireThat(given.email === '' || isEmailAddress(given.email), sentences.emailRequired, 'email')
  const now = clock()
  await allowRate(db, { key: `${given.kind}:${networkOf(actor.ip)}`, atMost: 10, perMinutes: 60 }, now)
  await transaction(db, async tx => {
    if (actor.accountId) await lockOwnAccount(tx, actor.accountId)
    const { id } = await tx
      .insertInto('enquiries')
      .values({ ...given, account_id: actor.accountId ?? null, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await notifyStaff(tx, { wish: 'enquiry', event: `enquiry-${id}`, words: subjects[given.kind] }, now)
    await mailToBusiness(tx, actor, id, given, now)
  })
  jobWaiting()
}

/**
 * Mails an enquiry to the address on the site. Without one, the business finds its enquiries in the office only. Answers
 * refer to this mail by its number.
 */
async function mailToBusiness(tx: Tx, actor: Actor, id: number, given: Enquiry, now: Date): Promise<void> {
  const to = await readContactEmail(tx)
  if (to === '') return
  const account = actor.accountId
    ? await tx
        .selectFrom('accounts')
        .select(['email', 'mobile'])
        .where('id', '=', actor.accountId)
        .executeTakeFirst()
    : undefined
  const lines = [
    `Name: ${given.name || '–'}`,
    `Email: ${given.email || '–'}`,
    `Mobile: ${given.phone || '–'}`,
    ...(account ? [`Account: ${account.email}, ${account.mobile}`] : []),
    ...(given.title ? [`Subject: ${given.title}`] : []),
  ]
  await writeMail(
    tx,
    {
      to,
      subject: given.name ? `${subjects[given.kind]} from ${given.name}` : subjects[given.kind],
      paragraphs: [lines.join('\n'), given.content],
      purpose: 'enquiry',
      onceKey: `enquiry-${id}`,
    },
    now,
  )
  await sql`update enquiries set mail_id = (select id from mails where once_key = ${`enquiry-${id}`})
    where id = ${id}`.execute(tx)
}
