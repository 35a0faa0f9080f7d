import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { withdrawOffers } from '#server/features/waiting-list/withdraw-offers.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockSessionsAsRead, lockSessionsOf } from './lock-sessions.ts'

/**
 * Hides published sessions, or shows them again. Hidden ones take no booking and keep their places. An offer for one
 * becomes a waiting entry again, or is moved to another free date if any date will do. Sessions shown again are offered
 * to those who wait (record 035). Refuses with 409 if somebody else saved one meanwhile. Locks the sessions, and when
 * hiding also the other dates that may be offered.
 */
export async function hideSessions(
  request: OfficeRequest,
  input: { requestId?: string; sessions: { id: number; version: number }[]; isHidden: boolean },
): Promise<Recorded<{ saved: { id: number; version: number }[] }>> {
  const { clock, staff, jobWaiting } = request
  const { isHidden } = input
  const [from, to] = isHidden ? (['scheduled', 'withdrawn'] as const) : (['withdrawn', 'scheduled'] as const)
  const recorded = await recordAction(request, input, async tx => {
    const now = clock()
    const asked = input.sessions.map(({ id }) => id)
    const others = isHidden ? await lockOtherDates(tx, asked, now) : []
    const sessions = await lockSessionsAsRead(tx, input.sessions)
    const changed = sessions.filter(({ status }) => status === from)
    const ids = changed.map(({ id }) => id)
    if (ids.length > 0) {
      await tx
        .updateTable('sessions')
        .set(({ eb, ref }) => ({
          status: to,
          version: eb(ref('version'), '+', 1),
          updated_at: now,
          updated_by: staff.staffId,
        }))
        .where('id', 'in', ids)
        .execute()
      if (isHidden) await withdrawOffers(tx, ids, now)
      await offerFreedPlaces(tx, isHidden ? others : ids, now)
    }
    const facts = { sessions: ids, isHidden }
    return {
      answer: { saved: changed.map(({ id, version }) => ({ id, version: version + 1 })) },
      action: ids.length > 0 ? { action: 'session.hide', subjectKind: 'session', facts } : [],
    }
  })
  jobWaiting()
  return recorded
}

/**
 * Locks the sessions. Also locks, by id, the other dates of entries that wait for any date and have an offer
 * here; returns the ids of these other dates.
 */
export async function lockOtherDates(tx: Tx, sessionIds: number[], now: Date): Promise<number[]> {
  const these = sql`s.id = any(${sessionIds}::bigint[])`
  const locked = await lockSessionsOf(
    tx,
    sql`${these} or s.status = 'scheduled' and s.starts_at > ${now} and s.offering_id in (
      select offering_id from waiting_entries
      where session_id is null and offered_session_id = any(${sessionIds}::bigint[]))`,
  )
  return locked.map(({ id }) => id).filter(id => !sessionIds.includes(id))
}
