import type { MarkToSend } from '#contract/office/registers.ts'
import { readAll, removeEntries, type Sealed, seal, unseal, writeEntry } from './device-store.ts'

interface KeptMark extends Sealed {
  id: string
  /** Only their author sends them. */
  staffId: number
  /** The order of the presses. */
  order: number
}

/** Keeps a member's unsent marks on the device, sealed, because they may name a collector or a walk-in. */
export function keepMarksOf(staffId: number) {
  const placeOf = (id: string) => `mark ${staffId} ${id}`
  // One after the other, so that marks are kept in the order of the presses.
  let last: Promise<unknown> = Promise.resolve()
  let order = Date.now()
  const inTurn = (work: () => Promise<unknown>): Promise<unknown> => {
    last = last.then(work, work)
    return last
  }
  return {
    read: async (): Promise<MarkToSend[]> => {
      const kept = (await readAll<KeptMark>('marks'))
        .filter(mark => mark.staffId === staffId)
        .sort((a, b) => a.order - b.order)
      const marks = await Promise.all(kept.map(one => unseal<MarkToSend>('waiting', placeOf(one.id), one)))
      return marks.flatMap(mark => mark ?? [])
    },
    keep: (mark: MarkToSend): Promise<unknown> =>
      inTurn(async () => {
        order += 1
        const sealed = await seal('waiting', placeOf(mark.id), mark)
        const kept: KeptMark = { ...sealed, id: mark.id, staffId, order }
        await writeEntry('marks', mark.id, kept)
      }),
    drop: (ids: string[]): Promise<unknown> => inTurn(() => removeEntries('marks', ids)),
  }
}
