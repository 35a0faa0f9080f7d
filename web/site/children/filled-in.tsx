import { type ReactNode, useContext, useRef, useState } from 'react'
import { FormContext, type Text, useFormReading } from '#web/ui/forms/form.tsx'

interface FilledInProps {
  /** The names of the fields in it. */
  names: readonly string[]
  /** Describes the fields' values in one line. */
  inWords: (text: Text) => string
  children: ReactNode
}

/** Collapses fields with initial values into one line that describes and opens them (record 033). */
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
