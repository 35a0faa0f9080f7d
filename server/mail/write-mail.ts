import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

export interface Mail {
  to: string
  /** Whose it is, where it is about an account: it goes into their copy of their data, and goes when they go. */
  accountId?: number | null
  subject: string
  /** Set apart by blank lines; empty ones are left out. */
  paragraphs: string[]
  /** Attached: the bookings it is about, as `writeCalendar` writes them. */
  calendar?: string
  purpose:
    | 'code'
    | 'account-exists'
    | 'email-changed'
    | 'log-in'
    | 'order'
    | 'waiting-list'
    | 'enquiry'
    | 'invitation'
    | 'family'
    | 'office'
  /** After this it can no longer help, and is not sent. */
  usefulUntil?: Date
  /** The event it belongs to, so that a retried job writes it once. */
  onceKey?: string
}

/** A mail as its row is written. Line breaks never reach a header. */
export const mailRow = (mail: Mail) => ({
  to_email: oneLine(mail.to),
  subject: oneLine(mail.subject),
  body_text: mail.paragraphs.filter(paragraph => paragraph !== '').join('\n\n'),
  calendar_text: mail.calendar ?? '',
  purpose: mail.purpose,
  once_key: mail.onceKey ?? null,
  useful_until: mail.usefulUntil ?? null,
  account_id: mail.accountId ?? null,
})

/** Writes a mail in the caller's transaction; a job sends it after the commit. */
export async function writeMail(tx: Db, mail: Mail, now: Date): Promise<void> {
  const row = mailRow(mail)
  await sql`select write_mail(${row.to_email}, ${row.subject}, ${row.body_text}, ${row.calendar_text}, ${row.purpose},
    ${row.once_key}, ${row.useful_until}, ${row.account_id}, ${now})`.execute(tx)
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim()
