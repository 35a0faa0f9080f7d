import './waiting-page.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import * as addresses from '#contract/addresses.ts'
import { useApi } from '#web/api.ts'
import { ordinal } from '#web/site/offerings/family-words.ts'
import { useToday } from '#web/today.tsx'
import { spokenUntil, spokenWhen } from '#web/ui/british-dates.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useConfirm } from '#web/ui/forms/confirm-dialog.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { ownWaitingQuery, useLeaveWaitingList, type WaitingEntry } from './queries.ts'

/** Lists the family's places in waiting lists: the position, the end of an offer, and how to leave (record 035). */
export function WaitingPage() {
  const { data: entries, isPending, refetch } = useQuery(ownWaitingQuery(useApi()))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="heading">
        Waiting lists
      </h1>
      {entries?.length === 0 && (
        <EmptyState
          title="You are on no waiting list"
          action={<LinkButton to={addresses.ofKind.class.timetable()}>See what is on</LinkButton>}
        >
          When a class is full, press Waiting list: as soon as a place is free we keep it for you and write.
        </EmptyState>
      )}
      {entries && (
        <ul className="stack gap-m above-m">
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} onLeft={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {!entries &&
        (isPending ? (
          <ListSkeleton count={3} shape="card" className="above-m" />
        ) : (
          <ErrorPanel onRetry={() => void refetch()} />
        ))}
    </div>
  )
}

function Entry({ entry, onLeft }: { entry: WaitingEntry; onLeft: () => void }) {
  const { sessionId, startDate, endDate, startTime, endTime, offerExpiresAt, title, attendee } = entry
  const today = useToday()
  const leave = useLeaveWaitingList(onLeft)
  const [confirm, confirmDialog] = useConfirm()
  const when =
    startDate && endDate && startTime && endTime
      ? spokenWhen({ startDate, endDate, startTime, endTime }, today)
      : 'Any time of it'
  const what = `${title} for ${attendee}`
  return (
    <li className="card waiting-entry" data-offered={offerExpiresAt ? true : undefined}>
      <p className="strong">
        {offerExpiresAt
          ? `A place is kept for you until ${spokenUntil(offerExpiresAt, today)}`
          : entry.position === 1
            ? 'You are next'
            : `You are ${ordinal(entry.position)} in the queue`}
      </p>
      <p>{what}</p>
      <p className="small quiet">
        {when} · {entry.venue} · <span className="one-line">{entry.ages}</span>
      </p>
      <div className="row">
        {offerExpiresAt && startDate && sessionId && (
          <LinkButton
            to={addresses.ofKind[entry.kind].timetable({ date: startDate, sessionId })}
            size="small"
          >
            Book it
          </LinkButton>
        )}
        <Button
          look="secondary"
          size="small"
          aria-label={`Leave the waiting list: ${what}`}
          isBusy={leave.isPending}
          onClick={async () => {
            const question = offerExpiresAt
              ? 'Do you want to leave this waiting list? The place that is kept for you goes to the next.'
              : 'Do you want to leave this waiting list? You lose your place in the queue.'
            if (await confirm(question, { yes: 'Leave', no: 'Stay on it', what: <p>{what}</p> })) {
              leave.mutate(entry.id)
            }
          }}
        >
          Leave
        </Button>
        <FailureNote error={leave.error} act="wait" />
      </div>
      {confirmDialog}
    </li>
  )
}
