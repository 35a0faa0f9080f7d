import { useState } from 'react'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

/**
 * Fields for a new password and its confirmation. If they differ a note appears, but the form can be sent (decision
 *
 */
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
