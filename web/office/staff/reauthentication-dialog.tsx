import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OfficeApi } from '#contract/office/client.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { provideReauthentication, useOfficeApi } from '../office-api.ts'
import { showFailure } from '../office-query-client.ts'
import { meQuery } from '../office-session.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { CodeBox } from './code-box.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ownSignInQuery, useConfirmByPasskey, useConfirmByPassword } from './staff-queries.ts'

/** Asks “Please confirm that it is you” if a call requires it, and then repeats the call (decision O-07). */
export function ReauthenticationDialog() {
  const [answer, setAnswer] = useState<{ give: (isReauthenticated: boolean) => void }>()
  const isReauthenticated = useRef(false)
  // Two calls at once share one dialog.
  const asked = useRef<Promise<boolean>>(undefined)
  useEffect(() => {
    const stop = provideReauthentication(() => {
      asked.current ??= new Promise(give => {
        isReauthenticated.current = false
        setAnswer({ give })
      })
      return asked.current
    })
    return stop
  }, [])
  if (!answer) return null
  return (
    <Dialog
      title={officeSentences.confirmYourself}
      size="small"
      shape="card"
      onClose={() => {
        setAnswer(undefined)
        asked.current = undefined
        answer.give(isReauthenticated.current)
      }}
    >
      <Reauthentication
        onReauthenticated={() => {
          // Confirmed too late: nobody waits for it any more.
          if (!asked.current) return
          isReauthenticated.current = true
          closeDialog()
        }}
      />
    </Dialog>
  )
}

function Reauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  const query = useQuery(ownSignInQuery(useOfficeApi()))
  return (
    <WithAnswer query={query}>
      {data => <Ways data={data} onReauthenticated={onReauthenticated} />}
    </WithAnswer>
  )
}

type OwnSignIn = Awaited<ReturnType<OfficeApi['session']['ownSignIn']>>

function Ways({ data, onReauthenticated }: { data: OwnSignIn; onReauthenticated: () => void }) {
  // The dialog is outside the pages, which get the member from their frame.
  const isDemo = useQueryClient().getQueryData(meQuery(useOfficeApi()).queryKey)?.isDemo
  const byPassword = useConfirmByPassword()
  const byPasskey = useConfirmByPasskey()
  const press = (proof: Promise<unknown>) => void proof.then(onReauthenticated, showFailure)
  const hasPasskey = data.passkeys.length > 0
  return (
    <div className="stack">
      <p>You are about to do something that needs it. What you typed stays as it is.</p>
      {hasPasskey && (
        <PasskeyButton
          data-begins
          isBusy={byPasskey.isPending}
          onClick={() => press(byPasskey.mutateAsync())}
        >
          Confirm with a passkey
        </PasskeyButton>
      )}
      {data.hasPassword && (
        <Form
          className="stack"
          checks={text => [
            filledIn(text, 'password', officeSentences.signInFailed),
            filledIn(text, 'code', officeSentences.codeWanted),
          ]}
          onSend={text =>
            byPassword.mutateAsync({ password: text('password'), ...trimmed(text, 'code') }).catch(error => {
              showFailure(error)
              throw error
            })
          }
          onSent={onReauthenticated}
        >
          <PasswordField
            data-begins={hasPasskey ? undefined : true}
            label="Password"
            name="password"
            autoComplete="current-password"
            isStarred
          />
          <CodeBox hint="The six digits of your authenticator app, or a recovery code" />
          <SubmitButton look={hasPasskey ? 'secondary' : 'primary'}>Confirm</SubmitButton>
        </Form>
      )}
      {isDemo && !hasPasskey && !data.hasPassword && (
        <Button
          data-begins
          isBusy={byPassword.isPending}
          onClick={() => press(byPassword.mutateAsync({ password: '', code: '' }))}
        >
          It is me
        </Button>
      )}
    </div>
  )
}
