import { sql } from 'kysely'
import type { registers } from '#contract/office/registers.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireAuthor } from './mark-register.ts'
import { findUnlogged } from './reading-once.ts'

type Reading = CallInput<typeof registers.readAway>['readings'][number]

/**
 * Logs once each time that notes were read on a phone without a signal. That the phone downloaded them is logged
 * already (`takeAlong`). Leaves out unknown dates, and children who never had a place on the date.
 */
export const logReadings = (
  request: OfficeRequest,
  { readings, by }: CallInput<typeof registers.readAway>,
): Promise<Recorded<CallOutput<typeof registers.readAway>>> =>
  recordAction(request, {}, async tx => {
    requireAuthor(request, by)
    const { staff, clock } = request
    const known = await findChildren(tx, readings)
    const now = clock()
    const added = []
    for (const { id, sessionId, readAt, childIds } of readings) {
      const children = known.get(sessionId)
      if (!children) continue
      const read = {
        ...{ id, staffId: staff.staffId, sessionId, now },
        readAt: new Date(readAt) > now ? now : new Date(readAt),
        childIds: childIds.filter(child => children.has(child)),
      }
      const unlogged = await findUnlogged(tx, read, { isOld: true })
      if (unlogged.length > 0) added.push({ sessionId, readAt, childIds: unlogged })
    }
    return {
      answer: { logged: readings.map(({ id }) => id) },
      action: added.map(({ sessionId, readAt, childIds }) => ({
        ...{ action: 'notes.readAway' as const, subjectKind: 'session', subjectId: sessionId, childIds },
        facts: { readAt },
      })),
    }
  })

/** Returns the children who have or had a place on each date. */
async function findChildren(tx: Tx, readings: readonly Reading[]): Promise<Map<number, Set<number>>> {
  const ids = readings.map(({ sessionId }) => sessionId)
  const { rows } = await sql<{ sessionId: number; childId: number | null }>`
    select s.id as "sessionId", b.child_id as "childId" from sessions s left join bookings b on b.session_id = s.id
      or b.id in (select v.booking_id from booking_moves v where v.from_session_id = s.id)
    where s.id = any(${ids}::bigint[])`.execute(tx)
  const children = new Map<number, Set<number>>()
  for (const { sessionId, childId } of rows) {
    const those = children.get(sessionId) ?? new Set()
    if (childId !== null) those.add(childId)
    children.set(sessionId, those)
  }
  return children
}
