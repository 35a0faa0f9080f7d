import type { Value } from '#contract/office/office-call.ts'
import type { FireList, registerDay } from '#contract/office/registers.ts'
import { instantInLondon, todayInLondon } from '#domain/calendar.ts'
import { type Mark, newestMarks, notTakenMinutes, placeOfMark } from '#domain/office/marks.ts'
import { isOnFireList, runsFromYesterday } from '#domain/office/register-days.ts'
import type { TakenRegister } from './kept-registers.ts'

/** The marks of this device that the server may not have yet. */
export interface DeviceMark extends Mark {
  sessionId: number
  day: string
  walkIn?: { name: string; phone: string } | undefined
}

const ofRegister = (own: readonly DeviceMark[], { id, day }: TakenRegister) =>
  own.filter(mark => mark.sessionId === id && mark.day === day)

const heldIn = (register: TakenRegister, own: readonly DeviceMark[]) =>
  newestMarks<Mark>([...register.marks, ...ofRegister(own, register)])

/** Lists the registers of a day as the server does, from those that this device has downloaded. */
export function dayOnDevice(
  all: readonly TakenRegister[],
  own: readonly DeviceMark[],
  asked: { date: string; venueId: string },
  now: Date,
): Value<typeof registerDay> {
  const shown = all
    .filter(
      register =>
        (register.day === asked.date ||
          (asked.date === todayInLondon(now) && runsFromYesterday(register.day, register, now))) &&
        (!asked.venueId || String(register.venueId) === asked.venueId),
    )
    .sort((a, b) => a.venue.localeCompare(b.venue) || a.startTime.localeCompare(b.startTime) || a.id - b.id)
  const sessions = shown.map(register => {
    const held = heldIn(register, own)
    const marks = [...held.values()].map(({ mark }) => mark).filter(({ state }) => state !== 'none')
    const booked = new Set(register.rows.map(({ bookingId }) => bookingId))
    const came = marks.filter(({ state }) => state !== 'absent')
    const isBegun = marks.length > 0 && !register.cancelled
    const late = instantInLondon(register.day, register.startTime).getTime() + notTakenMinutes * 60_000
    return {
      ...register,
      here: came.filter(({ bookingId }) => bookingId !== null && booked.has(bookingId)).length,
      walkIns: came.filter(({ walkInId }) => walkInId !== null).length,
      unmarked: isBegun
        ? register.rows.filter(
            ({ bookingId, isToldAbsent }) =>
              !isToldAbsent && (held.get(String(bookingId))?.mark.state ?? 'none') === 'none',
          ).length
        : 0,
      isNotTaken: !register.cancelled && register.expected > 0 && marks.length === 0 && late <= now.getTime(),
    }
  })
  const missing = shown.flatMap(register => {
    const held = heldIn(register, own)
    return register.rows
      .filter(row => held.get(String(row.bookingId))?.mark.state === 'absent' && !row.isToldAbsent)
      .map(({ bookingId, accountId, name, contacts }) => ({
        ...{ bookingId, accountId, name, contacts, sessionId: register.id },
        ...{ title: register.title, startTime: register.startTime },
      }))
  })
  const days = [...new Set(all.map(({ day }) => day))].sort()
  return {
    sessions,
    missing,
    later: [],
    venues: [...new Map(all.map(({ venueId, venue }) => [venueId, { id: venueId, name: venue }])).values()],
    next: days.find(day => day > asked.date) ?? null,
  }
}

/**
 * Lists everybody to be accounted for at a venue, by the rules of the server's list (`readFireList`): expected people
 * without a mark are on it, and those marked absent or gone are not. Undefined if nothing of the venue was downloaded.
 */
export function fireListOnDevice(
  all: readonly TakenRegister[],
  own: readonly DeviceMark[],
  venueId: number,
  now: Date,
): FireList | undefined {
  const there = all.filter(register => register.venueId === venueId)
  if (!there[0]) return undefined
  const running = there
    .filter(register => !register.cancelled && isOnFireList(register.day, register, now))
    .sort((a, b) => a.day.localeCompare(b.day) || a.startTime.localeCompare(b.startTime) || a.id - b.id)
  // Two days of a session over several nights may overlap: the later one counts.
  const latest = running.filter(({ id, day }) => !running.some(other => other.id === id && other.day > day))
  const sessions = latest.map(register => {
    const ownHere = ofRegister(own, register)
    const held = heldIn(register, own)
    const stateOf = (place: Pick<Mark, 'bookingId' | 'walkInId'>) =>
      held.get(placeOfMark(place))?.mark.state ?? 'none'
    const walkIns = new Map([
      ...register.walkIns.map(one => [one.id, one] as const),
      ...ownHere.flatMap(({ walkInId, walkIn }) => (walkInId && walkIn ? [[walkInId, walkIn] as const] : [])),
    ])
    const people: FireList['sessions'][number]['people'] = [
      ...register.rows.map(({ bookingId, name, contacts }) => ({
        ...{ key: `booking ${bookingId}`, name, isWalkIn: false, contacts },
        state: stateOf({ bookingId, walkInId: null }),
      })),
      ...register.strays.map(({ id, name, state }) => ({
        ...{ key: `stray ${id}`, name, isWalkIn: false, contacts: [], state },
      })),
      ...[...walkIns].map(([walkInId, { name, phone }]) => ({
        ...{ key: `walk-in ${walkInId}`, name, isWalkIn: true, contacts: phone ? [{ name: '', phone }] : [] },
        state: stateOf({ bookingId: null, walkInId }),
      })),
    ]
    return {
      ...register,
      isMarked: people.some(({ state }) => state !== 'none'),
      people: people
        .filter(
          ({ state, isWalkIn }) => state !== 'left' && state !== 'absent' && !(isWalkIn && state === 'none'),
        )
        .sort((a, b) => a.name.localeCompare(b.name) || a.key.localeCompare(b.key)),
    }
  })
  return { venue: there[0].venue, now: now.toISOString(), sessions }
}
