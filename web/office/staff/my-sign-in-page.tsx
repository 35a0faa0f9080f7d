import './staff.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { longMoment } from '#domain/format-dates.ts'
import { type MailWish, mailWishes, permissionOfMail } from '#domain/office/mail-wishes.ts'
import { may } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { staffPasswordProblem } from '#domain/office/staff-password.ts'
import { sentences } from '#domain/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Checkbox, Field } from '#web/ui/forms/field.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMe } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup } from '../ui/fields.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { NewCredential } from './add-credential.tsx'
import { CodeBox } from './code-box.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import {
  ownSignInQuery,
  useAddCredential,
  useChangeEmail,
  useChangePassword,
  useConfirmEmail,
  useEditMe,
  useNewRecoveryCodes,
  useRemoveCredential,
} from './staff-queries.ts'

type OwnSignIn = Awaited<ReturnType<OfficeApi['session']['ownSignIn']>>

export const ownTabs = [
  { label: 'My sign-in', to: addresses.mySignIn() },
  { label: 'Sessions', to: addresses.ownSessions() },
]

/** The member's own names, mail choices and credentials (spec 3 §2.2). */
export function MySignInPage() {
  const { data, error, refetch } = useQuery(ownSignInQuery(useOfficeApi()))
  return (
    <>
      <PageHead title="My sign-in" tabs={ownTabs} />
      {error && !data && <NotLoaded error={error} onRetry={refetch} />}
      {data && (
        <>
          <Details mine={data} />
          <Ways mine={data} />
          <Email mine={data} />
        </>
      )}
      {!data && !error && <PageSkeleton />}
    </>
  )
}

function Details({ mine }: { mine: OwnSignIn }) {
  const edit = useEditMe()
  const { role } = useMe() ?? {}
  const wishes = (Object.keys(mailWishes) as MailWish[]).filter(
    wish => role && may(role, permissionOfMail[wish]),
  )
  return (
    <EditForm
      thing={mine}
      fields={({ fullName, displayName, colour, mailWishes }) => ({
        ...{ fullName, displayName, colour },
        mailWishes: mailWishes.join(','),
      })}
      checks={text => [filledIn(text, 'fullName', officeSentences.fullNameRequired)]}
      onSave={(text, { requestId, version, all }) =>
        edit.mutateAsync({
          requestId,
          version,
          ...trimmed(text, 'fullName', 'displayName'),
          colour: text('colour'),
          mailWishes: all('mailWishes') as MailWish[],
        })
      }
    >
      <Field label="Full name" name="fullName" autoComplete="name" isStarred />
      <Field
        label="Name that families read"
        name="displayName"
        hint="Shown with your classes. Empty: your full name"
      />
      <Field label="Colour" name="colour" type="color" className="money-field" />
      {wishes.length > 0 && (
        <FieldGroup title="What I am mailed">
          <div>
            {wishes.map(wish => (
              <Checkbox
                key={wish}
                label={mailWishes[wish]}
                name="mailWishes"
                value={wish}
                defaultChecked={mine.mailWishes.includes(wish)}
              />
            ))}
          </div>
        </FieldGroup>
      )}
    </EditForm>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="own-part stack">
    <h2>{title}</h2>
    {children}
  </section>
)

function Ways({ mine }: { mine: OwnSignIn }) {
  const [ask, question] = useQuestion()
  const add = useAddCredential()
  const remove = useRemoveCredential()
  const renew = useNewRecoveryCodes()
  const [attempt, setAttempt] = useState('')
  const [codes, setCodes] = useState<string[]>()
  const [isChanging, setChanging] = useState(false)
  const begin = async () => setAttempt((await add.mutateAsync()).attempt)
  const askToRemove = async (name: string, passkeyId?: number) => {
    const answer = await ask({
      title: `Remove ${name}?`,
      children: <p>It stops working, and your other devices are signed out.</p>,
      verb: 'Remove it',
    })
    if (answer) await remove.mutateAsync({ passkeyId })
  }
  const askForCodes = async () => {
    const answer = await ask({
      title: 'Make ten new recovery codes?',
      children: <p>The codes that you have now no longer work.</p>,
      verb: 'Make new codes',
    })
    if (answer) setCodes((await renew.mutateAsync()).codes)
  }
  // The former codes no longer work, so a stray Escape must not close the new ones.
  const leaveCodes = async () => {
    setCodes(undefined)
    const answer = await ask({
      title: 'Have you kept the codes?',
      children: <p>They are shown only now, and those that you had before no longer work.</p>,
      verb: 'I have kept them',
    })
    if (!answer) setCodes(codes)
  }
  const quietly = (press: Promise<unknown>) => void press.catch(() => {})
  return (
    <Part title="Ways to sign in">
      <ul className="person-rows">
        {mine.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <div>
              <p className="strong">Passkey: {name}</p>
              <p className="quiet">
                Made {longMoment(new Date(createdAt))}
                {lastUsedAt && `, last used ${longMoment(new Date(lastUsedAt))}`}
              </p>
            </div>
            <Button
              look="secondary"
              size="small"
              aria-label={`Remove the passkey ${name}`}
              onClick={() => quietly(askToRemove(`the passkey ${name}`, id))}
            >
              Remove
            </Button>
          </li>
        ))}
        {mine.hasPassword && (
          <li>
            <p className="strong">Password with authenticator app</p>
            <span className="row gap-s">
              <Button look="secondary" size="small" onClick={() => setChanging(true)}>
                Change the password
              </Button>
              <Button
                look="secondary"
                size="small"
                aria-label="Remove password and authenticator"
                onClick={() => quietly(askToRemove('password and authenticator'))}
              >
                Remove
              </Button>
            </span>
          </li>
        )}
        <li>
          <p>
            <span className="strong">Recovery codes</span>{' '}
            <span className="quiet">{mine.recoveryCodesLeft} of 10 left</span>
          </p>
          <Button look="secondary" size="small" onClick={() => quietly(askForCodes())}>
            New codes
          </Button>
        </li>
      </ul>
      <div>
        <Button look="secondary" isBusy={add.isPending} onClick={() => quietly(begin())}>
          Add a way to sign in
        </Button>
      </div>
      {question}
      {attempt && (
        <Dialog title="Add a way to sign in" size="small" shape="card" onClose={() => setAttempt('')}>
          <NewCredential
            attempt={attempt}
            onDone={() => {
              setAttempt('')
              showSuccess('It was added. Your other devices were signed out')
            }}
          />
        </Dialog>
      )}
      {codes && (
        <Dialog title="Your recovery codes" size="small" shape="card" onClose={() => void leaveCodes()}>
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        </Dialog>
      )}
      {isChanging && <NewPassword onClose={() => setChanging(false)} />}
    </Part>
  )
}

