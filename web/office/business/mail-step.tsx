import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useBusiness, useCheckMail, useConfirmMail, useMailState } from './business-queries.ts'

/** Sends a test mail, shows the mail server's answer, and asks whether it arrived. */
export function MailStep({ onArrived }: { onArrived: () => void }) {
  const mail = useMailState()
  const found = useBusiness()
  const check = useCheckMail()
  const confirm = useConfirmMail()
  const [answer, setAnswer] = useState<{ isSent: boolean; answer: string }>()
  const { data } = mail
  const { data: business } = found
  if (!data || !business) {
    const failed = [mail, found].find(query => query.error && !query.data)
    return failed?.error ? (
      <NotLoaded error={failed.error} onRetry={failed.refetch} />
    ) : (
      <ListSkeleton count={3} shape="row" />
    )
  }
  return (
    <>
      <p>
        Mails are sent from {data.from}
        {data.server ? (
          ` through ${data.server}.`
        ) : (
          <>
            {', and stay in the '}
            <a href="/dev/mailbox" target="_blank" rel="noreferrer">
              practice mailbox
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            .
          </>
        )}
      </p>
      {data.checkedAt && (
        <p>
          <StateWord is="good">A test mail arrived</StateWord>
        </p>
      )}
      <EditForm
        values={{ to: business.email }}
        save="Send me a test"
        done=""
        onSave={(text, { requestId }) => check.mutateAsync({ to: text('to').trim(), requestId })}
        onSaved={saved => setAnswer(saved)}
      >
        <Field label="Send it to" name="to" type="email" autoComplete="email" isStarred />
      </EditForm>
      {answer && (
        <p role="status">
          <StateWord is={answer.isSent ? 'part' : 'look'}>
            {answer.isSent ? 'Sent' : 'It was not sent'}
          </StateWord>
          . {data.server && 'The mail server answered: '}
          {answer.answer}
        </p>
      )}
      {(answer ? answer.isSent : data.isTestSent && !data.checkedAt) && (
        <p>
          <Button
            look="secondary"
            isBusy={confirm.isPending}
            onClick={() => confirm.mutate(undefined, { onSuccess: onArrived })}
          >
            The test has arrived
          </Button>
        </p>
      )}
    </>
  )
}
