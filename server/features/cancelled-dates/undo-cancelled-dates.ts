import { sql } from 'kysely'
import type { cancelledDates as calls } from '#contract/office/cancelled-dates.ts'
import type { CallInput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { cancelDateSentences } from '#domain/office/cancelled-dates.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { cancelledBefore } from '#domain/office/refund-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/**
 * Undoes cancelling dates, or goodwill for a date, within its minute. The dates are on sale or hidden as
 * before, with their places, offers and waiting lists. Places that became free meanwhile are offered. Locks
 * the cancellation, then the sessions by id.
 */
export async function undoCancelledDates(input: CallInput<typeof calls.undo>, request: OfficeRequest) {
  const { clock, staff, jobWaiting } = request
  try {
    const recorded = await recordAction(request, input, async tx => {
      const now = clock()
      const cancellation = await tx
        .selectFrom('date_cancellations')
        .select(['undo_until', 'undone_at', 'undone_by', 'settling_at', 'is_goodwill'])
        .where('id', '=', input.id)
        .forUpdate()
        .executeTakeFirst()
      requireThat(cancellation, cancelDateSentences.notFound)
      const { undone_at: undoneAt, undone_by: undoneBy, settling_at: settlingAt } = cancellation
      const isGoodwill = cancellation.is_goodwill
      if (undoneAt) {
        const { full_name: name } = await tx
          .selectFrom('staff')
          .select('full_name')
          .where('id', '=', undoneBy)
          .executeTakeFirstOrThrow()
        throw new OfficeRefusal(cancelledBefore(name, momentInLondon(undoneAt).slice(11)), 409)
      }
      requireThat(!settlingAt && now < cancellation.undo_until, cancelDateSentences.undoOver)
      const dates = await tx
        .selectFrom('cancelled_dates')
        .select('session_id')
        .where('cancellation_id', '=', input.id)
        .execute()
      const ids = dates.map(date => date.session_id)
      await lockSessions(tx, ids)
      if (!isGoodwill) await putBack(tx, input.id, staff.staffId, now)
      await tx
        .updateTable('date_cancellations')
        .set({ undone_at: now, undone_by: staff.staffId })
        .where('id', '=', input.id)
        .execute()
      if (!isGoodwill) {
        await offerFreedPlaces(
          tx,
          ids.sort((one, other) => one - other),
          now,
        )
      }
      return {
        answer: {},
        action: {
          action: isGoodwill ? ('session.undoGoodwill' as const) : ('session.undoCancel' as const),
          subjectKind: 'session',
          ...(ids.length === 1 && { subjectId: ids[0] as number }),
          facts: { sessions: ids, cancellation: input.id },
        },
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    if (violatedConstraint(error) === 'sessions_once')
      throw new Refusal(cancelDateSentences.dateTakenMeanwhile)
    throw error
  }
}

/** Restores dates to on sale or hidden, as they were before. */
const putBack = (tx: Tx, cancellationId: number, staffId: number, now: Date) =>
  sql`update sessions s set status = case when c.was_hidden then 'withdrawn' else 'scheduled' end,
      cancelled_at = null, version = s.version + 1, updated_at = ${now}, updated_by = ${staffId}
    from cancelled_dates c where c.cancellation_id = ${cancellationId} and c.session_id = s.id`.execute(tx)
