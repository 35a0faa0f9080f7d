import type { Audience, messages } from '#contract/office/messages.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { problemOfWord, writeFixed } from '#domain/office/fixed-messages.ts'
import { advertisingIn, messageSentences } from '#domain/office/messages.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { requireThat } from '#domain/refusal.ts'
import { requireRegister } from '#server/features/registers/open-register.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireReauthentication } from './order-message.ts'
import { isMany, planMessage } from './plan-message.ts'

/** Sends one of the fixed texts to the families of a date whose register the caller may open (decision O-125). */
export async function sendFixed(
  request: OfficeRequest,
  asked: CallInput<typeof messages.sendFixed>,
): Promise<Recorded<CallOutput<typeof messages.sendFixed>>> {
  const { staff, clock } = request
  const { sessionId, message, word } = asked
  const sounds = advertisingIn(word)
  requireFields({
    word: problemOfWord(message, word) || (sounds && messageSentences.noAdvertising),
  })
  const now = clock()
  const recorded = await recordAction(request, asked, async tx => {
    await requireRegister(tx, request, sessionId)
    await allowRate(tx, { key: `message-fixed:${sessionId}`, atMost: 6, perMinutes: 24 * 60 }, now)
    const audience: Audience = { to: 'date', sessionId }
    const { subject, text } = writeFixed(message, word)
    const plan = await planMessage(tx, { audience, kind: 'service', subject, text }, now)
    const { mailed, toRing, about } = plan
    requireThat(mailed + toRing > 0, messageSentences.nobody)
    if (isMany(plan)) requireReauthentication(request, now)
    const { id } = await tx
      .insertInto('office_messages')
      .values({
        ...{ kind: 'service', audience: JSON.stringify(audience), about },
        ...{ subject, body: text, staff_id: staff.staffId, created_at: now, send_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'send-chosen-message', { messageId: id }, now)
    return {
      answer: { id, mailed, toRing },
      action: {
        ...{ action: 'message.send' as const, subjectKind: 'message', subjectId: id },
        facts: { kind: 'service', fixed: message, session: sessionId, mailed, toRing },
      },
    }
  })
  request.jobWaiting()
  return recorded
}
