import './failure-note.css'
import { useEffect, useRef } from 'react'
import { type Act, failureMessage } from '#domain/failure-messages.ts'
import { Unanswered } from '#web/api.ts'

/**
 * Shows beside a button what a press may have done if no answer came (decision B-16). A refusal is a message instead.
 */
export function FailureNote({ error, act }: { error: unknown; act: Act }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (error instanceof Unanswered) line.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (!(error instanceof Unanswered)) return null
  return (
    <p ref={line} role="alert" className="failure-note">
      {failureMessage(act, error.wasSent)}
    </p>
  )
}
