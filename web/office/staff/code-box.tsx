import './code-box.css'
import type { ReactNode } from 'react'
import { Field } from '#web/ui/forms/field.tsx'

/** A field for six digits or a recovery code. Phones offer the app's code. */
export const CodeBox = ({
  label = 'Code',
  hint,
  isFirst = false,
}: {
  label?: string
  hint?: ReactNode
  /** Whether it is the only field, which then takes the focus. */
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