function NewPassword({ onClose }: { onClose: () => void }) {
  const change = useChangePassword()
  return (
    <Dialog title="Change the password" size="small" shape="card" onClose={onClose}>
      <Form
        className="stack"
        checks={text => {
          const sentence = staffPasswordProblem(text('password')) ?? ''
          return [{ field: 'password', holds: sentence === '', sentence, note: sentence }]
        }}
        onSend={text => change.mutateAsync({ password: text('password') })}
        onSent={() => {
          onClose()
          showSuccess('Your password was changed. Your other devices were signed out')
        }}
      >
        <PasswordField
          data-begins
          label="New password"
          name="password"
          autoComplete="new-password"
          isStarred
        />
        <SubmitButton>Change it</SubmitButton>
      </Form>
    </Dialog>
  )
}

function Email({ mine }: { mine: OwnSignIn }) {
  const change = useChangeEmail()
  const confirm = useConfirmEmail()
  const [asked, setAsked] = useState({ attempt: '', email: '' })
  return (
    <Part title="Email">
      <p>You sign in as {mine.email}.</p>
      {asked.attempt ? (
        <Form
          key="code"
          className="stack"
          checks={text => [filledIn(text, 'code', officeSentences.codeWanted)]}
          onSend={text => confirm.mutateAsync({ attempt: asked.attempt, ...trimmed(text, 'code') })}
          onSent={() => {
            setAsked({ attempt: '', email: '' })
            showSuccess('Your address was changed')
          }}
        >
          <CodeBox isFirst label="Code" hint={`The six digits that were sent to ${asked.email}`} />
          <div className="row">
            <SubmitButton>Confirm the address</SubmitButton>
            <Button look="secondary" onClick={() => setAsked({ attempt: '', email: '' })}>
              Cancel
            </Button>
          </div>
        </Form>
      ) : (
        <Form
          key="address"
          className="stack"
          checks={text => [filledIn(text, 'email', sentences.emailRequired)]}
          onSend={async text => {
            const given = trimmed(text, 'email')
            return { ...given, ...(await change.mutateAsync(given)) }
          }}
          onSent={setAsked}
        >
          <Field label="New email" name="email" type="email" autoComplete="email" />
          <div>
            <SubmitButton look="secondary">Send a code there</SubmitButton>
          </div>
        </Form>
      )}
    </Part>
  )
}
