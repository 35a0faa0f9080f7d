import { useRef } from 'react'

/**
 * Makes a submission without a form repeatable. After a lost answer it is sent with the same id, is done once, and gets
 * the first answer (spec 3 §2.3).
 */
export function useSubmitOnce<Asked extends { requestId?: string | undefined }, Answer>(
  submit: (asked: Asked) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  const unanswered = useRef<{ submitted: string; requestId: string }>(undefined)
  return async asked => {
    const submitted = JSON.stringify(asked)
    if (unanswered.current?.submitted !== submitted)
      unanswered.current = { submitted, requestId: crypto.randomUUID() }
    const answer = await submit({ ...asked, requestId: unanswered.current.requestId })
    unanswered.current = undefined
    return answer
  }
}
