import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'

/** A masked line whose owner may look at what they typed. Say with `autoComplete` whether it is a new password. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className="icon-button"
          aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" className="icon" />
        </button>
      }
    />
  )
}
