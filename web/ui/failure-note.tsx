import './failure-note.css'
import { type Act, failureWords } from '#domain/failure-words.ts'
import { Unanswered } from '#web/api.ts'

/**
 * Stands beside a button: what became of the press when no answer came (decision B-16). A refusal is a message, and
 * nothing here.
 */
export function FailureNote({ error, act }: { error: unknown; act: Act }) {
  if (!(error instanceof Unanswered)) return null
  return (
    <p role="alert" className="failure-note">
      {failureWords(act, error.wasSent)}
    </p>
  )
}
