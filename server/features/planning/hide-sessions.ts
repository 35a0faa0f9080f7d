import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { takeBackOffers } from '#server/features/waiting-list/take-back-offers.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { lockSessionsAsRead, lockSessionsOf } from './lock-sessions.ts'

/**
 * Hides published sessions, which then take no new booking while their places stand: whoever was offered one waits again,
 * or is offered another free date where any will do. Or shows them again: whoever waits for one of them is then offered
 * what is free (record 036). Refuses with 409 when somebody else saved one meanwhile. Locks the sessions, and with those
 * that are hidden the other dates that may be offered.
 */
export async function hideSessions(
  request: OfficeRequest,
  input: { requestId?: string; sessions: { id: number; version: number }[]; isHidden: boolean },
): Promise<Acted<{ saved: { id: number; version: number }[] }>> {
  const { clock, staff, jobWaiting } = request
  const { isHidden } = input
  const [from, to] = isHidden ? (['scheduled', 'withdrawn'] as const) : (['withdrawn', 'scheduled'] as const)
  const acted = await act(request, input, async tx => {
    const now = clock()
    const asked = input.sessions.map(({ id }) => id)
    const others = isHidden ? await lockOthers(tx, asked, now) : []
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
      if (isHidden) await takeBackOffers(tx, ids, now)
      await offerFreedPlaces(tx, isHidden ? others : ids, now)
    }
    const facts = { sessions: ids, isHidden }
    return {
      answer: { saved: changed.map(({ id, version }) => ({ id, version: version + 1 })) },
      action: ids.length > 0 ? { action: 'session.hide', subjectKind: 'session', facts } : [],
    }
  })
  jobWaiting()
  return acted
}

/** Locks these, and with them, by id, the other dates of whoever waits for any and is offered one of these; gives the others. */
async function lockOthers(tx: Tx, sessionIds: number[], now: Date): Promise<number[]> {
  const these = sql`s.id = any(${sessionIds}::bigint[])`
  const locked = await lockSessionsOf(
    tx,
    sql`${these} or s.status = 'scheduled' and s.starts_at > ${now} and s.offering_id in (
      select offering_id from waiting_entries
      where session_id is null and offered_session_id = any(${sessionIds}::bigint[]))`,
  )
  return locked.map(({ id }) => id).filter(id => !sessionIds.includes(id))
}
