import { sql } from 'kysely'
import type { business as calls } from '#contract/office/business.ts'
import type { CallInput } from '#contract/wire.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { Services } from '#server/services.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lookAtBusiness } from './present-business.ts'

/**
 * Refuses with the business's text while bookings are paused. Comes after every other check. Reads the copy in
 * memory, so a pause holds in all processes within five seconds (decision O-130).
 */
export function requireNotPaused({ business }: Pick<Services, 'business'>): void {
  if (business.pauseText) throw new Refusal(business.pauseText)
}

/**
 * Whether bookings are paused, for a transaction that offers or ends places. Locks the row of the business,
 * shared: a resume waits for it, and then finds every place that this transaction frees.
 */
export async function arePaused(tx: Tx): Promise<boolean> {
  const { paused_at } = await tx
    .selectFrom('business')
    .select('paused_at')
    .forShare()
    .executeTakeFirstOrThrow()
  return paused_at !== null
}

/** Pauses bookings, or changes the text of a pause. */
export async function pauseBookings(
  { text, requestId }: CallInput<typeof calls.pause>,
  request: OfficeRequest,
) {
  requireFields({ text: text === '' && businessSentences.pauseTextRequired })
  const recorded = await recordAction(request, { requestId }, async tx => {
    const business = await tx
      .selectFrom('business')
      .select(['opened_at', 'paused_at'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    requireThat(business.opened_at !== null, businessSentences.notOpenYet)
    await tx
      .updateTable('business')
      .set({ paused_at: business.paused_at ?? request.clock(), pause_text: text })
      .execute()
    return {
      answer: {},
      action: { action: 'business.pause', subjectKind: 'business', facts: { text } },
    }
  })
  await lookAtBusiness(request)
  return recorded
}

/**
 * Resumes bookings. Open offers get back the time that the pause took, at most until their session starts. A
 * job then offers the places that became free meanwhile.
 */
export async function resumeBookings({ requestId }: CallInput<typeof calls.resume>, request: OfficeRequest) {
  const now = request.clock()
  const recorded = await recordAction(request, { requestId }, async tx => {
    const { paused_at: pausedAt } = await tx
      .selectFrom('business')
      .select('paused_at')
      .forUpdate()
      .executeTakeFirstOrThrow()
    requireThat(pausedAt, businessSentences.notPaused)
    const { rows } = await sql<{ id: number; until: Date }>`
      update waiting_entries w
      set offer_expires_at = case when w.offer_expires_at <= ${pausedAt} then w.offer_expires_at
        else least(w.offer_expires_at + (${now}::timestamptz - ${pausedAt}),
          greatest(s.starts_at, w.offer_expires_at)) end
      from sessions s
      where s.id = w.offered_session_id and w.status = 'offered'
      returning w.id, w.offer_expires_at as until`.execute(tx)
    await tx.updateTable('business').set({ paused_at: null, pause_text: '' }).execute()
    for (const { id, until } of rows) await enqueue(tx, 'lapse-offer', { entryId: id }, until)
    await enqueue(tx, 'offer-after-pause', {}, now)
    return { answer: {}, action: { action: 'business.resume', subjectKind: 'business' } }
  })
  request.jobWaiting()
  await lookAtBusiness(request)
  return recorded
}
