import { sql } from 'kysely'
import type { waiting } from '#contract/office/waiting.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { waitingSentences } from '#domain/office/waiting-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { withdrawEntry } from '#server/features/waiting-list/leave-waiting-list.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/**
 * Removes an entry from its waiting list and mails the family. A place reserved for it is offered to the
 * next.
 */
export async function removeInOffice(
  request: OfficeRequest,
  asked: CallInput<typeof waiting.remove>,
): Promise<Recorded<CallOutput<typeof waiting.remove>>> {
  const { id, reason } = asked
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  const now = request.clock()
  const recorded = await recordAction(request, asked, async tx => {
    const withdrawn = await withdrawEntry(tx, { entryId: id }, now)
    requireThat(withdrawn, waitingSentences.notWaiting)
    await enqueue(tx, 'waiting-removed', { entryId: id }, now)
    const { accountId, childId, sessionId } = withdrawn
    return {
      answer: { offered: sessionId === null ? 0 : await countNextOffers(tx, sessionId, now) },
      action: {
        action: 'queue.remove',
        subjectKind: 'waiting',
        subjectId: id,
        ...(accountId && { accountId }),
        ...(childId && { childIds: [childId] }),
        reason,
        facts: { hadOffer: sessionId !== null },
      },
    }
  })
  request.jobWaiting()
  return recorded
}

/** Counts the offers of a date that were made at this moment, which are those of the freed place. */
async function countNextOffers(tx: Tx, sessionId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ offers: number }>`select count(*)::integer as offers from waiting_entries
    where offered_session_id = ${sessionId} and offered_at = ${now}`.execute(tx)
  return rows[0]?.offers ?? 0
}
