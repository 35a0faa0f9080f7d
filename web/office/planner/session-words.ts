import type { PlannerSession } from '#contract/office/planner.ts'
import { instantInLondon, momentInLondon } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { shortDay } from '#domain/format-dates.ts'
import { openRegisters, registerOpensAt } from '#domain/office/people.ts'
import { registerOpens } from '#domain/office/people-sentences.ts'
import { clashInWords } from '#domain/office/planner-sentences.ts'

export const stateWords = {
  draft: 'Draft',
  scheduled: 'Published',
  withdrawn: 'Hidden',
  cancelled: 'Cancelled',
} as const
export const stateShapes = { draft: 'open', scheduled: 'good', withdrawn: 'off', cancelled: 'off' } as const

/** Formats a closure: “Half-term Mon 14 Feb – Fri 18 Feb”. */
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

/** Returns the drafts that can be published at a moment in London, '2026-03-29 10:00': not those that have begun. */
export const draftsAfter = (now: string, sessions: PlannerSession[]): PlannerSession[] =>
  sessions.filter(({ state, date, startTime }) => state === 'draft' && `${date} ${startTime}` > now)

/** Whether its register is open now; at other times a teacher is refused. */
export function hasOpenRegister({ date, startTime, endDate, endTime }: PlannerSession): boolean {
  const { from, to } = openRegisters(new Date())
  return `${date} ${startTime}` <= momentInLondon(to) && `${endDate} ${endTime}` >= momentInLondon(from)
}

/** Whether it has begun: then it cannot be cancelled any longer. */
export const hasBegun = ({ date, startTime }: PlannerSession): boolean =>
  `${date} ${startTime}` <= momentInLondon(new Date())

/** Tells a teacher “Register: Opens Sunday 03:45”; '' once it has closed. */
export function whenRegisterOpens({ date, startTime }: PlannerSession): string {
  const now = new Date()
  const opensAt = registerOpensAt(instantInLondon(date, startTime))
  return opensAt > now ? `Register: ${registerOpens(opensAt, now)}` : ''
}

export const isFull = ({ taken, kept, capacity }: PlannerSession): boolean => taken + kept >= capacity

/** Formats places as '9+1/12': taken, offered, capacity. A cancelled date has none: '–'. */
export const placesOf = ({ state, taken, kept, capacity }: PlannerSession): string =>
  state === 'cancelled' ? '–' : `${taken}${kept > 0 ? `+${kept}` : ''}/${capacity}`

/** Says the state of a date: “Published”, “Cancelled: 3 families, 2 settled”, “Cancelled: nobody had booked”. */
export function stateOf({ state, cancelled }: PlannerSession): string {
  const word = stateWords[state]
  if (!cancelled) return word
  const { families, settled } = cancelled
  if (families === 0) return `${word}: nobody had booked`
  return `${word}: ${counted(families, 'family', 'families')}, ${settled === families ? 'all settled' : `${settled} settled`}`
}

/** Formats “Mon 14 Feb”, or for several days “Mon 14 Feb – Fri 18 Feb”. */
export const daysOf = ({ date, endDate }: { date: string; endDate: string }): string =>
  `${date && shortDay(date)}${endDate === date ? '' : ` – ${endDate && shortDay(endDate)}`}`

/** Describes a card to screen readers. */
export const spoken = (session: PlannerSession): string =>
  [
    `${session.title}, ${daysOf(session)} ${session.startTime} to ${session.endTime}`,
    session.room,
    session.ages,
    stateOf(session),
    session.state !== 'cancelled' && `${session.taken + session.kept} of ${session.capacity} places taken`,
    session.waiting > 0 && `${session.waiting} waiting`,
    ...session.clashes.map(clashInWords),
  ]
    .filter(Boolean)
    .join('. ')

/** Formats “Tuesday 10:00–10:45, odd weeks”. */
export const slotInWords = (slot: {
  weekday: number
  startTime: string
  endTime: string
  weeks: string
}): string =>
  `${weekdayNames[slot.weekday - 1]} ${slot.startTime}–${slot.endTime}${slot.weeks === 'every' ? '' : `, ${slot.weeks} weeks`}`

/** Returns named things as the options of a Select. */
export const namedOptions = (
  named: readonly { id: number; name: string }[],
): { value: number; label: string }[] => named.map(({ id, name }) => ({ value: id, label: name }))

/** Returns a form's options: the active ones, and those already chosen. */
export const withOwn = <One extends { id: number }>(inUse: One[], own: One[]): One[] => [
  ...inUse,
  ...own.filter(({ id }) => !inUse.some(one => one.id === id)),
]

export interface Venue {
  id: number
  name: string
  rooms: { id: number; name: string }[]
}
/** Encodes a venue and room as one option; '3 0' is the venue without a room. */
export const placeOf = (venueId: number, roomId: number | null): string => `${venueId} ${roomId ?? 0}`

export const venuesAndRooms = (venues: Venue[]): { value: string; label: string }[] =>
  venues.flatMap(({ id, name, rooms }) => [
    { value: placeOf(id, null), label: name },
    ...rooms.map(room => ({ value: placeOf(id, room.id), label: `${name}, ${room.name}` })),
  ])
