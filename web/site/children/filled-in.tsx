import { type ReactNode, useContext, useRef, useState } from 'react'
import { FormContext, type Text, useFormReading } from '#web/ui/form.tsx'

interface FilledInProps {
  /** The fields in it, by their names. */
  names: readonly string[]
  /** What they hold, in a line. */
  inWords: (text: Text) => string
  children: ReactNode
}

/** Fields that are filled in to begin with: one line says what they hold, and opens them (record 069). */
export function FilledIn({ names, inWords, children }: FilledInProps) {
  const values = useContext(FormContext).values as Record<string, unknown>
  const [isFilledIn] = useState(names.every(name => values[name]))
  const line = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  useFormReading(line, text => setSaid(inWords(text)))
  if (!isFilledIn) return children
  return (
    <details className="filled-in">
      <summary ref={line}>
        {said} <span className="text-link">Change</span>
      </summary>
      <div className="stack gap-l">{children}</div>
    </details>
  )
}
