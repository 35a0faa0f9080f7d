import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { officeSentences } from '#domain/office/sentences.ts'
import { staffPasswordProblem } from '#domain/office/staff-password.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { CodeBox } from './code-box.tsx'
import { hasPasskeys } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { useBeginAuthenticator, useEnrolAuthenticator, useEnrolPasskey } from './staff-queries.ts'

interface Enrolling {
  /** The attempt of this enrolment. */
  attempt: string
  onDone: (codes: string[]) => void
}

/** Adds one of two credentials: a passkey of this device, or a password with an authenticator app (decision O-06). */
export function NewCredential({ attempt, onDone }: Enrolling) {
  const [isByApp, setByApp] = useState(!hasPasskeys())
  const byPasskey = useEnrolPasskey()
  if (isByApp) return <ByApp attempt={attempt} onDone={onDone} />
  const use = async () => onDone((await byPasskey.mutateAsync(attempt)).codes)
  return (
    <section aria-label="Ways to sign in" className="stack">
      <p>
        With a passkey you sign in by your fingerprint, your face or the device’s own PIN. There is nothing to
        remember and nothing to type.
      </p>
      <PasskeyButton data-begins isBusy={byPasskey.isPending} onClick={() => void use().catch(() => {})}>
        Use this device
      </PasskeyButton>
      <Button look="secondary" onClick={() => setByApp(true)}>
        <Smartphone aria-hidden="true" className="icon" />
        Use a password and an authenticator app
      </Button>
    </section>
  )
}

function ByApp({ attempt, onDone }: Enrolling) {
  const begin = useBeginAuthenticator()
  const enrol = useEnrolAuthenticator()
  const [key, setKey] = useState<{ key: string; address: string }>()
  if (key) {
    return (
      <Form
        className="stack"
        checks={text => [filledIn(text, 'code', officeSentences.codeWanted)]}
        onSend={text => enrol.mutateAsync({ attempt, ...trimmed(text, 'code') })}
        onSent={({ codes }) => onDone(codes)}
      >
        <p>Scan this with your authenticator app, or type the key into it.</p>
        <QrCode text={key.address} label="QR code with the key below" />
        <p className="key-text">{key.key.replace(/.{4}(?=.)/g, '$& ')}</p>
        <CopyButton text={key.key} otherwise="Type the key into the app" />
        <CodeBox isFirst label="The six digits that the app shows" />
        <SubmitButton>Confirm the app</SubmitButton>
      </Form>
    )
  }
  return (
    <Form
      className="stack"
      checks={text => {
        const sentence = staffPasswordProblem(text('password')) ?? ''
        return [{ field: 'password', holds: sentence === '', sentence, note: sentence }]
      }}
      onSend={text => begin.mutateAsync({ attempt, password: text('password') })}
      onSent={setKey}
    >
      <PasswordField
        data-begins
        label="Choose a password"
        name="password"
        autoComplete="new-password"
        hint="12 characters or more: three words of your own make a good one"
        isStarred
      />
      <SubmitButton>Continue</SubmitButton>
    </Form>
  )
}
