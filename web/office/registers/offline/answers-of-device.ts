import type { FireList, MarkToSend } from '#contract/office/registers.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { registerHoursAfter } from '#domain/limits.ts'
import { deviceLock, lockWithoutPasskey } from './device-lock.ts'
import { fireListWithFirstNames, withFirstNames } from './first-names.ts'
import type { OnDevice } from './from-device.ts'
import { keepMarksOf } from './kept-marks.ts'
import { readMe, readTaken, sweep, type TakenRegister } from './kept-registers.ts'
import { readingOf } from './reading-id.ts'
import { type DeviceMark, dayOnDevice, fireListOnDevice } from './registers-on-device.ts'

const hour = 60 * 60_000

/** Two hours after its end a register shows no notes, with or without a signal (decision O-35). */
function withoutLateNotes(register: TakenRegister): TakenRegister {
  const until = Date.parse(register.endsAt) + registerHoursAfter * hour
  if (!register.notesShown || Date.now() <= until) return register
  const rows = register.rows.map(row => ({ ...row, medical: null, allergy: null }))
  return { ...register, notesShown: false, rows }
}

/**
 * Reads the part of the registers on this device that this member may see: first names and marks while they are locked.
 */
async function readShown(): Promise<{ taken: TakenRegister[]; own: DeviceMark[]; isLocked: boolean }> {
  await sweep()
  const me = await readMe()
  if (!me) return { taken: [], own: [], isLocked: true }
  await lockWithoutPasskey(me.id)
  const isLocked = deviceLock.read()
  const taken = (await readTaken()).map(withoutLateNotes)
  const own = marksOf(await keepMarksOf(me.id).read())
  return { taken: isLocked ? taken.map(withFirstNames) : taken, own, isLocked }
}

const onDevice = (taken: readonly TakenRegister[], isLocked: boolean): Required<OnDevice> => ({
  onDevice: { takenAt: taken.map(({ takenAt }) => takenAt).sort()[0] ?? '', isLocked },
})

const ofReading = (taken: TakenRegister, isLocked: boolean, asked: string): Required<OnDevice> => ({
  onDevice: { ...onDevice([taken], isLocked).onDevice, reading: readingOf(taken.id, asked) },
})

/** Returns the asked day of a camp, else the nearest. */
function dayOf(taken: readonly TakenRegister[], asked: string): TakenRegister | undefined {
  const days = taken.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  if (asked) return days.find(one => one.day === asked)
  const today = todayInLondon(new Date())
  return days.findLast(one => one.day <= today) ?? days[0]
}

/** Returns a downloaded register. */
export async function registerFromDevice(sessionId: number, asked: string) {
  const { taken, isLocked } = await readShown()
  const found = dayOf(
    taken.filter(({ id }) => id === sessionId),
    asked,
  )
  return found && { ...found, ...ofReading(found, isLocked, asked) }
}

/** Returns a downloaded register and its member, with as little work as possible. Returns nothing while locked. */
export async function registerAhead(sessionId: number, asked: string) {
  if (deviceLock.read()) return undefined
  const [me, taken] = await Promise.all([readMe(), readTaken(sessionId)])
  const found = dayOf(taken.map(withoutLateNotes), asked)
  return me && found && { me, register: { ...found, ...ofReading(found, false, asked) } }
}

export async function dayFromDevice(asked: { date: string; venueId: string }) {
  const { taken, own, isLocked } = await readShown()
  if (taken.length === 0) return undefined
  return { ...dayOnDevice(taken, own, asked, new Date()), ...onDevice(taken, isLocked) }
}

export async function fireListFromDevice(venueId: number): Promise<(FireList & OnDevice) | undefined> {
  const { taken, own, isLocked } = await readShown()
  const now = new Date()
  const list = fireListOnDevice(taken, own, venueId, now)
  return list && { ...(isLocked ? fireListWithFirstNames(list) : list), ...onDevice(taken, isLocked) }
}

/** Converts marks that are not sent yet to marks of a register, where they count at once. */
const marksOf = (own: readonly MarkToSend[]): DeviceMark[] =>
  own.map(mark => ({
    ...{ id: mark.id, sessionId: mark.sessionId, day: mark.day, state: mark.state, markedAt: mark.markedAt },
    ...{ bookingId: mark.bookingId ?? null, walkInId: mark.walkIn?.id ?? null, walkIn: mark.walkIn, byId: 0 },
  }))
