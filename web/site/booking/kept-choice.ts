import { createContext, useCallback, useContext, useState } from 'react'

/** What is chosen in a session's dialog, to be found there again behind a wall (record 031). */
export interface KeptChoice {
  sessionIds?: number[]
  childIds?: number[]
  keepsCredits?: boolean
  discountCode?: string
  /** The address that a guest waited with. */
  keptFor?: string
  contact?: { fullName: string; phone: string; email: string }
}

const KeptChoiceContext = createContext<KeptChoice>({})
/** Its object is written to as choices are made. */
export const KeptChoiceProvider = KeptChoiceContext.Provider
export const useKeptChoice = (): KeptChoice => useContext(KeptChoiceContext)

/** A `useState` of a dialog that begins with what was chosen before a wall. */
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
