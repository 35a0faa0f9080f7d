import './coming-dates.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import type { SessionAction } from '#web/site/offerings/session-card.tsx'
import type { Session, Week } from '#web/site/offerings/timetable-query.ts'
import { addressOf } from '#web/site/offerings/timetable-view.ts'
import { TrialLabel } from '#web/site/offerings/trial-label.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useBookingDialogs } from './booking-dialogs.tsx'

/** The rows that are shown before “Show more dates”. */
const firstRows = 5

interface ComingDatesProps {
  kind: OfferingKind
  typeId: number
  dates: UseQueryResult<Week>
}

/** Lists the next dates of a type with venue and places left; each opens its booking dialog. */
export function ComingDates({ kind, typeId, dates }: ComingDatesProps) {
  const today = useToday()
  const [showsAll, setShowsAll] = useState(false)
  const week = dates.data
  const [ask, dialogs] = useBookingDialogs(kind, week)
  if (dates.isError && !week) return <ErrorPanel onRetry={() => dates.refetch()} />
  const sessions = week?.flatMap(day => day.sessions) ?? []
  const shown = showsAll ? sessions : sessions.slice(0, firstRows)
  const { many } = kindWords[kind]
  const whole = addresses.ofKind[kind].timetable()
  return (
    <section className="coming" aria-labelledby="coming-dates">
      <h2 id="coming-dates" className="card-title">
        Next dates
      </h2>
      {week && sessions.length === 0 && (
        <p className="quiet">No date is planned yet. Look in again, or see all {many}.</p>
      )}
      {week ? (
        <ul className="coming-rows">
          {shown.map(session => (
            <ComingDate key={session.id} session={session} today={today} onAsk={ask} />
          ))}
        </ul>
      ) : (
        <Loading className="stack gap-s">
          <Skeleton shape="card" />
          <Skeleton shape="card" />
        </Loading>
      )}
      <p className="row">
        {!showsAll && sessions.length > firstRows && (
          <button
            type="button"
            className="button button-secondary button-small"
            onClick={event => {
              const rows = event.currentTarget.closest('section')?.querySelector('ul')
              setShowsAll(true)
              // The pressed button disappears, so the focus moves to the first new row.
              requestAnimationFrame(() => rows?.children[firstRows]?.querySelector('button')?.focus())
            }}
          >
            Show more dates
          </button>
        )}
        <PageLink
          to={sessions[0] ? whole + addressOf({ day: sessions[0].date, filters: { typeId } }) : whole}
          className="text-link lone-link"
        >
          {sessions[0] ? 'All dates in the timetable' : `See all ${many}`}
        </PageLink>
      </p>
      {dialogs}
    </section>
  )
}

interface ComingDateProps {
  session: Session
  today: string
  onAsk: (action: SessionAction, session: Session) => void
}

function ComingDate({ session, today, onAsk }: ComingDateProps) {
  const { date, endDate, startTime, endTime, placesLeft, title, typeName } = session
  const isFull = placesLeft === 0
  const when =
    endDate === date ? spokenDate(date, today) : `${spokenDate(date, today)} – ${spokenDate(endDate, today)}`
  return (
    <li className="coming-row">
      <button
        type="button"
        className="coming-book"
        onClick={() => onAsk(isFull ? 'waitingList' : 'book', session)}
      >
        <span className="coming-when" id={`date-${session.id}`}>
          <strong>{when}</strong> <span className="figures">{timeRange(startTime, endTime)}</span>
        </span>{' '}
        <span className="coming-where">
          {title !== typeName && <b>{title} </b>}
          <span>{session.venue}</span> <span>{session.ages}</span>
        </span>{' '}
        <span className="coming-left" data-few={(placesLeft > 0 && placesLeft <= 3) || undefined}>
          {session.bookingId
            ? 'Booked'
            : isFull
              ? 'Full'
              : `${placesLeft} ${placesLeft === 1 ? 'place' : 'places'} left`}
        </span>{' '}
        <span className="coming-go">
          {isFull ? 'Waiting list' : 'Book'} <ChevronRight aria-hidden="true" className="icon" />
        </span>
      </button>
      {session.offersTrial && !isFull && (
        <button
          type="button"
          className="button button-secondary button-small"
          aria-describedby={`date-${session.id}`}
          onClick={() => onAsk('trial', session)}
        >
          <TrialLabel pricePence={session.trialPricePence} />
        </button>
      )}
    </li>
  )
}
