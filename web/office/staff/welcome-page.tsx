import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/forms/form.tsx'
import { keepFormDraft } from '#web/ui/forms/form-draft.ts'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { EnrolBeforeSignIn } from './enrol-before-sign-in.tsx'
import { roleDuties, roleWords } from './role-words.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { useWelcome, welcomeQuery } from './staff-queries.ts'

/** Watches the hash, because the browser does not reload when a second link is opened in the same tab. */
const watchHash = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** The page of an invitation link: the person's details, then their credential, then ten recovery codes. */
export function WelcomePage() {
  const token = useSyncExternalStore(watchHash, () => location.hash.slice(1))
  const [attempt, setAttempt] = useState('')
  const { data, error, refetch } = useQuery(welcomeQuery(useOfficeApi(), token))
  const welcome = useWelcome()
  if (attempt) return <EnrolBeforeSignIn attempt={attempt} />
  if (error && !(error instanceof OfficeRefusal)) return <ErrorPanel onRetry={() => void refetch()} />
  if (error) {
    return (
      <SignInFrame title="This link no longer works">
        <p>{error.message}</p>
        <LinkButton to={addresses.signIn()}>Sign in</LinkButton>
      </SignInFrame>
    )
  }
  if (!data) return <PageSkeleton />
  // Named by the invited address, so that drafts of different people stay apart.
  const draft = `welcome.${data.email}`
  return (
    <SignInFrame title={data.isReturn ? 'Set up your sign-in again' : 'Welcome to the office'}>
      <p>
        {data.isReturn
          ? 'Your old ways to sign in stop working once you have set up a new one.'
          : `Your role here: ${roleWords[data.role].toLowerCase()}. ${roleDuties[data.role]}`}
      </p>
      <Form
        values={data}
        checks={text => [
          filledIn(text, 'fullName', officeSentences.fullNameRequired),
          filledIn(text, 'email', sentences.emailRequired),
        ]}
        onSend={text => welcome.mutateAsync({ token, ...trimmed(text, 'fullName', 'email') })}
        onSent={(result, form) => {
          // Until a credential exists, a reload begins here again.
          keepFormDraft(draft, form)
          setAttempt(result.attempt)
        }}
        draft={draft}
      >
        <Field label="Full name" name="fullName" autoComplete="name" isStarred />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          readOnly={data.email !== ''}
          isStarred
        />
        <SubmitButton>Continue</SubmitButton>
      </Form>
    </SignInFrame>
  )
}
