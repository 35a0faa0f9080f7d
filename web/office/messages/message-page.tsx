import '../ui/thing.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { MessageRecipient, OpenedMessage } from '#contract/office/messages.ts'
import { counted } from '#domain/counted.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { FactsTable, useQuestion } from '../ui/question.tsx'
import { messageQuery, recipientsQuery, useMarkPhoned, useStopMessage } from './message-queries.ts'
import { MessageState } from './message-state.tsx'

const allMessages = { to: addresses.messages(), label: 'All messages' }

/** Shows one message: its text, who got it, who has to be rung, and Stop while it is being sent. */
export function MessagePage() {
  const { id } = useAddressOf(addresses.message)
  const today = useToday()
  const message = useQuery(messageQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(message.isPending)
  if (!message.data) {
    if (message.isError)
      return <NotLoaded error={message.error} onRetry={message.refetch} level={1} back={allMessages} />
    return isSlow ? <ListLoading count={6} shape="row" /> : null
  }
  const { kind, subject, by, sendAt, text, stopped, state, withoutConsent } = message.data
  return (
    <>
      <PageHead title={subject} action={<Stop message={message.data} />}>
        <p>
          To <About message={message.data} />, by {by}, {spokenInstant(sendAt, today)}.{' '}
          <MessageState state={state} />
          {stopped && ` by ${stopped.by}, ${spokenInstant(stopped.at, today)}`}
        </p>
        <p>
          {kind === 'offers'
            ? 'An offer: only to those who agreed to offers.'
            : 'About what they booked, so consent to offers is not needed.'}
          {withoutConsent > 0 &&
            ` ${counted(withoutConsent, 'address was', 'addresses were')} left out: they have not agreed to offers.`}
        </p>
      </PageHead>
      <div className="stack">
        {text.split(/\n\s*\n/).map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <FactsTable facts={factsOf(message.data)} />
        <Recipients id={Number(id)} state={state} />
      </div>
    </>
  )
}

/** Names whom the message is for, with a link to their date or class. */
function About({ message: { about, sessionId, offeringId } }: { message: OpenedMessage }) {
  if (sessionId) return <PageLink to={addresses.register({ id: sessionId })}>{about}</PageLink>
  if (offeringId) return <PageLink to={addresses.plannedClass({ id: offeringId })}>{about}</PageLink>
  return about
}

function factsOf({ sent, waiting, putOff, givenUp, leftOut, toRing, withoutConsent }: OpenedMessage) {
  const facts = [
    ['Sent', sent],
    ['Waiting', waiting],
    ['Put off by their mail server', putOff],
    ['Given up', givenUp],
    ['Not sent', leftOut],
    ['To ring', toRing],
    ['Have not agreed to offers', withoutConsent],
  ] as const
  return facts.filter(([what, count]) => what === 'Sent' || count > 0)
}

function Stop({ message }: { message: OpenedMessage }) {
  const stop = useStopMessage()
  const [ask, question] = useQuestion()
  if (message.state !== 'planned' && message.state !== 'sending') return null
  const press = async () => {
    const answer = await ask({
      title: 'Stop this message?',
      facts: [['Already sent', message.sent]],
      children: <p>What was sent cannot be recalled. The others get nothing.</p>,
      verb: 'Stop the message',
    })
    if (answer) await stop.mutateAsync({ id: message.id })
  }
  return (
    <>
      <Button look="secondary" isBusy={stop.isPending} onClick={() => void press().catch(() => {})}>
        Stop
      </Button>
      {question}
    </>
  )
}

const words = {
  waiting: 'Waiting',
  putOff: 'Put off, tried again',
  sent: 'Sent',
  givenUp: 'Given up',
  leftOut: 'Not sent',
  toRing: 'To ring',
} as const

/** The words for the reasons why an address got no mail. An answer of the mail server is shown unchanged. */
const whyWords: Record<string, string> = { noConsent: 'no consent', over: 'no longer due' }

/** The sentence in place of recipients, while there are none. */
const nobodyWords: Record<OpenedMessage['state'], string> = {
  planned: 'Recipients are decided when the message begins',
  sending: 'Recipients are being decided',
  sent: 'It reached nobody',
  stopped: 'It was stopped before anybody got it',
}

function Recipients({ id, state: messageState }: { id: number; state: OpenedMessage['state'] }) {
  const today = useToday()
  const list = useInfiniteQuery(recipientsQuery(useOfficeApi(), id))
  const markPhoned = useMarkPhoned()
  const stateOf = ({ id: recipientId, state, at, why, name, rungAt }: MessageRecipient) =>
    state === 'toRing' ? (
      <Checkbox
        label={`Rung ${name}`}
        checked={rungAt !== null}
        disabled={markPhoned.isPending}
        onChange={event =>
          void markPhoned
            .mutateAsync({ id, recipientId, isRung: event.currentTarget.checked })
            .catch(() => {})
        }
      />
    ) : (
      [words[state], at && spokenInstant(at, today), whyWords[why] ?? why].filter(Boolean).join(' · ')
    )
  return (
    <DataTable
      label="Recipients"
      list={list}
      keyOf={recipient => recipient.id}
      columns={[
        { heading: 'Name', cell: ({ name, email }) => name || email },
        { heading: 'Address', cell: ({ email, phone }) => email || phone },
        { heading: 'State', cell: stateOf },
      ]}
      empty={{ sentence: nobodyWords[messageState] }}
    />
  )
}
