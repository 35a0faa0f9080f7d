import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from './field.tsx'

/** A masked field with a button to show the password. `autoComplete` says whether it is a new one. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck="false"
      trailing={
        <IconButton
          label={isShown ? 'Hide what is typed' : 'Show what is typed'}
          icon={isShown ? EyeOff : Eye}
          isSmall
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
