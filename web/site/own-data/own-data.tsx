import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { Form, SubmitButton } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useCloseAccount, useDownloadData } from './queries.ts'

/** Downloads the account's data and closes the account (record 010). */
export function OwnData() {
  const [isClosing, setClosing] = useState(false)
  const download = useDownloadData()
  return (
    <section aria-labelledby="own-data" className="card card-inset stack gap-m">
      <h2 id="own-data" className="card-title">
        Your data
      </h2>
      <p>Everything we keep about you and your children is yours: take a copy, or close your account.</p>
      <div className="row">
        <Button look="secondary" size="small" isBusy={download.isPending} onClick={() => download.mutate()}>
          Download my data
        </Button>
        <Button look="quiet" size="small" onClick={() => setClosing(true)}>
          Close my account
        </Button>
        <FailureNote error={download.error} act="load" />
      </div>
      {isClosing && <CloseAccountDialog onClose={() => setClosing(false)} />}
    </section>
  )
}

function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const close = useCloseAccount()
  const [givesUp, setGivesUp] = useState(false)
  return (
    <Dialog title="Close my account" size="small" shape="card" onClose={onClose}>
      <Form
        onSend={text => close.mutateAsync({ password: text('password'), giveUpBookings: givesUp })}
        className="stack gap-l"
      >
        <p>
          We erase your name, your address, your children and their notes for good. Class credits and reward
          points are lost. What was paid stays in our books without your name. This cannot be undone.
        </p>
        <PasswordField label="Your password" name="password" autoComplete="current-password" />
        <Checkbox
          name="giveUpBookings"
          label="I give up places and goods that I have paid for and that are still to come"
          checked={givesUp}
          onChange={event => setGivesUp(event.currentTarget.checked)}
        />
        <SubmitButton>Close my account for good</SubmitButton>
      </Form>
    </Dialog>
  )
}
