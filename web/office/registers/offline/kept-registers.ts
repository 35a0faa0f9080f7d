import type { Value } from '#contract/office/office-call.ts'
import type { DayMarks, MarkToSend, registers, ShownMark } from '#contract/office/registers.ts'
import type { me } from '#contract/office/session.ts'
import type { CallOutput } from '#contract/wire.ts'
import {
  readAll,
  readBeginning,
  readEntry,
  replacePeople,
  type Sealed,
  seal,
  unseal,
  wipePeople,
  writeEntry,
} from './device-store.ts'
import { marksWithFirstNames, withFirstNames } from './first-names.ts'

type Along = CallOutput<typeof registers.along>
/** A downloaded register. The notes in its rows are those that the device has. */
export type TakenRegister = Along['registers'][number] & { takenAt: string }
type Note = Along['notes'][number]
export type Me = Value<typeof me>

interface KeptRegister extends Sealed {
  place: string
  wipeAt: number
}
interface KeptMarks extends Sealed {
  wipeAt: number
}

/** How long after the end of a date the device keeps its register. */
const hoursKeptAfter = 18
const hour = 60 * 60_000

const registerAt = (sessionId: number, day: string) => `register ${sessionId} ${day}`
const marksAt = (sessionId: number, day: string) => `marks ${sessionId} ${day}`

const lockName = 'maypole-office-people'
/** Lets one tab at a time change the stored registers, because storing them makes a new key. */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(lockName, work) as Promise<T>
/** Reads while no tab changes the stored registers, so that the entries and their key match. */
const withSharedLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(lockName, { mode: 'shared' }, work) as Promise<T>

const isOfRegister = (entry: unknown): entry is KeptRegister =>
  (entry as KeptRegister).place?.startsWith('register ')

/** Opens all registers, or those of one date. */
async function openAll(sessionId?: number): Promise<{ taken: TakenRegister; wipeAt: number }[]> {
  const kept = await readBeginning<KeptRegister>('people', `register ${sessionId ? `${sessionId} ` : ''}`)
  const opened = await Promise.all(
    kept.map(async one => {
      const register = await unseal<TakenRegister>('people', one.place, one)
      if (!register || one.wipeAt < Date.now()) return []
      const place = marksAt(register.id, register.day)
      const marks = await unseal<DayMarks>('people', place, await readEntry<KeptMarks>('people', place))
      // A register that the previous release downloaded lists nothing to hand over.
      return [{ taken: { ...register, ...marks, handOvers: register.handOvers ?? [] }, wipeAt: one.wipeAt }]
    }),
  )
  return opened.flat()
}

const openMe = async (): Promise<Me | undefined> =>
  unseal<Me>('people', 'me', await readEntry<Sealed>('people', 'me'))

const openNotes = async (): Promise<Note[]> =>
  (await unseal<Note[]>('people', 'notes', await readEntry<Sealed>('people', 'notes'))) ?? []

export const readTaken = (sessionId?: number): Promise<TakenRegister[]> =>
  withSharedLock(async () => (await openAll(sessionId)).map(({ taken }) => taken))

/** Returns the person to whom everything here belongs. */
export const readMe = (): Promise<Me | undefined> => withSharedLock(openMe)

const entriesOf = (whose: Me | undefined, all: readonly { taken: TakenRegister; wipeAt: number }[]) => [
  ...(whose && all.length > 0 ? [{ place: 'me', value: whose, beside: {} }] : []),
  ...all.map(({ taken, wipeAt }) => {
    const place = registerAt(taken.id, taken.day)
    return { place, value: taken, beside: { place, wipeAt } }
  }),
]

/** Returns the notes on this device with the hashes by which the server recognises them. */
export const readKnownNotes = (): Promise<Note[]> => withSharedLock(openNotes)

