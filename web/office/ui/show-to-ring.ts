import { useSyncExternalStore } from 'react'
import { onceSettled } from '#web/navigation/layers.ts'

/** The order whose guest has to be rung; '' for all guests who have to be. */
let asked: string | undefined
const listeners = new Set<() => void>()

function set(next: string | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Shows after an action whom no mail tells, with a box to tick for each: the guest of one order, or without a number
 * everybody who has to be rung. A dialog that is closing goes first.
 */
export const showToRing = (number = ''): void => void onceSettled(() => set(number))

export const closeToRing = (): void => set(undefined)

/** Returns the order whose guest has to be rung, '' for all of them, and undefined while the list is closed. */
export const useToRing = (): string | undefined =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
