import type { MarkToSend, registers } from '#contract/office/registers.ts'
import { maxMarks } from '#contract/office/registers.ts'
import type { CallOutput } from '#contract/wire.ts'
import { isSignedOut } from '#domain/office/office-refusal.ts'
import { Refusal } from '#domain/refusal.ts'

/** A mark made on this device: it is shown at once, and sent again until the server acknowledges it. */
export interface OwnMark extends MarkToSend {
  isSent: boolean
}

/** The marks of this device, how many are not sent yet, and whether the last attempt failed. */
export interface QueueState {
  marks: readonly OwnMark[]
  unsent: number
  /** The ids of unsent marks that a closed page would lose, because the device does not keep them (yet). */
  unkept: ReadonlySet<string>
  isFailing: boolean
  /** Whether it includes the marks that the device kept from earlier pages. */
  isRead: boolean
}

type Answer = CallOutput<typeof registers.mark>

interface Parts {
  send: (marks: MarkToSend[]) => Promise<Answer>
  /** Hands in the marks of a member whose session was ended from the desk. */
  handIn: (marks: MarkToSend[]) => Promise<Answer>
  /** Keeps unsent marks on the device until they are acknowledged. */
  kept: {
    read: () => Promise<MarkToSend[]>
    keep: (mark: MarkToSend) => Promise<unknown>
    drop: (ids: string[]) => Promise<unknown>
  }
  onRefused: (sentence: string) => void
  onSent?: (marks: MarkToSend[]) => void
  now?: () => number
  /** Keeps how far the server's clock is ahead, for a page that is opened without a signal. */
  clock?: { read: () => number; keep: (offset: number) => void }
}

const retrySeconds = [1, 2, 5, 10, 20]

/**
 * Creates the queue of marks. Marks are sent in order, in batches, and one at a time is on its way. Nothing depends on
 * the order in which they arrive, because the newest by `markedAt` holds.
 */
export function createMarkQueue({ send, handIn, kept, onRefused, onSent, now = Date.now, clock }: Parts) {
  let state: QueueState = { marks: [], unsent: 0, unkept: new Set(), isFailing: false, isRead: false }
  const listeners = new Set<() => void>()
  const keptIds = new Set<string>()
  let isSending = false
  let isStopped = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMadeAt = 0
  /** How far the server's clock is ahead of this device's. */
  let offset = clock?.read() ?? 0
  const setServerTime = (serverNow: string) => {
    offset = Date.parse(serverNow) - now()
    clock?.keep(offset)
  }

  const show = (marks: readonly OwnMark[], isFailing = failures > 0) => {
    const unsent = marks.filter(({ isSent }) => !isSent)
    const unkept = new Set(unsent.flatMap(({ id }) => (keptIds.has(id) ? [] : [id])))
    state = { ...state, marks, unsent: unsent.length, unkept, isFailing }
    for (const listener of listeners) listener()
  }

  /** Sends marks. If the member was signed out meanwhile, hands them in instead. */
  const sendOrHandIn = (marks: MarkToSend[]) =>
    send(marks).catch(error => {
      if (!isSignedOut(error)) throw error
      return handIn(marks)
    })

  async function flush(): Promise<void> {
    clearTimeout(timer)
    const batch = state.marks.filter(({ isSent }) => !isSent).slice(0, maxMarks)
    if (isSending || isStopped || batch.length === 0) return
    isSending = true
    try {
      const marks = batch.map(({ isSent: _sent, ...mark }) => mark)
      const { answers, now: serverNow } = await sendOrHandIn(marks)
      setServerTime(serverNow)
      failures = 0
      const answered = new Map(answers.map(answer => [answer.id, answer]))
      for (const { outcome, sentence } of answers) if (outcome === 'refused') onRefused(sentence)
      kept.drop([...answered.keys()]).catch(() => {})
      const isRefused = ({ id }: MarkToSend) => answered.get(id)?.outcome === 'refused'
      onSent?.(marks.filter(mark => answered.has(mark.id) && !isRefused(mark)))
      show(
        state.marks
          .filter(mark => !isRefused(mark))
          .map(mark => (answered.has(mark.id) ? { ...mark, isSent: true } : mark)),
      )
    } catch (error) {
      // A signed-out member is sent to sign in by the page.
      if (failures === 0 && error instanceof Refusal && !isSignedOut(error)) onRefused(error.message)
      failures += 1
      show(state.marks)
    } finally {
      isSending = false
    }
    if (state.unsent === 0 || isStopped) return
    const wait = failures === 0 ? 0 : (retrySeconds[Math.min(failures, retrySeconds.length) - 1] ?? 1) * 1000
    timer = setTimeout(flush, wait)
  }

  /**
   * Resolves once the marks that the device kept from earlier pages are in the queue. A device that keeps nothing
   * begins with none.
   */
  const isRead = kept
    .read()
    .catch(() => [])
    .then(marks => {
      for (const { id } of marks) keptIds.add(id)
      const known = new Set(state.marks.map(({ id }) => id))
      state = { ...state, isRead: true }
      const before = marks.filter(({ id }) => !known.has(id)).map(mark => ({ ...mark, isSent: false }))
      show([...before, ...state.marks])
    })

  const isKept = (id: string) => {
    keptIds.add(id)
    show(state.marks)
  }

  return {
    read: () => state,
    isRead,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Adds a mark, newer than `after`, the mark that it replaces. */
    add: (mark: Omit<MarkToSend, 'id' | 'markedAt'>, after?: string) => {
      lastMadeAt = Math.max(lastMadeAt + 1, now() + offset, after ? Date.parse(after) + 1 : 0)
      const made = { ...mark, id: crypto.randomUUID(), markedAt: new Date(lastMadeAt).toISOString() }
      show([...state.marks, { ...made, isSent: false }])
      kept.keep(made).then(
        () => isKept(made.id),
        () => {},
      )
      void flush()
    },
    /** Tries now instead of after the pause: the connection is back, or the page is looked at again. */
    flush,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
    setServerTime,
  }
}
export type MarkQueue = ReturnType<typeof createMarkQueue>