/** Replaces everything that was kept by what the server has just sent. Notes that it has left out are removed. */
export function keepTaken(whose: Me, taken: readonly TakenRegister[], notes: readonly Note[]): Promise<void> {
  const byChild = new Map(notes.map(note => [note.childId, note]))
  const all = taken.map(register => ({
    wipeAt: Date.parse(register.endsAt) + hoursKeptAfter * hour,
    taken: {
      ...register,
      rows: register.rows.map(row => {
        const { medical, allergy } = byChild.get(row.childId ?? 0) ?? { medical: null, allergy: null }
        // Pictures are not downloaded.
        const pickUp = row.pickUp && { ...row.pickUp, photo: '' }
        return register.notesShown ? { ...row, medical, allergy, pickUp } : { ...row, pickUp }
      }),
    },
  }))
  return withLock(() =>
    replacePeople([...entriesOf(whose, all), { place: 'notes', value: notes, beside: {} }]),
  )
}

/** Removes registers that are past their time. */
export const sweep = (): Promise<void> =>
  withLock(async () => {
    const kept = (await readAll<KeptRegister>('people')).filter(isOfRegister)
    const isPast = ({ wipeAt }: KeptRegister) => wipeAt < Date.now()
    if (!kept.some(isPast)) return
    // With the last date the notes and the member go too.
    if (kept.every(isPast)) return void (await wipePeople())
    const [whose, all] = [await openMe(), await openAll()]
    const children = new Set(all.flatMap(({ taken }) => taken.rows.map(({ childId }) => childId)))
    const notes = (await openNotes()).filter(({ childId }) => children.has(childId))
    await replacePeople([...entriesOf(whose, all), { place: 'notes', value: notes, beside: {} }])
  })

/** Keeps first names and marks alone, and destroys the key to all else. Does nothing if there are no notes any more. */
export const reduceToFirstNames = (): Promise<void> =>
  withLock(async () => {
    if ((await readEntry('people', 'notes')) === undefined) return
    const [whose, all] = [await openMe(), await openAll()]
    await replacePeople(
      entriesOf(
        whose,
        all.map(({ taken, wipeAt }) => ({ wipeAt, taken: marksWithFirstNames(withFirstNames(taken)) })),
      ),
    )
  })

/** Keeps the newest marks of a downloaded register. */
export const keepMarks = (
  sessionId: number,
  day: string,
  change: (before: DayMarks) => DayMarks,
): Promise<void> =>
  withLock(async () => {
    const kept = await readEntry<KeptRegister>('people', registerAt(sessionId, day))
    const register = await unseal<TakenRegister>('people', registerAt(sessionId, day), kept)
    if (!kept || !register) return
    const place = marksAt(sessionId, day)
    const before = await unseal<DayMarks>('people', place, await readEntry<KeptMarks>('people', place))
    const { now, marks, walkIns, strays, notes, incidents, bookingIds } = { ...register, ...before }
    const present = { now, marks, walkIns, strays, notes, incidents, bookingIds }
    const changed = change(present)
    if (JSON.stringify({ ...changed, now }) === JSON.stringify(present)) return
    const sealed = await seal('people', place, changed)
    await writeEntry('people', place, { ...sealed, wipeAt: kept.wipeAt })
  })

/** Keeps acknowledged marks in the register, so that it shows them although it was read before them. */
export async function keepSentMarks(
  sent: readonly MarkToSend[],
  whose: Pick<Me, 'id' | 'fullName'>,
): Promise<void> {
  const places = new Map(sent.map(mark => [`${mark.sessionId} ${mark.day}`, mark]))
  for (const { sessionId, day } of places.values()) {
    const those = sent.filter(mark => mark.sessionId === sessionId && mark.day === day)
    const shown = those.map(
      (mark): ShownMark => ({
        ...{ id: mark.id, state: mark.state, collectedBy: mark.collectedBy, markedAt: mark.markedAt },
        ...{ bookingId: mark.bookingId ?? null, walkInId: mark.walkIn?.id ?? null },
        ...{ byId: whose.id, by: whose.fullName },
      }),
    )
    const walkIns = those.flatMap(({ walkIn }) => (walkIn ? [{ ...walkIn, by: whose.fullName }] : []))
    await keepMarks(sessionId, day, before => ({
      ...before,
      marks: [...new Map([...before.marks, ...shown].map(mark => [mark.id, mark])).values()],
      walkIns: [...new Map([...walkIns, ...before.walkIns].map(one => [one.id, one])).values()],
    }))
  }
}
