import { sql } from 'kysely'
import { messageSentences } from '#domain/office/messages.ts'
import { requireThat } from '#domain/refusal.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { asMailed, type Draft, planMessage, requireComplete, requireMayWriteTo } from './plan-message.ts'

/** Mails the sender a message as its first recipient would get it. */
export async function testMessage(
  request: OfficeRequest,
  asked: Draft & { requestId?: string },
): Promise<Recorded<{ email: string }>> {
  requireMayWriteTo(request, asked)
  await requireComplete(request.db, asked, true)
  const now = request.clock()
  const { staffId } = request.staff
  const recorded = await recordAction(request, asked, async tx => {
    await allowRate(tx, { key: `message-test:${staffId}`, atMost: 20, perMinutes: 60 }, now)
    const { samples } = await planMessage(tx, asked, now)
    const [first] = samples
    requireThat(first, messageSentences.nobody)
    const { rows } = await sql<{ email: string }>`select email from staff where id = ${staffId}`.execute(tx)
    const { email = '' } = rows[0] ?? {}
    const { subject, text } = asMailed(request, asked, first)
    await writeMail(
      tx,
      { to: email, subject: `Test: ${subject}`, paragraphs: text.split('\n\n'), purpose: 'office' },
      now,
    )
    return {
      answer: { email },
      action: { action: 'message.test' as const, subjectKind: 'message' },
    }
  })
  request.jobWaiting()
  return recorded
}
