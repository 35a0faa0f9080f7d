import { sentences } from '#domain/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { EmailField, emailGiven } from './email-field.tsx'
import { useEditProfile } from './queries.ts'

/** Asks for another address, which waits until the code that is mailed to it was typed (decision A-09, record 028). */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const edit = useEditProfile()
  return (
    <Dialog title="Change email address" size="small" shape="card" onClose={onClose}>
      <Form
        checks={text => [emailGiven(text('email'))]}
        onSend={text => edit.mutateAsync({ email: text('email').trim() })}
        onSent={() => {
          showSuccess(sentences.successful)
          closeDialog()
        }}
        className="stack gap-l"
      >
        <p>We mail a code to your new address. It counts as soon as you have typed the code in.</p>
        <EmailField />
        <SubmitButton>Send Code</SubmitButton>
      </Form>
    </Dialog>
  )
}
