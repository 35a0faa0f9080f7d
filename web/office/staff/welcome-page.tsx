import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/form.tsx'
import { keepFormDraft } from '#web/ui/form-draft.ts'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { Door } from './door.tsx'
import { EnrolAtDoor } from './enrol-at-door.tsx'
import { roleWords } from './role-words.ts'
import { useWelcome, welcomeQuery } from './staff-queries.ts'

/** A second link that is opened in the same tab is not another page to the browser. */
const watchHash = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** Where a link lets somebody in: who they are, then how they will sign in, then ten recovery codes. */
export function WelcomePage() {
  const token = useSyncExternalStore(watchHash, () => location.hash.slice(1))
  const [attempt, setAttempt] = useState('')
  const { data, error, refetch } = useQuery(welcomeQuery(useOfficeApi(), token))
  const welcome = useWelcome()
  if (attempt) return <EnrolAtDoor attempt={attempt} />
  if (error && !(error instanceof OfficeRefusal)) return <ErrorPanel onRetry={() => void refetch()} />
  if (error) {
    return (
      <Door title="This link no longer works">
        <p>{error.message}</p>
        <LinkButton to={addresses.signIn()}>Sign in</LinkButton>
      </Door>
    )
  }
  if (!data) return <PageSkeleton />
  // By whom the link was made for: another's name is not theirs.
  const draft = `welcome.${data.email}`
  return (
    <Door title={data.isReturn ? 'Set up your sign-in again' : 'Welcome to the office'}>
      <p>
        {data.isReturn
          ? 'Your old ways to sign in stop working once you have set up a new one.'
          : `Your role here: ${roleWords[data.role].toLowerCase()}.`}
      </p>
      <Form
        values={data}
        checks={text => [
          filledIn(text, 'fullName', officeSentences.fullNameRequired),
          filledIn(text, 'email', sentences.emailRequired),
        ]}
        onSend={text => welcome.mutateAsync({ token, ...trimmed(text, 'fullName', 'email') })}
        onSent={(result, form) => {
          // Until a way in is there a reload begins here again.
          keepFormDraft(draft, form)
          setAttempt(result.attempt)
        }}
        draft={draft}
      >
        <Field label="Full name" name="fullName" autoComplete="name" isStarred />
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          readOnly={data.email !== ''}
          isStarred
        />
        <SubmitButton>Continue</SubmitButton>
      </Form>
    </Door>
  )
}
