import { addDays, mondayOf } from '#domain/calendar.ts'
import { inClosure } from './planner-sentences.ts'
import { type Closure, closureOn, runsInWeek, type Slot, weekdayNumber } from './recurrence.ts'
import { type ChangedSession, planChange, type SessionAsIs, type SessionChange } from './session-changes.ts'

/** A weekly time with all that its dates begin with. */
export interface FullSlot extends Slot {
  roomId: number | null
  capacity: number
  teacherIds: number[]
}

export interface DateOfSlot extends SessionAsIs {
  id: number
  version: number
  waiting: number
}

/** The calendar of the class, and who is asked. */
export interface FollowIn {
  now: Date
  reason: string
  /** Published dates follow too. */
  withPublished: boolean
  /** Weeks are counted from here. */
  firstDay: string
  venueId: number
  closures: Closure[]
  rooms: Map<number, { name: string; capacity: number | null }>
}

/**
 * What becomes of a date that is still to come when its weekly time changes (decision O-17, record 067): a draft follows;
 * a published one only when it is wished, and never in day and time once somebody has booked it or waits for it. What was
 * changed for one date alone stays. A draft whose week or day the new time leaves out `goes`; a sentence says why a date
 * cannot follow.
 */
export function followSlot(
  session: DateOfSlot,
  was: FullSlot,
  is: FullSlot,
  { now, reason, withPublished, firstDay, venueId, closures, rooms }: FollowIn,
): ChangedSession | 'goes' | 'goesForClosure' | 'stays' | { sentence: string } {
  const isDraft = session.status === 'draft'
  if (!isDraft && !withPublished) return 'stays'
  const isFree = isDraft || (session.held === 0 && session.waiting === 0)
  const date = addDays(mondayOf(session.date), is.weekday - 1)
  if (isFree && was.weeks !== is.weeks && !runsInWeek(is, date, firstDay)) return isDraft ? 'goes' : 'stays'
  const closure = isFree && date !== session.date ? closureOn(closures, venueId, date) : undefined
  if (closure) return isDraft ? 'goesForClosure' : { sentence: inClosure(closure.name) }
  const hasItsTime = session.startTime === was.startTime && session.endTime === was.endTime
  const change: SessionChange = {
    ...(isFree && date !== session.date && { date }),
    ...(isFree && hasItsTime && { startTime: is.startTime, endTime: is.endTime }),
    ...(session.roomId === was.roomId && is.roomId !== was.roomId && { roomId: is.roomId ?? 0 }),
    ...(session.capacity === was.capacity && is.capacity !== was.capacity && { capacity: is.capacity }),
  }
  const room = rooms.get((change.roomId ?? session.roomId) || 0)
  const next = planChange(session, change, {
    now,
    reason,
    room: room && { ...room, isOfVenue: true },
    closure: undefined,
  })
  if (typeof next === 'string') return { sentence: next }
  const slotId = weekdayNumber(next.date) === is.weekday ? session.slotId : null
  return { ...next, slotId }
}
