import './question.css'
import { type ReactNode, useRef, useState } from 'react'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { useAsking } from '#web/ui/forms/asking.ts'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'

type Facts = readonly (readonly [what: string, number: ReactNode])[]

/** Consequences in numbers, one to a line. */
export const FactsTable = ({ facts }: { facts: Facts }) => (
  <table className="question-facts">
    <tbody>
      {facts.map(([what, number]) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{number}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

interface Asked {
  /** “Cancel 1 session?” */
  title: string
  /** The consequences, in numbers. */
  facts?: Facts
  /** The text below the numbers: “You can undo this for 60 seconds”. */
  children?: ReactNode
  /** The button: “Cancel the session”. */
  verb: string
  /** Asks for a reason of 3 to 500 characters. */
  wantsReason?: boolean
  /** Usual reasons: pressing one answers at once. */
  reasons?: readonly string[]
}

/**
 * Asks a question: render `question`, then `const answer = await ask({…})`, which is undefined if it was closed. Enter
 * never presses the action.
 */
export function useQuestion(): [ask: (asked: Asked) => Promise<{ reason: string } | undefined>, ReactNode] {
  const { question: asked, ask, answer, onClose } = useAsking<Asked, { reason: string }>()
  const [problem, setProblem] = useState('')
  const reason = useRef<HTMLTextAreaElement>(null)
  const press = (why = reason.current?.value.trim() ?? '') => {
    if (asked?.wantsReason && (!saysWhy(why) || why.length > 500)) {
      setProblem(officeSentences.sayWhy)
      reason.current?.focus()
      return
    }
    answer({ reason: why })
  }
  const question = asked && (
    <Dialog
      title={asked.title}
      size="small"
      shape="card"
      onClose={() => {
        setProblem('')
        onClose()
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
        {asked.facts && <FactsTable facts={asked.facts} />}
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
            isStarred={!asked.reasons}
            error={problem}
          />
        )}
      </div>
    </Dialog>
  )
  return [ask, question]
}
