import { sql } from 'kysely'
import type { enquiries } from '#contract/office/enquiries.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { longDay } from '#domain/format-dates.ts'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { changedBy } from '#server/staff-log/save-versioned.ts'
import { readContactEmail } from './contact-email.ts'
import { openEnquiry } from './queries.ts'

/** The subjects of answers to enquiries without a title. */
const subjects = {
  feedback: 'Your message',
  party: 'Your party enquiry',
  bespoke: 'Your enquiry about a private class',
}

/**
 * Mails an answer to the enquiry's writer, and stores it in the thread. Locks the enquiry. If somebody else
 * has answered and the page has not shown it, refuses with 409 and that answer. Answers of the customer go to
 * the business's own address.
 */
export async function replyToEnquiry(
  request: OfficeRequest,
  asked: CallInput<typeof enquiries.reply>,
): Promise<Recorded<{ id: number; version: number }>> {
  const { id, lastReplyId, next } = asked
  const text = asked.text.trim()
  requireFields({ text: text === '' && enquirySentences.answerRequired })
  const now = request.clock()
  const { staffId } = request.staff
  const recorded = await recordAction(request, asked, async tx => {
    const locked = await tx
      .selectFrom('enquiries')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const enquiry = await openEnquiry(tx, id, now)
    requireThat(locked && enquiry, officeSentences.notFound)
    const last = enquiry.thread.findLast(({ kind }) => kind === 'reply')
    if (last && last.id !== lastReplyId) {
      throw changedBy({ by: last.by, at: new Date(last.at) }, enquiry)
    }
    requireThat(isEmailAddress(enquiry.email), enquirySentences.noAddress)
    const entryId = await keepReply(tx, { id, staffId, text, now })
    const topic = enquiry.title || subjects[enquiry.kind]
    await mailReply(tx, {
      ...{ enquiryId: id, entryId, accountId: enquiry.accountId, to: enquiry.email, now },
      subject: /^re:/i.test(topic) ? topic : `Re: ${topic}`,
      paragraphs: [text, quoted(enquiry.content, enquiry.at)],
    })
    const isDone = next === 'done'
    const version = locked.version + 1
    await tx
      .updateTable('enquiries')
      .set({
        ...{ state: isDone ? 'done' : 'open', awaits_them: !isDone, answered_elsewhere: false },
        ...{ answered_at: now, answered_by: staffId, version, updated_at: now, updated_by: staffId },
      })
      .where('id', '=', id)
      .execute()
    return {
      answer: { id, version },
      action: {
        ...{ action: 'enquiry.reply' as const, subjectKind: 'enquiry', subjectId: id },
        ...(enquiry.accountId && { accountId: enquiry.accountId }),
        facts: { entry: entryId, next },
      },
    }
  })
  request.jobWaiting()
  return recorded
}

/** Quotes the enquiry below the answer, as mail programs do. */
const quoted = (content: string, at: string) =>
  [
    `On ${longDay(todayInLondon(new Date(at)))} you wrote:`,
    ...content.split('\n').map(line => (line.trim() === '' ? '>' : `> ${line}`)),
  ].join('\n')

async function keepReply(
  tx: Tx,
  { id, staffId, text, now }: { id: number; staffId: number; text: string; now: Date },
): Promise<number> {
  const entry = await tx
    .insertInto('enquiry_entries')
    .values({ enquiry_id: id, kind: 'reply', staff_id: staffId, body: text, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return entry.id
}

interface Reply {
  enquiryId: number
  entryId: number
  accountId: number | null
  to: string
  subject: string
  paragraphs: string[]
  now: Date
}

/** Writes the mail of a reply, which follows every earlier mail of the thread. */
async function mailReply(tx: Tx, { enquiryId, entryId, now, ...mail }: Reply): Promise<void> {
  const onceKey = `enquiry-entry-${entryId}`
  await writeMail(tx, { ...mail, purpose: 'enquiry', onceKey }, now)
  await sql`with written as (
      update mails set reply_to = ${await readContactEmail(tx)}, follows = coalesce((
        select string_agg(number::text, ' ' order by number) from (
          select mail_id as number from enquiries where id = ${enquiryId}
          union all select mail_id from enquiry_entries where enquiry_id = ${enquiryId}
        ) earlier), '')
      where once_key = ${onceKey} returning id)
    update enquiry_entries set mail_id = written.id from written where enquiry_entries.id = ${entryId}`.execute(
    tx,
  )
}
