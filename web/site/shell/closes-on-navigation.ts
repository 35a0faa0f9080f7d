import { type RefObject, useEffect } from 'react'
import { useLocation } from '#web/navigation/router.tsx'

/** Closes the popover on any navigation. */
export function useClosesOnNavigation(panel: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation.
  useEffect(() => {
    panel.current?.hidePopover()
  }, [key])
}
