import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
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
 * Gives a class further dates, as drafts: more weeks of its weekly times, or dates that stand alone. What a new class may
 * not have they may not; each is held against the weekly time that it is made from as that is now. Locks the term, then the class.
 */
export async function addDates(
  request: OfficeRequest,
  input: CallInput<typeof planner.addDates>,
): Promise<Acted<CallOutput<typeof planner.addDates>>> {
  const { id, dates, reason = '' } = input
  try {
    return await act(request, input, async tx => {
      await lockTermOf(tx, id)
      await lockClasses(tx, sql`o.id = ${id}`)
      const { venueId, termId, slots, sessions } = await readClass(tx, id)
      const wish = { ...input, venueId, ...(termId && { termId }), slots }
      // A weekly time of which no date is made is not asked whether its room and its teachers are still there.
      const inUse = { ...wish, slots: slots.filter((_, at) => dates.some(({ slot }) => slot === at)) }
      requireFields(datesProblems(wish))
      requireFields(await findMisplaced(tx, inUse, await readRooms(tx, venueId)))
      requireDatesExist(dates, sessions.filter(({ state }) => state !== 'cancelled').length)
      const slotIds = slots.map(slot => slot.id)
      const sessionIds = await insertFurther(tx, id, draftsOf(wish, slotIds))
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
