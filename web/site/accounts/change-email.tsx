import { sentences } from '#domain/sentences.ts'
import { Dialog, useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Form, SubmitButton } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { EmailField, emailGiven } from './email-field.tsx'
import { useEditProfile } from './queries.ts'

/** Asks for another address, which waits until the code mailed to it is typed (decision A-09, record 028). */
export const ChangeEmailDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Change email address" size="small" shape="card" onClose={onClose}>
    <NewAddress />
  </Dialog>
)

function NewAddress() {
  const edit = useEditProfile()
  const close = useCloseDialog()
  return (
    <Form
      checks={text => [emailGiven(text('email'))]}
      onSend={text => edit.mutateAsync({ email: text('email').trim() })}
      onSent={() => {
        showSuccess(sentences.successful)
        close()
      }}
      className="stack gap-l"
    >
      <p>We mail a code to your new address. It counts as soon as you have typed the code in.</p>
      <EmailField />
      <SubmitButton act="send">Send Code</SubmitButton>
    </Form>
  )
}
