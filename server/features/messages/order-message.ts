import type { messages } from '#contract/office/messages.ts'
import type { CallInput } from '#contract/wire.ts'
import { dayMilliseconds } from '#domain/calendar.ts'
import { defaultReauthenticationMinutes, maxDaysAhead } from '#domain/limits.ts'
import { messageSentences } from '#domain/office/messages.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { isMany, planMessage, requireComplete, requireMayWriteTo } from './plan-message.ts'

/**
 * Orders a message to be sent, now or later. A job decides its recipients when it begins. Refused if it reaches another
 * number of addresses than the sender saw.
 */
export async function orderMessage(
  request: OfficeRequest,
  asked: CallInput<typeof messages.send>,
): Promise<Recorded<{ id: number }>> {
  const { db, staff } = request
  const { audience, kind, subject, text, sendAt, isNotAdvertising = false, expected } = asked
  requireMayWriteTo(request, asked)
  await requireComplete(db, asked, isNotAdvertising)
  const now = request.clock()
  const at = sendAt ? new Date(sendAt) : now
  requireFields({
    sendAt:
      (at < now && messageSentences.past) ||
      (at.getTime() > now.getTime() + maxDaysAhead * dayMilliseconds && messageSentences.tooFar),
  })
  const recorded = await recordAction(request, asked, async tx => {
    const plan = await planMessage(tx, asked, now)
    requireThat(plan.mailed + plan.toRing > 0, messageSentences.nobody)
    if (plan.mailed !== expected.mailed || plan.toRing !== expected.toRing) {
      throw new OfficeRefusal(messageSentences.changed, 409)
    }
    if (isMany(plan)) requireReauthentication(request, now)
    const { id } = await tx
      .insertInto('office_messages')
      .values({
        ...{ kind, audience: JSON.stringify(audience), about: plan.about },
        ...{ account_id: audience.to === 'family' ? (audience.accountId ?? null) : null },
        ...{ subject: subject.trim(), body: text.trim() },
        ...{ staff_id: staff.staffId, created_at: now, send_at: at, stopped_by: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'send-chosen-message', { messageId: id }, at)
    return {
      answer: { id },
      action: {
        ...{ action: 'message.send' as const, subjectKind: 'message', subjectId: id },
        ...(audience.to === 'family' && audience.accountId && { accountId: audience.accountId }),
        facts: { kind, mailed: plan.mailed, toRing: plan.toRing, sendAt: at.toISOString() },
      },
    }
  })
  request.jobWaiting()
  return recorded
}

/** Refuses if the member has not re-authenticated recently, which a message to many requires (spec 4 §6). */
export function requireReauthentication({ staff }: OfficeRequest, now: Date): void {
  const since = now.getTime() - (staff.confirmedAt?.getTime() ?? 0)
  if (since > defaultReauthenticationMinutes * 60_000) {
    throw new OfficeRefusal(officeSentences.confirmYourself, 428)
  }
}
