import './failure-note.css'
import { useEffect, useRef } from 'react'
import { type Act, failureWords } from '#domain/failure-words.ts'
import { Unanswered } from '#web/api.ts'

/**
 * Stands beside a button: what became of the press when no answer came (decision B-16). A refusal is a message, and
 * nothing here.
 */
export function FailureNote({ error, act }: { error: unknown; act: Act }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (error instanceof Unanswered) line.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (!(error instanceof Unanswered)) return null
  return (
    <p ref={line} role="alert" className="failure-note">
      {failureWords(act, error.wasSent)}
    </p>
  )
}
