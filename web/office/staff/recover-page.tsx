import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { CodeBox } from './code-box.tsx'
import { Door } from './door.tsx'
import { EnrolAtDoor } from './enrol-at-door.tsx'
import { useRecover } from './staff-queries.ts'

/** For whoever lost their device and kept a recovery code. */
export function RecoverPage() {
  const [attempt, setAttempt] = useState('')
  const recover = useRecover()
  if (attempt) return <EnrolAtDoor attempt={attempt} />
  return (
    <Door title="Make your way in anew">
      <p>
        With one of your recovery codes you make a new way in. Older passkeys, codes and sign-ins then end.
        Without a code, ask the owner for a new link.
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
        <Field label="E-mail" name="email" type="email" autoComplete="username" isStarred />
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
    </Door>
  )
}
