import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface PageAction {
  label: string
  run: () => void
}

// The palette stands beside the page, so what the page offers is kept beside React.
let shown: PageAction[] = []
const listeners = new Set<() => void>()
const show = (actions: PageAction[]) => {
  shown = actions
  for (const listener of listeners) listener()
}

/** Offers what this page can do in the palette, as long as it is shown. */
export function useOffersActions(actions: PageAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const labels = actions.map(({ label }) => label).join('\n')
  useEffect(() => {
    const offered = labels === '' ? [] : labels.split('\n')
    show(offered.map((label, at) => ({ label, run: () => latest.current[at]?.run() })))
    return () => show([])
  }, [labels])
}

export const usePageActions = (): PageAction[] =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
