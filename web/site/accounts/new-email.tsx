import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Form, filledIn, SubmitButton, type Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { CodeField } from './code-field.tsx'
import { useConfirmEmail, useEditProfile } from './queries.ts'

const checks = (text: Text) => [filledIn(text, 'code', sentences.codeRequired)]

/** Shows a new address that waits for its mailed code; it can be confirmed, mailed again or given up here. */
export function NewEmail({
  account: { email, newEmail },
}: {
  account: CallOutput<typeof contract.accounts.profile>
}) {
  const confirm = useConfirmEmail()
  const edit = useEditProfile()
  return (
    <section aria-labelledby="new-email" className="card card-inset">
      <h2 id="new-email" className="card-title">
        Waiting for confirmation of {newEmail}
      </h2>
      <p className="above-s">
        Type in the four digits that we have mailed to your new address. Until then your account keeps{' '}
        <b>{email}</b>.
      </p>
      {/* Another address has a code of its own. */}
      <Form
        key={newEmail}
        checks={checks}
        onSend={text => confirm.mutateAsync({ code: text('code').trim() })}
        onSent={() => showSuccess(sentences.successful)}
        className="stack gap-m above-m"
      >
        <input type="hidden" name="email" value={newEmail} />
        <CodeField purpose="changeEmail" />
        <div className="row">
          <SubmitButton>Confirm</SubmitButton>
          <Button look="quiet" isBusy={edit.isPending} onClick={() => edit.mutate({ email })}>
            Keep my present address
          </Button>
          <FailureNote error={edit.error} act="save" />
        </div>
      </Form>
    </section>
  )
}
