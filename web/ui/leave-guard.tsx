import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { goTo } from '#web/navigation/go-to.ts'
import {
  addGuardEntry,
  dialogDepth,
  dropGuardEntry,
  isAtGuard,
  leaveGuardedPage,
} from '#web/navigation/layers.ts'
import { useConfirm } from './confirm-dialog.tsx'

let askAtGuard: (() => Promise<boolean>) | undefined

/** Whether the page may be left: asks when a form holds unsaved changes. For what navigates without a link. */
export const mayLeave = async (): Promise<boolean> => (await askAtGuard?.()) ?? true

/**
 * While it is on, leaving asks first: by a link, by the browser's back or by closing the tab. A history entry of
 * its own stands under "back". Render `dialog`; call `release` before the form itself leaves.
 */
export function useLeaveGuard(given: {
  isOn: boolean
  question: string
  onLeave: () => void
}): [dialog: ReactNode, release: () => Promise<void>] {
  const { isOn } = given
  const [confirm, dialog] = useConfirm()
  const latest = useRef({ ...given, confirm })
  const isReleased = useRef(false)
  useEffect(() => {
    latest.current = { ...given, confirm }
  })

  useEffect(() => {
    if (!isOn) return
    isReleased.current = false
    const { pathname, search } = location
    addGuardEntry()
    const depth = dialogDepth()
    const askBefore = askAtGuard

    let isAsking = false
    const ask = async () => {
      if (isAsking) return false
      isAsking = true
      const isYes = await latest.current.confirm(latest.current.question)
      isAsking = false
      if (isYes) {
        isReleased.current = true
        latest.current.onLeave()
      }
      return isYes
    }
    const askAndDrop = async () => {
      const isYes = await ask()
      if (isYes) await dropGuardEntry()
      return isYes
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a')
      if (!link || isReleased.current || !leavesBy(event, link)) return
      event.preventDefault()
      event.stopPropagation()
      askAndDrop().then(isYes => isYes && goTo(link.pathname + link.search + link.hash))
    }
    const onBack = () => {
      const hasGone = location.pathname !== pathname || location.search !== search
      // A dialog over this one, with a form of its own, is left first.
      const isAbove = dialogDepth() > depth
      if (isReleased.current || isAbove || isAtGuard() || hasGone) return
      addGuardEntry()
      ask().then(isYes => isYes && leaveGuardedPage())
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault()
    }
    askAtGuard = askAndDrop
    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener('popstate', onBack)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      askAtGuard = askBefore
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('popstate', onBack)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [isOn])

  const release = useCallback(() => {
    isReleased.current = true
    return dropGuardEntry()
  }, [])
  return [dialog, release]
}

/** A plain press on a link to another page of the site in this tab. */
const leavesBy = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  !link.target &&
  link.origin === location.origin &&
  link.pathname + link.search !== location.pathname + location.search
