import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '#web/navigation/router.tsx'

/** Scrolls a line of links on a narrow screen to the current one, without moving the page. */
export function useCurrentInSight<Line extends HTMLElement>(): RefObject<Line | null> {
  const line = useRef<Line>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation makes another link current.
  useEffect(() => {
    const whole = line.current?.getBoundingClientRect()
    const current = line.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!line.current || !whole || !current) return
    line.current.scrollLeft += current.left - whole.left - (whole.width - current.width) / 2
  }, [pathname])
  return line
}
