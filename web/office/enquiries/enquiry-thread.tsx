import type { EnquiryEntry, OpenedEnquiry } from '#contract/office/enquiries.ts'
import { useToday } from '#web/today.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { StateWord } from '../ui/state-word.tsx'

/** Shows the enquiry, then the answers and notes, oldest first. */
export function EnquiryThread({
  enquiry: { name, email, phone, content, at, thread },
}: {
  enquiry: OpenedEnquiry
}) {
  const today = useToday()
  return (
    <ol className="enquiry-thread" aria-label="Thread">
      <li>
        <p className="enquiry-by">
          <span className="strong">{name || email || phone || 'Somebody'}</span>{' '}
          <span className="quiet">{spokenInstant(at, today)}</span>
        </p>
        <p className="enquiry-content">{content}</p>
      </li>
      {thread.map(entry => (
        <ThreadEntry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

export function ThreadEntry({ entry: { kind, by, at, body, mail } }: { entry: EnquiryEntry }) {
  const today = useToday()
  return (
    <li data-kind={kind}>
      <p className="enquiry-by">
        <span className="strong">{by}</span>{' '}
        <span className="quiet">
          {kind === 'note' ? 'noted for colleagues, ' : 'answered, '}
          {spokenInstant(at, today)}
        </span>{' '}
        {mail && <StateWord is={mailStates[mail][0]}>{mailStates[mail][1]}</StateWord>}
      </p>
      <p className="enquiry-content">{body}</p>
    </li>
  )
}

const mailStates = {
  waiting: ['open', 'On its way'],
  putOff: ['look', 'Delayed by their mail server'],
  sent: ['good', 'Sent'],
  refused: ['look', 'Refused by their mail server'],
} as const
