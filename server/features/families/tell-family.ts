import { greeting } from '#domain/format-dates.ts'
import { tellAgainMinutes } from '#domain/limits.ts'
import { listInWords } from '#domain/office/people-sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { writeMail } from '#server/mail/write-mail.ts'

interface Family {
  id: number
  email: string
  firstName: string
}

/**
 * Mails a family which kinds of its details the office changed, but not the values, because others may read
 * the mail (spec 3 §8). Mails nothing if no kind is given, or if the same was mailed within these ten minutes
 * (decision O-162).
 */
export async function tellOfChange(
  tx: Tx,
  { id, email, firstName }: Family,
  kinds: readonly string[],
  now: Date,
  child?: { id: number; firstName: string },
): Promise<void> {
  if (kinds.length === 0) return
  const again = Math.floor(now.getTime() / (tellAgainMinutes * 60_000))
  await writeMail(
    tx,
    {
      to: email,
      accountId: id,
      subject: 'Your details were changed',
      paragraphs: [
        greeting(firstName),
        `Our office changed ${child ? `${child.firstName}’s` : 'your'} ${listInWords(kinds)}. If this was not agreed, ring us.`,
      ],
      purpose: 'family',
      onceKey: `details-${id}-${child?.id ?? 'family'}-${kinds.join('+')}-${again}`,
    },
    now,
  )
}

/** Mails a family that the office has added a child to its account. */
export async function tellOfNewChild(
  tx: Tx,
  { id, email, firstName }: Family,
  child: string,
  now: Date,
): Promise<void> {
  await writeMail(
    tx,
    {
      to: email,
      accountId: id,
      subject: `${child} was added to your account`,
      paragraphs: [
        greeting(firstName),
        `Our office added ${child} to your account. If this was not agreed, ring us.`,
      ],
      purpose: 'family',
    },
    now,
  )
}
