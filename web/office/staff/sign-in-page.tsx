import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { CodeBox } from './code-box.tsx'
import { hasPasskeys } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { roleOptions } from './role-words.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import {
  useBeginSignIn,
  useConfirmCode,
  useSignInByPasskey,
  useSignInToDemo,
  waysQuery,
} from './staff-queries.ts'

/** Signs in with a passkey, or with email, password and a code (spec 3 §2.2). */
export function SignInPage() {
  const [attempt, setAttempt] = useState('')
  const queryClient = useQueryClient()
  // A visitor sent here is signed out: the session is asked again on the way back, and earlier answers are
  // dropped.
  useEffect(() => {
    queryClient.removeQueries({ queryKey: ['me'] })
  }, [queryClient])
  return attempt ? (
    <SecondStep attempt={attempt} onAgain={() => setAttempt('')} />
  ) : (
    <FirstStep onGo={setAttempt} />
  )
}

function FirstStep({ onGo }: { onGo: (attempt: string) => void }) {
  const begin = useBeginSignIn()
  const byPasskey = useSignInByPasskey()
  const asked = useQuery(waysQuery(useOfficeApi()))
  const ways = asked.data
  if (isFirstLoad(asked)) {
    return (
      <SignInFrame title="Sign in to the office">
        <Loading>
          <Skeleton shape="block" />
        </Loading>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Sign in to the office">
      {ways?.isDemo && <DemoButtons />}
      {hasPasskeys() && (
        <>
          <PasskeyButton isBusy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Sign in with a passkey
          </PasskeyButton>
          <p className="door-or">or</p>
        </>
      )}
      <Form
        checks={text => [
          filledIn(text, 'email', sentences.emailRequired),
          filledIn(text, 'password', sentences.passwordRequired),
        ]}
        onSend={text => begin.mutateAsync({ ...trimmed(text, 'email'), password: text('password') })}
        onSent={result => onGo(result.attempt)}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" isStarred />
        <PasswordField label="Password" name="password" autoComplete="current-password" isStarred />
        <SubmitButton look={hasPasskeys() ? 'secondary' : 'primary'}>Continue</SubmitButton>
      </Form>
      <LinkButton look="quiet" to={addresses.recover()}>
        I lost my device or my authenticator app
      </LinkButton>
    </SignInFrame>
  )
}

function SecondStep({ attempt, onAgain }: { attempt: string; onAgain: () => void }) {
  const prove = useConfirmCode()
  return (
    <SignInFrame title="Your code">
      <Form
        checks={text => [filledIn(text, 'code', officeSentences.codeWanted)]}
        onSend={text => prove.mutateAsync({ attempt, ...trimmed(text, 'code') })}
      >
        <CodeBox
          isFirst
          hint="The six digits that your authenticator app shows, or one of your recovery codes"
        />
        <SubmitButton>Sign in</SubmitButton>
        <Button look="secondary" onClick={onAgain}>
          Begin again
        </Button>
      </Form>
    </SignInFrame>
  )
}

function DemoButtons() {
  const look = useSignInToDemo()
  return (
    <section className="door-demo" aria-label="Demonstration">
      <p>This is a demonstration: anybody may sign in</p>
      {roleOptions.map(({ value, label }) => (
        <Button
          key={value}
          look="secondary"
          isBusy={look.isPending && look.variables === value}
          onClick={() => look.mutate(value)}
        >
          Look round as {label.toLowerCase()}
        </Button>
      ))}
    </section>
  )
}
