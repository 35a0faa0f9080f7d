import { type ReactNode, useEffect, useRef } from 'react'
import { goTo } from '#web/navigation/go-to.ts'
import {
  addGuardEntry,
  dialogDepth,
  dropGuardEntry,
  goBack,
  isAtGuard,
  onceSettled,
} from '#web/navigation/layers.ts'
import { useConfirm } from './confirm-dialog.tsx'

type Press = () => Promise<unknown>

/** A form with unsaved changes. */
interface Guard {
  /** The number of dialogs around it: the forms of one page or dialog share a question and a history entry. */
  depth: number
  ask: (first?: Press) => Promise<boolean>
  /** Ends the guard and discards the changes. */
  leave: () => void
}

/** The guards in the order in which they began. */
let guards: Guard[] = []
const newest = () => guards.at(-1)

/** Whether the topmost page or dialog has a form with unsaved changes. */
export const isUnsaved = (): boolean => newest()?.depth === dialogDepth()

/**
 * Returns whether the page may be left, after asking if a form has unsaved changes. For navigation without a link. Runs
 * `first` after a Yes; if that fails, nothing is discarded.
 */
export const mayLeave = async (first?: Press): Promise<boolean> => {
  const guard = newest()
  if (guard) return guard.ask(first)
  await first?.()
  return true
}

/**
 * Asks before leaving by a link, Back or closing the tab while it is on. One history entry, shared by the forms
 * of a page, catches Back. Render `dialog`; call `release` before the form itself leaves.
 */
export function useLeaveGuard(given: {
  isOn: boolean
  question: string
  onLeave: () => void
}): [dialog: ReactNode, release: () => Promise<void>] {
  const { isOn } = given
  const [confirm, dialog] = useConfirm()
  const latest = useRef({ ...given, confirm })
  const mine = useRef<{ guard: Guard; stop: () => void }>(undefined)
  const isAsking = useRef(false)
  useEffect(() => {
    latest.current = { ...given, confirm }
  })

  useEffect(() => {
    if (!isOn) return
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('beforeunload', event => event.preventDefault(), { signal })
    const begin = () => {
      const address = addressOf(location)
      addGuardEntry()
      const depth = dialogDepth()
      const ask = async (go: () => unknown, first?: Press) => {
        if (isAsking.current) return false
        isAsking.current = true
        const answered = async () => {
          const isYes = await latest.current.confirm(latest.current.question)
          if (isYes) await first?.()
          return isYes
        }
        const isYes = await answered().finally(() => {
          isAsking.current = false
        })
        while (isYes && newest()?.depth === depth) newest()?.leave()
        if (isYes) await go()
        return isYes
      }
      const guard: Guard = {
        depth,
        ask: first => ask(dropGuardEntry, first),
        leave: () => {
          stop()
          latest.current.onLeave()
        },
      }
      const onClick = (event: MouseEvent) => {
        const link = event.target instanceof Element && event.target.closest('a')
        if (!link || guard !== newest() || !leavesBy(event, link)) return
        event.preventDefault()
        event.stopPropagation()
        guard.ask().then(isYes => isYes && goTo(addressOf(link) + link.hash))
      }
      const onBack = () => {
        const hasGone = addressOf(location) !== address
        // A dialog above with its own form is left first.
        const isAbove = dialogDepth() > depth
        if (isAbove || isAtGuard() || hasGone) return
        addGuardEntry()
        // The page goes together with the guard's entry.
        void ask(() => goBack(2))
      }
      guards.push(guard)
      mine.current = { guard, stop }
      document.addEventListener('click', onClick, { capture: true, signal })
      window.addEventListener('popstate', onBack, { signal })
    }
    let stopWaiting: (() => void) | undefined
    const stop = () => {
      stopWaiting?.()
      listening.abort()
      guards = guards.filter(one => one !== mine.current?.guard)
      mine.current = undefined
    }
    stopWaiting = onceSettled(begin)
    return stop
  }, [isOn])

  const release = async () => {
    // Left during the call: another page's guard is active now.
    if (!mine.current) return
    const { guard, stop } = mine.current
    stop()
    const isShared = guards.some(({ depth }) => depth === guard.depth)
    // Saved during the question, so the question goes too.
    if (isAsking.current) await goBack(isShared ? 1 : 2)
    else if (!isShared) await dropGuardEntry()
  }
  return [dialog, release]
}

const addressOf = ({ pathname, search }: Location | HTMLAnchorElement) => pathname + search

/** Whether a press opens another page of the site in this tab. */
const leavesBy = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  !link.target &&
  link.origin === location.origin &&
  addressOf(link) !== addressOf(location)
