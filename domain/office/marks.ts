import { registerHoursAfter } from '#domain/limits.ts'
import { instantInLondon } from '../calendar.ts'
import { may, type Role } from './permissions.ts'

/** The states of a place in a register. 'none' takes back the earlier marks. */
export const markStates = ['here', 'late', 'absent', 'left', 'none'] as const
export type MarkState = (typeof markStates)[number]

/** Why the place of a mark is gone: it was cancelled or moved, or the date is now on another day. */
export const markProblems = ['cancelled', 'moved', 'day'] as const
export type MarkProblem = (typeof markProblems)[number]

export const markWords: Record<MarkState, string> = {
  here: 'Here',
  late: 'Late',
  absent: 'Not here',
  left: 'Left',
  none: 'Not marked',
}

export const problemWords: Record<MarkProblem, string> = {
  cancelled: 'this place was cancelled',
  moved: 'this place was moved to another date',
  day: 'the date is on another day now',
}

/** One mark of a place, which is a booking or a walk-in. `markedAt` is the device's time. */
export interface Mark {
  id: string
  bookingId: number | null
  walkInId: string | null
  state: MarkState
  markedAt: string
  /** The member of staff. */
  byId: number
}

/** The valid mark of a place. */
export interface HeldMark<Of extends Mark = Mark> {
  mark: Of
  /** How the child arrived, also once it has left; null if nobody marked that. */
  came: 'here' | 'late' | null
  /** A different mark that somebody else made up to ten minutes before; both are shown. */
  contradicts: Of | null
}

/** Returns the key of a mark's place: the id of its walk-in or booking. */
export const placeOfMark = ({ bookingId, walkInId }: Pick<Mark, 'bookingId' | 'walkInId'>): string =>
  walkInId ?? String(bookingId)

const isNewer = (a: Mark, b: Mark): number =>
  a.markedAt < b.markedAt ? 1 : a.markedAt > b.markedAt ? -1 : a.id < b.id ? 1 : -1

const contradictionMilliseconds = 10 * 60_000

/**
 * Returns the valid mark of each place, by `placeOfMark`: the newest by the device's time, in whatever order
 * the marks arrive. A repeated mark counts once. The view `held_marks` has the same rule.
 */
export function newestMarks<Of extends Mark>(marks: readonly Of[]): Map<string, HeldMark<Of>> {
  const places = new Map<string, Of[]>()
  for (const mark of new Map(marks.map(mark => [mark.id, mark])).values())
    places.set(placeOfMark(mark), [...(places.get(placeOfMark(mark)) ?? []), mark])
  return new Map(
    [...places].flatMap(([place, those]) => {
      const [mark, ...before] = those.toSorted(isNewer)
      if (!mark) return []
      const undone = before.findIndex(({ state }) => state === 'none')
      const standing = [mark, ...before.slice(0, undone === -1 ? undefined : undone)]
      const came = standing.flatMap(({ state }) => (state === 'here' || state === 'late' ? [state] : []))[0]
      const other = before[0]
      const isContradicted =
        other &&
        other.byId !== mark.byId &&
        ![other.state, mark.state].includes('none') &&
        other.state !== mark.state &&
        !(mark.state === 'left' && other.state !== 'absent') &&
        Date.parse(mark.markedAt) - Date.parse(other.markedAt) <= contradictionMilliseconds
      return [[place, { mark, came: came ?? null, contradicts: isContradicted ? other : null }]]
    }),
  )
}

const hour = 60 * 60_000
/** How long before the start of its day a place can be marked. */
const markHoursBefore = 1
/** How many days after its date the front desk can mark a place; managers always can. */
const markDaysAfter = 7

/** Returns the time from which places of a day can be marked: an hour before the class begins on it. */
export const marksOpenAt = (day: string, startTime: string): Date =>
  new Date(instantInLondon(day, startTime).getTime() - markHoursBefore * hour)

/** Returns until when a role can mark places of a date that ends at `endsAt`; null for always. */
export function marksCloseAt(role: Role, endsAt: Date): Date | null {
  if (role === 'owner' || role === 'manager') return null
  const hours = role === 'teacher' ? registerHoursAfter : markDaysAfter * 24
  return new Date(endsAt.getTime() + hours * hour)
}

/** Whether a member may change a note in a register: its author and managers may. */
export const mayChangeNote = (member: { id: number; role: Role }, byId: number): boolean =>
  member.id === byId || may(member.role, 'incident.read')

/** A register without any mark counts as not taken from this many minutes after its start. */
export const notTakenMinutes = 15
/**
 * How many minutes after its end a date stays on the fire list. It appears there when its register can be
 * marked.
 */
export const fireListMinutesAfter = 60

/** Counts the places of a register by their valid marks. A child that left was here; “here” includes those who came late. */
export function countMarks(states: readonly (MarkState | undefined)[]) {
  const count = (...wanted: MarkState[]) => states.filter(state => state && wanted.includes(state)).length
  return {
    here: count('here', 'late'),
    late: count('late'),
    left: count('left'),
    absent: count('absent'),
    unmarked: states.length - count('here', 'late', 'left', 'absent'),
  }
}

/** Describes the marks of a register: “4 came”, “4 here, 3 not marked, 1 walk-in”. */
export const marksInWords = (
  { here, unmarked, walkIns }: { here: number; unmarked: number; walkIns: number },
  word: 'here' | 'came',
): string =>
  [
    here + unmarked > 0 && `${here} ${word}`,
    unmarked > 0 && `${unmarked} not marked`,
    walkIns > 0 && `${walkIns} ${walkIns === 1 ? 'walk-in' : 'walk-ins'}`,
  ]
    .filter(Boolean)
    .join(', ')
