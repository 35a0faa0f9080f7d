import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OfficeApi } from '#contract/office/client.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, filledIn, SubmitButton, trimmed } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { offerProof, useOfficeApi } from '../office-api.ts'
import { showFailure } from '../office-query-client.ts'
import { useMe } from '../office-session.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { CodeBox } from './code-box.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ownSignInQuery, useConfirmByPasskey, useConfirmByPassword } from './staff-queries.ts'

/** “Please confirm that it is you”: whenever a call wants it, which is then made once more (decision O-07). */
export function ProofDialog() {
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void }>()
  const isProved = useRef(false)
  // Two calls that want it at once are given one dialog.
  const asked = useRef<Promise<boolean>>(undefined)
  useEffect(() => {
    const stop = offerProof(() => {
      asked.current ??= new Promise(give => {
        isProved.current = false
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
        answer.give(isProved.current)
      }}
    >
      <Proof
        onProved={() => {
          // Proved too late, it is asked for no more.
          if (!asked.current) return
          isProved.current = true
          closeDialog()
        }}
      />
    </Dialog>
  )
}

function Proof({ onProved }: { onProved: () => void }) {
  const query = useQuery(ownSignInQuery(useOfficeApi()))
  return <WithAnswer query={query}>{data => <Ways data={data} onProved={onProved} />}</WithAnswer>
}

type OwnSignIn = Awaited<ReturnType<OfficeApi['session']['ownSignIn']>>

function Ways({ data, onProved }: { data: OwnSignIn; onProved: () => void }) {
  const isDemo = useMe()?.isDemo
  const byPassword = useConfirmByPassword()
  const byPasskey = useConfirmByPasskey()
  const press = (proof: Promise<unknown>) => void proof.then(onProved, showFailure)
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
          onSent={onProved}
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
