import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface PageAction {
  label: string
  /** The keyboard shortcut, as printed on the keys: `Ctrl Z`. */
  keys?: string
  run: () => void
}

// The palette is beside the page, so offered actions are stored outside React, by their owner.
const offers = new Map<object, PageAction[]>()
let shown: PageAction[] = []
const listeners = new Set<() => void>()
const show = () => {
  shown = [...offers.values()].flat()
  for (const listener of listeners) listener()
}

/** Offers the actions of a page, or of a part of it, in the palette while it is shown. */
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
