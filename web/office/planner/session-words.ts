import type { PlannerSession } from '#contract/office/planner.ts'
import { instantInLondon, momentInLondon } from '#domain/calendar.ts'
import { openRegisters, registerOpensAt } from '#domain/office/people.ts'
import { registerOpens } from '#domain/office/people-sentences.ts'
import { clashInWords } from '#domain/office/planner-sentences.ts'
import { shortDay } from '#domain/wording.ts'

export const stateWords = {
  draft: 'Draft',
  scheduled: 'Published',
  withdrawn: 'Hidden',
  cancelled: 'Cancelled',
} as const
export const stateShapes = { draft: 'open', scheduled: 'good', withdrawn: 'off', cancelled: 'off' } as const

/** “Half-term Mon 14 Feb – Fri 18 Feb”. */
export const closureInWords = ({
  name,
  startDate,
  endDate,
}: {
  name: string
  startDate: string
  endDate: string
}): string => `${name} ${daysOf({ date: startDate, endDate })}`

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** What can be published at a moment of London's clock, '2026-03-29 10:00': nobody books what has begun. */
export const draftsAfter = (now: string, sessions: PlannerSession[]): PlannerSession[] =>
  sessions.filter(({ state, date, startTime }) => state === 'draft' && `${date} ${startTime}` > now)

/** Whether its register lies open now: at any other time a teacher is refused it. */
export function hasOpenRegister({ date, startTime, endDate, endTime }: PlannerSession): boolean {
  const { from, to } = openRegisters(new Date())
  return `${date} ${startTime}` <= momentInLondon(to) && `${endDate} ${endTime}` >= momentInLondon(from)
}

/** “Register: Opens Sunday 03:45” for a teacher; '' once it has closed. */
export function whenRegisterOpens({ date, startTime }: PlannerSession): string {
  const now = new Date()
  const opensAt = registerOpensAt(instantInLondon(date, startTime))
  return opensAt > now ? `Register: ${registerOpens(opensAt, now)}` : ''
}

export const isFull = ({ taken, kept, capacity }: PlannerSession): boolean => taken + kept >= capacity

/** '9+1/12': taken, kept for who is offered a place, places. */
export const placesOf = ({ taken, kept, capacity }: PlannerSession): string =>
  `${taken}${kept > 0 ? `+${kept}` : ''}/${capacity}`

/** “Mon 14 Feb”, or of what lasts several days “Mon 14 Feb – Fri 18 Feb”. */
export const daysOf = ({ date, endDate }: { date: string; endDate: string }): string =>
  `${date && shortDay(date)}${endDate === date ? '' : ` – ${endDate && shortDay(endDate)}`}`

/** A card for who does not see it. */
export const spoken = (session: PlannerSession): string =>
  [
    `${session.title}, ${daysOf(session)} ${session.startTime} to ${session.endTime}`,
    session.room,
    session.ages,
    stateWords[session.state],
    `${session.taken + session.kept} of ${session.capacity} places taken`,
    session.waiting > 0 && `${session.waiting} waiting`,
    ...session.clashes.map(clashInWords),
  ]
    .filter(Boolean)
    .join('. ')

/** “Tuesday 10:00–10:45, odd weeks”. */
export const slotInWords = (slot: {
  weekday: number
  startTime: string
  endTime: string
  weeks: string
}): string =>
  `${weekdayNames[slot.weekday - 1]} ${slot.startTime}–${slot.endTime}${slot.weeks === 'every' ? '' : `, ${slot.weeks} weeks`}`

/** What a form offers: what is in use, and what the thing has already even when that is not. */
export const withOwn = <One extends { id: number }>(inUse: One[], own: One[]): One[] => [
  ...inUse,
  ...own.filter(({ id }) => !inUse.some(one => one.id === id)),
]

export interface Venue {
  id: number
  name: string
  rooms: { id: number; name: string }[]
}
/** A venue and a room of it as one choice; '3 0' is the venue without a room. */
export const placeOf = (venueId: number, roomId: number | null): string => `${venueId} ${roomId ?? 0}`

export const venuesAndRooms = (venues: Venue[]): { value: string; label: string }[] =>
  venues.flatMap(({ id, name, rooms }) => [
    { value: placeOf(id, null), label: name },
    ...rooms.map(room => ({ value: placeOf(id, room.id), label: `${name}, ${room.name}` })),
  ])
