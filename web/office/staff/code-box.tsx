import './staff.css'
import type { ReactNode } from 'react'
import { Field } from '#web/ui/field.tsx'

/** Six digits, or a recovery code: phones offer what the app shows. */
export const CodeBox = ({
  label = 'Code',
  hint,
  isFirst = false,
}: {
  label?: string
  hint?: ReactNode
  /** Nothing else is asked for: whoever comes to it types at once. */
  isFirst?: boolean
}) => (
  <Field
    data-arrival={isFirst || undefined}
    label={label}
    name="code"
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck="false"
    className="code-box"
    isStarred
  />
)
