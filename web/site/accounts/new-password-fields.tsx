import { useState } from 'react'
import { PasswordField } from '#web/ui/password-field.tsx'

/** A new password and its confirmation. A difference is remarked upon quietly, and stops nobody (decision A-17). */
export function NewPasswordFields({
  label,
  hint,
  isStarred,
}: {
  label: string
  hint: string
  isStarred?: boolean
}) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const differs = confirmation !== '' && confirmation !== password
  return (
    <>
      <PasswordField
        label={label}
        name="newPassword"
        autoComplete="new-password"
        hint={hint}
        isStarred={isStarred}
        onInput={event => setPassword(event.currentTarget.value)}
      />
      <PasswordField
        label="Confirm password"
        name="confirmation"
        autoComplete="new-password"
        hint={<span role="status">{differs ? 'This differs from the password above.' : ''}</span>}
        onInput={event => setConfirmation(event.currentTarget.value)}
      />
    </>
  )
}
