import { type RefObject, useEffect } from 'react'
import { useLocation } from '#web/navigation/router.tsx'

/** Any navigation, whatever it was, closes the popover. */
export function useClosesOnNavigation(panel: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key alone says that there was a navigation.
  useEffect(() => {
    panel.current?.hidePopover()
  }, [key])
}
