import './question.css'
import { type ReactNode, useRef, useState } from 'react'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'

interface Asked {
  /** “Cancel 1 session?” */
  title: string
  /** What happens to whom, in numbers. */
  facts?: readonly (readonly [what: string, number: ReactNode])[]
  /** Under the numbers: “You can undo this for 60 seconds”. */
  children?: ReactNode
  /** On the button: “Cancel the session”. */
  verb: string
  /** Asks why, in 3 to 500 characters. */
  wantsReason?: boolean
  /** Usual reasons: pressing one answers at once. */
  reasons?: readonly string[]
}

/**
 * `const [ask, question] = useQuestion()`: render `question`, then `const answer = await ask({…})`; undefined when it
 * was left. Enter never presses the verb.
 */
export function useQuestion(): [ask: (asked: Asked) => Promise<{ reason: string } | undefined>, ReactNode] {
  const [asked, setAsked] = useState<Asked & { answer: (given: { reason: string } | undefined) => void }>()
  const [problem, setProblem] = useState('')
  const given = useRef<{ reason: string } | undefined>(undefined)
  const reason = useRef<HTMLTextAreaElement>(null)
  const ask = (question: Asked) =>
    new Promise<{ reason: string } | undefined>(answer => {
      given.current = undefined
      setProblem('')
      setAsked({ ...question, answer })
    })
  const press = (why = reason.current?.value.trim() ?? '') => {
    if (asked?.wantsReason && (!saysWhy(why) || why.length > 500)) {
      setProblem(officeSentences.sayWhy)
      reason.current?.focus()
      return
    }
    given.current = { reason: why }
    // Closed by going back, so that what follows may navigate.
    closeDialog()
  }
  const question = asked && (
    <Dialog
      title={asked.title}
      size="small"
      shape="card"
      onClose={() => {
        setAsked(undefined)
        asked.answer(given.current)
      }}
      footer={
        <>
          <Button look="secondary" data-begins={asked.wantsReason ? undefined : true} onClick={closeDialog}>
            Go back
          </Button>
          <Button onClick={() => press()}>{asked.verb}</Button>
        </>
      }
    >
      <div className="stack">
        {asked.facts && (
          <table className="question-facts">
            <tbody>
              {asked.facts.map(([what, number]) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td>{number}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {asked.children}
        {asked.reasons && (
          <fieldset className="row">
            <legend className="sr-only">Usual reasons</legend>
            {asked.reasons.map(usual => (
              <Button key={usual} look="secondary" size="small" onClick={() => press(usual)}>
                {usual}
              </Button>
            ))}
          </fieldset>
        )}
        {asked.wantsReason && (
          <TextArea
            ref={reason}
            data-begins
            label={asked.reasons ? 'Another reason' : 'Reason'}
            rows={2}
            maxLength={500}
            error={problem}
          />
        )}
      </div>
    </Dialog>
  )
  return [ask, question]
}
