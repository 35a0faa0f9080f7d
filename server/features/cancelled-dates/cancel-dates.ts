import { sql } from 'kysely'
import type { cancelledDates as calls, DatesPreview } from '#contract/office/cancelled-dates.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { cancelDateSentences, isSameTotals } from '#domain/office/cancelled-dates.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { cancelledBefore, cancelSentences } from '#domain/office/refund-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { beginSettlement } from './begin-settlement.ts'
import { type DatesToCancel, planCancelledDates } from './plan-cancelled-dates.ts'
import { readSettlementsOf } from './queries.ts'

/** Previews what cancelling these dates would refund and move. Refuses dates that cannot be cancelled. */
export async function previewDates(
  asked: CallInput<typeof calls.preview>,
  { db, clock }: OfficeRequest,
): Promise<DatesPreview> {
  requireThat(asked.sessionIds.length > 0, cancelDateSentences.chooseDates)
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'status', 'starts_at'])
    .where('id', 'in', asked.sessionIds)
    .execute()
  await requireCancellable(db, asked, sessions, clock())
  const { orderIds, ...plan } = await planCancelledDates(db, asked)
  return plan
}

/**
 * Cancels dates and takes them off sale at once. For a minute nobody is notified and nothing is settled, so
 * that it can be undone. Then a job settles every order and notifies its family. Locks the sessions by id.
 */
export async function cancelDates(
  input: CallInput<typeof calls.cancel>,
  request: OfficeRequest,
): Promise<Recorded<CallOutput<typeof calls.cancel>>> {
  const { clock, staff, jobWaiting } = request
  const { sessionIds, settle, toSessionId, note, expected } = input
  requireThat(sessionIds.length > 0, cancelDateSentences.chooseDates)
  const recorded = await recordAction(request, input, async tx => {
    const now = clock()
    const sessions = await lockSessions(tx, sessionIds)
    await requireCancellable(tx, input, sessions, now)
    const { orderIds, ...plan } = await planCancelledDates(tx, input)
    if (!isSameTotals(expected, plan)) throw new OfficeRefusal(cancelSentences.figuresChanged, 409)
    const answer = await beginSettlement(
      tx,
      { sessionIds, orderIds, settle, toSessionId, note, staffId: staff.staffId },
      now,
    )
    await tx
      .updateTable('sessions')
      .set(({ eb, ref }) => ({
        ...{ status: 'cancelled' as const, cancelled_at: now, updated_at: now, updated_by: staff.staffId },
        version: eb(ref('version'), '+', 1),
      }))
      .where('id', 'in', sessionIds)
      .execute()
    return {
      answer,
      action: {
        action: 'session.cancel' as const,
        subjectKind: 'session',
        ...(sessionIds.length === 1 && { subjectId: sessionIds[0] as number }),
        facts: { ...expected, sessions: sessionIds, settle, cancellation: answer.id },
      },
    }
  })
  jobWaiting()
  return recorded
}

interface Session {
  id: number
  status: string
  starts_at: Date
}

async function requireCancellable(
  db: Db,
  { sessionIds, settle, toSessionId }: DatesToCancel,
  sessions: Session[],
  now: Date,
): Promise<void> {
  requireThat(sessions.length === sessionIds.length, plannerSentences.notFound)
  const cancelled = sessions.find(({ status }) => status === 'cancelled')
  if (cancelled) throw new OfficeRefusal(await whoCancelled(db, cancelled.id), 409)
  requireThat(
    sessions.every(({ status }) => status !== 'draft'),
    cancelDateSentences.isDraft,
  )
  requireThat(
    sessions.every(one => one.starts_at > now),
    cancelDateSentences.hasBegun,
  )
  if (settle !== 'move') return
  requireThat(toSessionId, cancelDateSentences.chooseTarget)
  const { rows } = await sql<{ isFit: boolean }>`
    select s.status = 'scheduled' and s.starts_at > ${now} and s.id <> all(${sessionIds}::bigint[])
      and s.kind = all(select kind from sessions where id = any(${sessionIds}::bigint[])) as "isFit"
    from sessions s where s.id = ${toSessionId}`.execute(db)
  requireThat(rows[0]?.isFit, cancelDateSentences.targetUnfit)
}

async function whoCancelled(db: Db, sessionId: number): Promise<string> {
  const [who] = await readSettlementsOf(db, sessionId, { isGoodwill: false })
  return who
    ? cancelledBefore(who.by, momentInLondon(new Date(who.at)).slice(11))
    : plannerSentences.isCancelled
}
