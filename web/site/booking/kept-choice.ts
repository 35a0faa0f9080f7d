import { createContext, useCallback, useContext, useState } from 'react'
import type { HowPaid } from '#web/site/payments/how-to-pay.tsx'

/** The choices of a session's dialog, kept while somebody logs in or adds a child (record 031). */
export interface KeptChoice {
  sessionIds?: number[]
  childIds?: number[]
  keepsCredits?: boolean
  discountCode?: string
  howPaid?: HowPaid
  /** The address with which a guest waited. */
  keptFor?: string
  contact?: { fullName: string; phone: string; email: string }
}

const KeptChoiceContext = createContext<KeptChoice>({})
/** Provides an object that records choices as they are made. */
export const KeptChoiceProvider = KeptChoiceContext.Provider
export const useKeptChoice = (): KeptChoice => useContext(KeptChoiceContext)

/** A `useState` that starts with the kept choice. */
export function useKept<Name extends keyof KeptChoice>(name: Name, initial?: KeptChoice[Name]) {
  const kept = useKeptChoice()
  const [value, setValue] = useState(kept[name] ?? initial)
  const keep = useCallback(
    (next: KeptChoice[Name]) => {
      kept[name] = next
      setValue(next)
    },
    [kept, name],
  )
  return [value, keep] as const
}
