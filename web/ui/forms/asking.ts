import { useRef, useState } from 'react'
import { closeDialog } from '#web/navigation/layers.ts'

/**
 * Asks a question in a dialog: show it while there is a `question`, with `answer` and `onClose`. `ask` resolves to
 * the answer, or to undefined when the dialog was closed without one.
 */
export function useAsking<Question, Answer>() {
  const [asked, setAsked] = useState<{ question: Question; end: (answer: Answer | undefined) => void }>()
  const given = useRef<Answer>(undefined)
  return {
    question: asked?.question,
    ask: (question: Question) =>
      new Promise<Answer | undefined>(end => {
        given.current = undefined
        setAsked({ question, end })
      }),
    // The dialog closes by going back, so that the asker may navigate or ask again.
    answer: (answer: Answer) => {
      given.current = answer
      closeDialog()
    },
    onClose: () => {
      setAsked(undefined)
      asked?.end(given.current)
    },
  }
}
