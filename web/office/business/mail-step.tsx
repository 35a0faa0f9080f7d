import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useCheckMail, useMailState } from './business-queries.ts'

/** Sends one mail now, and shows what the mail server said. */
export function MailStep() {
  const { data } = useMailState()
  const check = useCheckMail()
  const [answer, setAnswer] = useState<{ isSent: boolean; answer: string }>()
  return (
    <>
      {data && (
        <p>
          Mails are sent from {data.from}
          {data.server ? (
            ` through ${data.server}.`
          ) : (
            <>
              , and stay in the <a href="/dev/mailbox">practice mailbox</a>.
            </>
          )}
        </p>
      )}
      <EditForm
        save="Send me a test"
        onSave={(text, { requestId }) => check.mutateAsync({ to: text('to').trim(), requestId })}
        onSaved={saved => setAnswer(saved)}
      >
        <Field label="Send it to" name="to" type="email" autoComplete="email" isStarred />
      </EditForm>
      {answer && (
        <p role="status">
          <StateWord is={answer.isSent ? 'good' : 'look'}>
            {answer.isSent ? 'Sent' : 'It was not sent'}
          </StateWord>
          . The server’s own answer: {answer.answer}
        </p>
      )}
    </>
  )
}
