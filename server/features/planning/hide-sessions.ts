import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { lockSessions } from './lock-sessions.ts'

/**
 * Hides published sessions, which then take no new booking while their places stand, or shows them again: whoever waits
 * for one of them is then offered what is free. Locks the sessions.
 */
export async function hideSessions(
  request: OfficeRequest,
  input: { requestId?: string; sessionIds: number[]; isHidden: boolean },
): Promise<Acted<{ changed: number }>> {
  const { clock, staff, jobWaiting } = request
  const { sessionIds, isHidden } = input
  const [from, to] = isHidden ? (['scheduled', 'withdrawn'] as const) : (['withdrawn', 'scheduled'] as const)
  const acted = await act(request, input, async tx => {
    const now = clock()
    const sessions = await lockSessions(tx, sessionIds)
    requireThat(sessions.length > 0, plannerSentences.notFound)
    const ids = sessions.filter(({ status }) => status === from).map(({ id }) => id)
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
      if (!isHidden) await offerFreedPlaces(tx, ids, now)
    }
    const facts = { sessions: ids, isHidden }
    return {
      answer: { changed: ids.length },
      action: { action: 'session.hide', subjectKind: 'session', facts },
    }
  })
  jobWaiting()
  return acted
}
