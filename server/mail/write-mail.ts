import { type RawBuilder, sql } from 'kysely'
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

/** Writes a mail in the caller's transaction; a job sends it after the commit. */
export async function writeMail(tx: Db, mail: Mail, now: Date): Promise<void> {
  await sql`select ${writtenMail(mail, now)}`.execute(tx)
}

/** The call of `write_mail`, for a statement that does more. Line breaks never reach a header. */
export const writtenMail = (mail: Mail, now: Date): RawBuilder<unknown> =>
  sql`write_mail(${oneLine(mail.to)}, ${oneLine(mail.subject)},
    ${mail.paragraphs.filter(paragraph => paragraph !== '').join('\n\n')}, ${mail.calendar ?? ''}, ${mail.purpose},
    ${mail.onceKey ?? null}, ${mail.usefulUntil ?? null}, ${mail.accountId ?? null}, ${now})`

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim()
