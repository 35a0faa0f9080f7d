import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { insertFurther, keepWeeks, spanDates } from './insert-sessions.ts'
import { lockClasses, lockTermOf } from './lock-sessions.ts'
import {
  datesProblems,
  dateTaken,
  draftsOf,
  findMisplaced,
  readRooms,
  requireDatesExist,
} from './make-class.ts'
import { readClass } from './planner-queries.ts'
import { requirePublicInTime } from './publish-drafts.ts'

/**
 * Adds dates to a class as drafts: more weeks of its weekly times, or single dates. The rules are those of a
 * new class; each date is checked against its weekly time as it is now. Locks the term, then the class.
 */
export async function addDates(
  request: OfficeRequest,
  input: CallInput<typeof planner.addDates>,
): Promise<Recorded<CallOutput<typeof planner.addDates>>> {
  const { id, dates, reason = '' } = input
  try {
    return await recordAction(request, input, async tx => {
      await lockTermOf(tx, id)
      await lockClasses(tx, sql`o.id = ${id}`)
      const { venueId, termId, slots, sessions } = await readClass(tx, id)
      const requested = { ...input, venueId, ...(termId && { termId }), slots }
      // A weekly time without a new date needs no check of its room and teachers.
      const inUse = { ...requested, slots: slots.filter((_, at) => dates.some(({ slot }) => slot === at)) }
      requireFields(datesProblems(requested))
      requireFields(await findMisplaced(tx, inUse, await readRooms(tx, venueId)))
      requireDatesExist(dates, sessions.filter(({ state }) => state !== 'cancelled').length)
      const slotIds = slots.map(slot => slot.id)
      const sessionIds = await insertFurther(tx, id, draftsOf(requested, slotIds))
      const these = sql`s.id = any(${sessionIds}::bigint[])`
      await requirePublicInTime(tx, these, { now: request.clock(), field: 'dates' })
      await spanDates(tx, id)
      await keepWeeks(tx, id)
      const kept = dates.filter(({ isKept }) => isKept).length
      return {
        answer: { sessionIds },
        action: {
          action: 'class.addDates',
          subjectKind: 'class',
          subjectId: id,
          reason,
          facts: { sessions: sessionIds, kept },
        },
      }
    })
  } catch (error) {
    throw dateTaken(error)
  }
}
