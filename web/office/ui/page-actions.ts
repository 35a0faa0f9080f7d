import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface PageAction {
  label: string
  /** What does the same from the keyboard, as it stands on the keys: `Ctrl Z`. */
  keys?: string
  run: () => void
}

// The palette stands beside the page, so what is offered is kept beside React: by who offers it.
const offers = new Map<object, PageAction[]>()
let shown: PageAction[] = []
const listeners = new Set<() => void>()
const show = () => {
  shown = [...offers.values()].flat()
  for (const listener of listeners) listener()
}

/** Offers what a page, or a part of one, can do in the palette, as long as it is shown. */
export function useOffersActions(actions: PageAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const names = JSON.stringify(actions.map(({ label, keys }) => ({ label, keys })))
  useEffect(() => {
    const named: Omit<PageAction, 'run'>[] = JSON.parse(names)
    offers.set(
      latest,
      named.map((one, at) => ({ ...one, run: () => latest.current[at]?.run() })),
    )
    show()
    return () => {
      offers.delete(latest)
      show()
    }
  }, [names])
}

export const usePageActions = (): PageAction[] =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
