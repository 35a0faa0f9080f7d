import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useBusiness, useCheckMail, useConfirmMail, useMailServer, useMailState } from './business-queries.ts'
import { DnsRecords, MailServerForm } from './mail-server-form.tsx'

/** Sends a test mail, shows the mail server's answer, and asks whether it arrived. */
export function MailStep({ onArrived }: { onArrived: () => void }) {
  const mail = useMailState()
  const found = useBusiness()
  const check = useCheckMail()
  const confirm = useConfirmMail()
  const { data: server } = useMailServer()
  const [answer, setAnswer] = useState<{ isSent: boolean; answer: string }>()
  const { data } = mail
  const { data: business } = found
  if (!data || !business) {
    const failed = [mail, found].find(query => query.error && !query.data)
    return failed?.error ? (
      <NotLoaded error={failed.error} onRetry={failed.refetch} />
    ) : (
      <ListLoading count={3} shape="row" />
    )
  }
  return (
    <>
      {data.server && (
        <p>
          Mails are sent from {data.from} through {data.server}.
          {server?.setIn === 'environment' && ' Both are in the settings of the machine.'}
        </p>
      )}
      {data.isPractice && (
        <p>
          Mails are sent from {data.from}, and stay in the{' '}
          <a href="/dev/mailbox" target="_blank" rel="noreferrer">
            practice mailbox
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          .
        </p>
      )}
      {!data.server && !data.isPractice && (
        <p>
          <StateWord is="look">No mail server yet</StateWord>{' '}
          {data.waiting > 0 &&
            `${data.waiting === 1 ? 'A mail waits' : `${data.waiting} mails wait`} for it. `}
          {server ? 'Your mail provider tells you what to enter.' : 'The owner enters it here.'}
        </p>
      )}
      {server?.setIn === 'office' && <MailServerForm server={server} />}
      {server && server.dns.length > 0 && <DnsRecords records={server.dns} />}
      {data.checkedAt && (
        <p>
          <StateWord is="good">A test mail arrived</StateWord>
        </p>
      )}
      {(data.server || data.isPractice) && (
        <EditForm
          values={{ to: business.email }}
          save="Send me a test"
          done=""
          onSave={(text, { requestId }) => check.mutateAsync({ to: text('to').trim(), requestId })}
          onSaved={saved => setAnswer(saved)}
        >
          <Field label="Send it to" name="to" type="email" autoComplete="email" isStarred />
        </EditForm>
      )}
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
