import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { isStillAt } from '#web/is-still-at.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { Form, filledIn, SubmitButton, type Text, trimmed } from '#web/ui/forms/form.tsx'
import { keepFormDraft } from '#web/ui/forms/form-draft.ts'
import { showSuccess } from '#web/ui/messages.tsx'
import { CodeField } from './code-field.tsx'
import { EmailField, signInDraft } from './email-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useKeptWords, useOnward } from './onward.ts'
import { useResetPassword } from './queries.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** The hinted length and the confirmation are not checked here (spec 1 §5); the server has the rule. */
const checks = (text: Text) => [
  { field: 'newPassword', holds: text('newPassword') !== '', sentence: sentences.passwordRequired },
  filledIn(text, 'code', sentences.codeRequired),
]

export function ResetPasswordPage() {
  const navigate = useNavigate()
  useOnward()
  const reset = useResetPassword()
  return (
    <SignInFrame
      title="Reset your password"
      intro={['We send a code to your email address; with it you choose a new password.', useKeptWords()]
        .filter(Boolean)
        .join(' ')}
      instead={{ question: 'Remembered it?', to: addresses.logIn(), label: 'Log in' }}
    >
      <Form
        draft={signInDraft}
        checks={checks}
        onSend={text =>
          reset.mutateAsync({ ...trimmed(text, 'email', 'code'), newPassword: text('newPassword') })
        }
        onSent={(_done, form) => {
          keepFormDraft(signInDraft, form)
          showSuccess(sentences.successful)
          if (isStillAt(form, addresses.resetPassword)) navigate(addresses.logIn())
        }}
        className="stack gap-l"
      >
        <EmailField />
        <CodeField purpose="resetPassword" />
        <NewPasswordFields label="New password" hint="6-16 characters, case sensitive" isStarred />
        <SubmitButton>Reset password</SubmitButton>
      </Form>
    </SignInFrame>
  )
}
