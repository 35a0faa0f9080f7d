import './change-password-page.css'
import { sentences } from '#domain/sentences.ts'
import { Form, fillInForm, SubmitButton } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { AccountHeading } from './account-heading.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useChangePassword } from './queries.ts'

/**
 * The page checks nothing itself (spec 2 §5), because only the server knows the old password and the rules for a new
 * one.
 */
export function ChangePasswordPage() {
  const change = useChangePassword()
  return (
    <>
      <AccountHeading title="Change password">
        You stay logged in here; every other device has to log in again.
      </AccountHeading>
      <Form
        onSend={text =>
          change.mutateAsync({ oldPassword: text('oldPassword'), newPassword: text('newPassword') })
        }
        onSent={(_changed, form) => {
          showSuccess(sentences.successful)
          fillInForm(form, { oldPassword: '', newPassword: '', confirmation: '' })
        }}
        className="card card-inset password-form stack gap-l"
      >
        <PasswordField label="Old password" name="oldPassword" autoComplete="current-password" />
        <NewPasswordFields label="New password" hint="At least 6 characters, case sensitive" />
        <SubmitButton className="at-start">Change password</SubmitButton>
      </Form>
    </>
  )
}
