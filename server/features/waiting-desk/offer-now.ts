import { sql } from 'kysely'
import type { waiting } from '#contract/office/waiting.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { maxOfferHours } from '#domain/limits.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { offeredAlready, placesChanged, waitingSentences } from '#domain/office/waiting-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { arePaused } from '#server/features/business/pause-bookings.ts'
import { mayBeOffered } from '#server/features/offerings/queue.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import { planChanges, writeChanges } from '#server/features/planning/save-sessions.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'

type Asked = CallInput<typeof waiting.offer>
type Locked = Awaited<ReturnType<typeof lockSessions>>[number]

const hour = 60 * 60 * 1000

/**
 * Offers a free place to somebody out of turn, for some hours but never past the start (spec 4 §4). A full
 * date is first raised by one place, if `raiseTo` asks for it and the member may edit the planner. Mails the
 * family like any offer. Locks the session, then the entry.
 */
export async function offerNow(
  request: OfficeRequest,
  asked: Asked,
): Promise<Recorded<CallOutput<typeof waiting.offer>>> {
  const { id, sessionId, hours, reason } = asked
  requireFields({
    hours: (hours < 1 || hours > maxOfferHours) && waitingSentences.offerHours,
    reason: !saysWhy(reason) && officeSentences.sayWhy,
  })
  const now = request.clock()
  const recorded = await recordAction(request, asked, async tx => {
    const [session] = await lockSessions(tx, [sessionId])
    requireThat(session, officeSentences.notFound)
    requireThat(!(await arePaused(tx)), waitingSentences.paused)
    const entry = await lockEntry(tx, id, session, now)
    const isRaised = session.capacity - session.places_taken - session.places_offered < 1
    if (isRaised) await raise(tx, request, session, asked)
    const until = new Date(Math.min(now.getTime() + hours * hour, session.starts_at.getTime()))
    await tx
      .updateTable('waiting_entries')
      .set({ status: 'offered', offered_session_id: sessionId, offered_at: now, offer_expires_at: until })
      .set({ offered_by: request.staff.staffId })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('sessions')
      .set({ places_offered: sql<number>`places_offered + 1` })
      .where('id', '=', sessionId)
      .execute()
    await enqueue(tx, 'place-offered', { entryId: id }, now)
    await enqueue(tx, 'lapse-offer', { entryId: id }, until)
    const offered: Action = {
      action: 'queue.offer',
      subjectKind: 'session',
      subjectId: sessionId,
      ...(entry.accountId && { accountId: entry.accountId }),
      ...(entry.childId && { childIds: [entry.childId] }),
      reason,
      facts: { entry: id, hours, isRaised },
    }
    const raised: Action = {
      action: 'session.capacity',
      subjectKind: 'session',
      subjectId: sessionId,
      reason,
      facts: { sessions: [sessionId], fields: ['capacity'], offered: 0, capacity: session.capacity + 1 },
    }
    return {
      answer: { offerUntil: until.toISOString(), isRaised },
      action: isRaised ? [raised, offered] : offered,
    }
  })
  request.jobWaiting()
  return recorded
}

/**
 * Locks a waiting entry. Refuses one that cannot be offered a place in the session, which the caller has
 * locked.
 */
async function lockEntry(tx: Tx, id: number, session: Locked, now: Date) {
  const { rows } = await sql<{
    accountId: number | null
    childId: number | null
    until: Date | null
    mayBe: boolean
  }>`
    select w.account_id as "accountId", w.child_id as "childId", w.offer_expires_at as until, ${mayBeOffered('w', now)} as "mayBe"
    from waiting_entries w join sessions s on s.id = ${session.id}
    where w.id = ${id} and w.offering_id = s.offering_id and w.status in ('waiting', 'offered')
    for update of w`.execute(tx)
  const [entry] = rows
  requireThat(entry, waitingSentences.notWaiting)
  if (entry.until) throw new Refusal(offeredAlready(entry.until))
  requireThat(entry.mayBe, waitingSentences.cannotBeOffered)
  return entry
}

/** Raises the capacity of a locked, full date by one. Refuses if `raiseTo` is missing, or another number. */
async function raise(
  tx: Tx,
  { staff, clock }: OfficeRequest,
  { id, capacity, version }: Locked,
  { raiseTo, reason }: Asked,
): Promise<void> {
  requireThat(raiseTo !== undefined, waitingSentences.lastPlaceGone)
  if (!may(staff.role, 'planner.edit')) throw new OfficeRefusal(officeSentences.notYours, 403)
  requireThat(raiseTo === capacity + 1, placesChanged(capacity))
  const requested = { sessions: [{ id, version }], changes: { capacity: raiseTo }, reason }
  const { changed, left } = await planChanges(tx, requested, clock())
  if (left[0]) throw new Refusal(left[0].sentence)
  await writeChanges(tx, changed, { now: clock(), staffId: staff.staffId })
}
