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

/** A form that holds unsaved changes. */
interface Guard {
  /** In how many dialogs it lies: the forms of one page or one dialog are asked about together, over one entry. */
  depth: number
  ask: (first?: Press) => Promise<boolean>
  /** Ends it, and throws away what it holds. */
  leave: () => void
}

/** The newest last. */
let guards: Guard[] = []
const newest = () => guards.at(-1)

/** Whether a form of what lies on top holds unsaved changes: of the page, or of the dialog over it. */
export const isUnsaved = (): boolean => newest()?.depth === dialogDepth()

/**
 * Whether the page may be left: asks when a form holds unsaved changes. For what navigates without a link. `first` is done
 * once the answer is Yes; where that fails, nothing is thrown away.
 */
export const mayLeave = async (first?: Press): Promise<boolean> => {
  const guard = newest()
  if (guard) return guard.ask(first)
  await first?.()
  return true
}

/**
 * While it is on, leaving asks first: by a link, by the browser's back or by closing the tab. A history entry, one for
 * all forms of a page, stands under "back". Render `dialog`; call `release` before the form itself leaves.
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
        // A dialog over this one, with a form of its own, is left first.
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
    // Left while it was sent: what is guarded by now is another's.
    if (!mine.current) return
    const { guard, stop } = mine.current
    stop()
    const isShared = guards.some(({ depth }) => depth === guard.depth)
    // Saved while it was asked about, there is nothing left to ask: the question goes too.
    if (isAsking.current) await goBack(isShared ? 1 : 2)
    else if (!isShared) await dropGuardEntry()
  }
  return [dialog, release]
}

const addressOf = ({ pathname, search }: Location | HTMLAnchorElement) => pathname + search

/** A plain press on a link to another page of the site in this tab. */
const leavesBy = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  !link.target &&
  link.origin === location.origin &&
  addressOf(link) !== addressOf(location)
