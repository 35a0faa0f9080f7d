import { useRef } from 'react'

/**
 * For a press that no form sends: pressed again after its answer was lost it is the same press, which is done once and
 * given the first answer (spec 3 §2.3).
 */
export function useOnePress<Asked extends { requestId?: string | undefined }, Answer>(
  press: (asked: Asked) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  const unanswered = useRef<{ wish: string; requestId: string }>(undefined)
  return async asked => {
    const wish = JSON.stringify(asked)
    if (unanswered.current?.wish !== wish) unanswered.current = { wish, requestId: crypto.randomUUID() }
    const answer = await press({ ...asked, requestId: unanswered.current.requestId })
    unanswered.current = undefined
    return answer
  }
}
