import type { Db } from '#server/database/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

export interface Mail {
  to: string
  /** Whose it is, where it is about an account: it goes into their copy of their data, and goes when they go. */
  accountId?: number | null
  subject: string
  /** Set apart by blank lines; empty ones are left out. */
  paragraphs: string[]
  /** Attached: the bookings it is about, as `writeCalendar` writes them. */
  calendar?: string
  purpose: 'code' | 'account-exists' | 'email-changed' | 'log-in' | 'order' | 'waiting-list' | 'enquiry'
  /** After this it can no longer help, and is not sent. */
  usefulUntil?: Date
  /** The event it belongs to, so that a retried job writes it once. */
  onceKey?: string
}

/** Writes a mail in the caller's transaction; a job sends it after the commit. Line breaks never reach a header. */
export async function writeMail(tx: Db, mail: Mail, now: Date): Promise<void> {
  const written = await tx
    .insertInto('mails')
    .values({
      to_email: oneLine(mail.to),
      subject: oneLine(mail.subject),
      body_text: mail.paragraphs.filter(paragraph => paragraph !== '').join('\n\n'),
      calendar_text: mail.calendar ?? '',
      purpose: mail.purpose,
      once_key: mail.onceKey ?? null,
      useful_until: mail.usefulUntil ?? null,
      account_id: mail.accountId ?? null,
      created_at: now,
    })
    .onConflict(conflict => conflict.column('once_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) await enqueue(tx, 'send-mail', { mailId: written.id }, now)
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim()
