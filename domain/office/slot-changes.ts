import { addDays, mondayOf } from '#domain/calendar.ts'
import { inClosure } from './planner-sentences.ts'
import { type Closure, closureOn, runsInWeek, type Slot, weekdayNumber } from './recurrence.ts'
import { type ChangedSession, planChange, type SessionAsIs, type SessionChange } from './session-changes.ts'

/** A weekly time with the defaults of its dates. */
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

/** The class's calendar and the teachers. */
export interface FollowIn {
  now: Date
  reason: string
  /** Whether published dates follow too. */
  withPublished: boolean
  /** The day from which weeks are counted. */
  firstDay: string
  venueId: number
  closures: Closure[]
  rooms: Map<number, { name: string; capacity: number | null }>
}

/**
 * Returns what happens to a future date when its weekly time changes (decision O-17, record 067). A draft follows. A
 * published date follows only with `withPublished`, and keeps its day and time if it is booked or waited for. Fields
 * changed for this date alone stay. A draft that no longer fits is deleted (`goes`); a message says why a date cannot
 * follow.
 */
export function followSlot(
  session: DateOfSlot,
  was: FullSlot,
  is: FullSlot,
  { now, reason, withPublished, firstDay, venueId, closures, rooms }: FollowIn,
): ChangedSession | 'goes' | 'goesForClosure' | 'stays' | { sentence: string } {
  const isDraft = session.status === 'draft'
  if (!isDraft && !withPublished) return 'stays'
  const isFree = isDraft || (session.placesUsed === 0 && session.waiting === 0)
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
