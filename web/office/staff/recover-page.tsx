import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CodeBox } from './code-box.tsx'
import { EnrolBeforeSignIn } from './enrol-before-sign-in.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useRecover } from './staff-queries.ts'

/** The page for members who lost their device and have a recovery code. */
export function RecoverPage() {
  const [attempt, setAttempt] = useState('')
  const recover = useRecover()
  if (attempt) return <EnrolBeforeSignIn attempt={attempt} />
  return (
    <SignInFrame title="Set up your sign-in again">
      <p>
        With one of your recovery codes you set up a new way to sign in. Older passkeys, codes and sign-ins
        then end. Without a code, ask the owner for a new link.
      </p>
      <Form
        checks={text => [
          filledIn(text, 'email', sentences.emailRequired),
          filledIn(text, 'code', officeSentences.codeWanted),
        ]}
        onSend={text =>
          recover.mutateAsync({ ...trimmed(text, 'email', 'code'), password: text('password') })
        }
        onSent={result => setAttempt(result.attempt)}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" isStarred />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          hint="Leave it empty if you have passkeys only"
        />
        <CodeBox label="Recovery code" />
        <SubmitButton>Continue</SubmitButton>
      </Form>
      <LinkButton look="quiet" to={addresses.signIn()}>
        Back to sign in
      </LinkButton>
    </SignInFrame>
  )
}
