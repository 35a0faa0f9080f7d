import type { registers } from '#contract/office/registers.ts'
import type { CallInput } from '#contract/wire.ts'
import { readAll, removeEntries, type Sealed, seal, unseal, writeEntry } from './device-store.ts'

export type Reading = CallInput<typeof registers.readAway>['readings'][number]

interface KeptReading extends Sealed {
  id: string
  staffId: number
}

const placeOf = (staffId: number, id: string) => `reading ${staffId} ${id}`

/** Ids of readings that are not handed in yet, because the server logs them itself if it answers this page. */
const heldBack = new Set<string>()
/**
 * Keeps a reading from being handed in while the server may still answer. If the page closes first, it is handed in
 * later.
 */
export const holdBack = (id: string): unknown => heldBack.add(id)
export const letGo = (id: string): unknown => heldBack.delete(id)

/** Keeps on the device that notes were read without a signal, until the log has it. */
export async function keepReading(staffId: number, reading: Reading): Promise<void> {
  const sealed = await seal('waiting', placeOf(staffId, reading.id), reading)
  const kept: KeptReading = { ...sealed, id: reading.id, staffId }
  await writeEntry('readings', reading.id, kept)
}

export async function readReadings(staffId: number): Promise<Reading[]> {
  const isReady = (one: KeptReading) => one.staffId === staffId && !heldBack.has(one.id)
  const kept = (await readAll<KeptReading>('readings')).filter(isReady)
  const readings = await Promise.all(
    kept.map(one => unseal<Reading>('waiting', placeOf(staffId, one.id), one)),
  )
  return readings.flatMap(reading => reading ?? [])
}

export const dropReadings = (ids: string[]): Promise<unknown> => removeEntries('readings', ids)
