import { useEffect, useRef } from 'react'
import { useArrivedBy, useLocation } from './router.tsx'

/**
 * After a navigation to another page: to the top, and focus on the new page's heading, so that a screen reader
 * reads it. Going back keeps the browser's position. `navigate(…, { state: { keepsScroll: true } })` stays put.
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
 * Where a page is begun by keyboard: what is marked with `data-arrival`, such as the step that came, of several the
 * last, such as its field; else the whole.
 */
export const focusBeginning = (): void =>
  (
    [...document.querySelectorAll<HTMLElement>('main [data-arrival]')].at(-1) ??
    document.querySelector<HTMLElement>('main')
  )?.focus({ preventScroll: true })
