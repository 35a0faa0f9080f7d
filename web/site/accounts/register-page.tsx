import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { isStillAt } from '#web/is-still-at.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { pause } from '#web/pause.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, filledIn, SubmitButton, type Text, trimmed } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { CodeField } from './code-field.tsx'
import { EmailField, emailGiven } from './email-field.tsx'
import { useKeptWords, useOnward } from './onward.ts'
import { phoneValid } from './phone-check.ts'
import { useRegister } from './queries.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { TermsCheckbox, termsAgreed } from './terms-checkbox.tsx'

/**
 * The checks in the order of spec 1 §5, then the format of the number. Only the server judges whether an
 * address is valid. The fields themselves are in another order (spec 1 §2).
 */
const checks = (text: Text) => [
  filledIn(text, 'firstName', sentences.firstNameRequired),
  filledIn(text, 'lastName', sentences.lastNameRequired),
  filledIn(text, 'mobile', sentences.mobileRequired),
  { field: 'password', holds: text('password') !== '', sentence: sentences.passwordRequired },
  termsAgreed(text, sentences.termsRequired),
  {
    field: 'confirmation',
    holds: text('confirmation') === text('password'),
    sentence: sentences.passwordsDiffer,
    note: 'This differs from the password above',
  },
  filledIn(text, 'code', sentences.codeRequired),
  emailGiven(text('email')),
  phoneValid(text),
]

/** The pause after registering (spec 1 §9). */
const onwardAfterMilliseconds = 1000

export function RegisterPage() {
  const navigate = useNavigate()
  useOnward()
  const register = useRegister()
  return (
    <SignInFrame
      title="Sign up"
      intro={useKeptWords() ?? 'Two minutes now, and booking is two taps from then on.'}
      hasAccountLinks
    >
      <Form
        draft="register"
        checks={checks}
        onSend={text =>
          register.mutateAsync({
            ...trimmed(text, 'firstName', 'lastName', 'mobile', 'email', 'code'),
            password: text('password'),
          })
        }
        onSent={async (_done, form) => {
          showSuccess(sentences.successful)
          await pause(onwardAfterMilliseconds)
          if (isStillAt(form, addresses.register)) navigate(addresses.onboarding())
        }}
        className="stack gap-l"
      >
        <div className="columns">
          <Field label="First name" name="firstName" autoComplete="given-name" isStarred />
          <Field label="Last name" name="lastName" autoComplete="family-name" isStarred />
        </div>
        <Field label="Mobile" name="mobile" type="tel" inputMode="tel" autoComplete="tel" isStarred />
        <EmailField />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters"
          isStarred
        />
        <PasswordField label="Confirm password" name="confirmation" autoComplete="new-password" isStarred />
        <CodeField purpose="register" />
        <TermsCheckbox />
        <SubmitButton>Sign up</SubmitButton>
      </Form>
    </SignInFrame>
  )
}
