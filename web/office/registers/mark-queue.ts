import type { MarkToSend, registers } from '#contract/office/registers.ts'
import { maxMarks } from '#contract/office/registers.ts'
import type { CallOutput } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'

/** A mark made on this device: it is shown at once, and sent again until the server acknowledges it. */
export interface OwnMark extends MarkToSend {
  isSent: boolean
}

/** The marks of this device, how many are not sent yet, and whether the last attempt failed. */
export interface QueueState {
  marks: readonly OwnMark[]
  unsent: number
  isFailing: boolean
}

type Answer = CallOutput<typeof registers.mark>

interface Parts {
  send: (marks: MarkToSend[]) => Promise<Answer>
  /** Keeps marks over a reload: see `storedMarks`. */
  stored: { read: () => MarkToSend[]; keep: (mark: MarkToSend) => void; drop: (id: string) => void }
  onRefused: (sentence: string) => void
  now?: () => number
}

const retrySeconds = [1, 2, 5, 10, 20]

/**
 * Creates the queue of marks. Marks are sent in order, in batches, and one at a time is on its way. Nothing depends on
 * the order in which they arrive, because the newest by `markedAt` holds.
 */
export function createMarkQueue({ send, stored, onRefused, now = Date.now }: Parts) {
  let state: QueueState = { marks: [], unsent: 0, isFailing: false }
  const listeners = new Set<() => void>()
  let isSending = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMadeAt = 0
  /** How far the server's clock is ahead of this device's. */
  let offset = 0

  const show = (marks: readonly OwnMark[], isFailing = failures > 0) => {
    state = { marks, unsent: marks.filter(({ isSent }) => !isSent).length, isFailing }
    for (const listener of listeners) listener()
  }
  show(stored.read().map(mark => ({ ...mark, isSent: false })))

  async function flush(): Promise<void> {
    clearTimeout(timer)
    const batch = state.marks.filter(({ isSent }) => !isSent).slice(0, maxMarks)
    if (isSending || batch.length === 0) return
    isSending = true
    try {
      const { answers, now: serverNow } = await send(batch.map(({ isSent: _sent, ...mark }) => mark))
      offset = Date.parse(serverNow) - now()
      failures = 0
      const answered = new Map(answers.map(answer => [answer.id, answer]))
      for (const { id, outcome, sentence } of answers) {
        stored.drop(id)
        if (outcome === 'refused') onRefused(sentence)
      }
      show(
        state.marks
          .filter(({ id }) => answered.get(id)?.outcome !== 'refused')
          .map(mark => (answered.has(mark.id) ? { ...mark, isSent: true } : mark)),
      )
    } catch (error) {
      if (failures === 0 && error instanceof Refusal) onRefused(error.message)
      failures += 1
      show(state.marks)
    } finally {
      isSending = false
    }
    if (state.unsent === 0) return
    const wait = failures === 0 ? 0 : (retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? 1) * 1000
    timer = setTimeout(flush, wait)
  }

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Adds a mark, newer than `after`, the mark that it replaces. */
    add: (mark: Omit<MarkToSend, 'id' | 'markedAt'>, after?: string) => {
      lastMadeAt = Math.max(lastMadeAt + 1, now() + offset, after ? Date.parse(after) + 1 : 0)
      const made = { ...mark, id: crypto.randomUUID(), markedAt: new Date(lastMadeAt).toISOString() }
      stored.keep(made)
      show([...state.marks, { ...made, isSent: false }])
      void flush()
    },
    /** Tries now instead of after the pause: the connection is back, or the page is looked at again. */
    flush,
    setServerTime: (serverNow: string) => {
      offset = Date.parse(serverNow) - now()
    },
  }
}
export type MarkQueue = ReturnType<typeof createMarkQueue>

/**
 * Keeps unsent marks of a member in the browser over a reload. Those that name somebody are left out: a name is not kept
 * unencrypted on a device.
 */
export function storedMarks(storage: Storage, staffId: number): Parts['stored'] {
  const prefix = `maypole.office.mark.${staffId}.`
  const keys = () => Object.keys(storage).filter(key => key.startsWith(prefix))
  return {
    read: () => keys().map(key => JSON.parse(storage.getItem(key) ?? '') as MarkToSend),
    keep: mark => {
      if (!mark.walkIn && !mark.collectedBy) storage.setItem(prefix + mark.id, JSON.stringify(mark))
    },
    drop: id => storage.removeItem(prefix + id),
  }
}
