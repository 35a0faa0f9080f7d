import { useEffect, useRef } from 'react'
import { useArrivedBy, useLocation } from './router.tsx'

/**
 * Handles arriving at another page: scrolls to the top and focuses the new heading, so that a screen reader reads it.
 * Going back keeps the browser's position. `navigate(…, { state: { keepsScroll: true } })` keeps the scroll position.
 */
export function useArrival(): void {
  const { pathname, search, state } = useLocation()
  const type = useArrivedBy()
  const previous = useRef({ pathname, search })
  useEffect(() => {
    const before = previous.current
    previous.current = { pathname, search }
    if (before.pathname === pathname && before.search === search) return
    if (type !== 'pop' && !(state as { keepsScroll?: boolean } | null)?.keepsScroll) window.scrollTo(0, 0)
    if (before.pathname !== pathname) focusBeginning()
  }, [pathname, search, state, type])
}

/**
 * Focuses the start of a page for keyboard users: the last element marked with `data-arrival`, such as a new step or
 * its field; else the whole page.
 */
export const focusBeginning = (): void =>
  (
    [...document.querySelectorAll<HTMLElement>('main [data-arrival]')].at(-1) ??
    document.querySelector<HTMLElement>('main')
  )?.focus({ preventScroll: true })
