import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

export interface Mail {
  to: string
  /** The account that the mail is about, if any: its data download includes the mail, and closing deletes it. */
  accountId?: number | null
  subject: string
  /** The paragraphs, which blank lines separate. Empty ones are left out. */
  paragraphs: string[]
  /** The attached calendar file with the mail's bookings, from `writeCalendar`. */
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
    | 'message'
    | 'offers'
  /** The time after which the mail is useless and is not sent. */
  usefulUntil?: Date
  /** The event it belongs to, so that a retried job writes it once. */
  onceKey?: string
}

/** Returns a mail as its row. Line breaks never reach a header. */
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
