import { type Acted, act } from '#server/features/staff/act.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { takeBackOffers } from '#server/features/waiting-list/take-back-offers.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { lockSessionsAsRead } from './lock-sessions.ts'

/**
 * Hides published sessions, which then take no new booking while their places stand, and whoever was offered one waits
 * again; or shows them again: whoever waits for one of them is then offered what is free (record 036). Refuses with 409
 * when somebody else saved one meanwhile. Locks the sessions.
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
      if (isHidden) await takeBackOffers(tx, ids)
      else await offerFreedPlaces(tx, ids, now)
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
