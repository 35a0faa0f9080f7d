import './next-session.css'
import { ArrowRight } from 'lucide-react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { useNextSession } from './queries.ts'
import type { Session } from './timetable-query.ts'
import type { Filters } from './timetable-view.ts'

interface NextSessionProps {
  kind: OfferingKind
  /** From this day on, or from today when it is over. */
  from: string
  filters: Filters
  addressOf: (session: Session) => string
  /** What is shown before it is full: another full one is no help. */
  isFull?: boolean
  /** It is gone to: the link may not be there afterwards. */
  onFollowed?: (session: Session) => void
}

/** “Next: Tue 24 Nov, 19:30 →”: where the calendar goes on. Its line is kept free until it is known. */
export function NextSession({
  kind,
  from,
  filters,
  addressOf,
  isFull = false,
  onFollowed,
}: NextSessionProps) {
  const today = useToday()
  const { data: next, isSuccess } = useNextSession(kind, from, filters)
  return (
    <p className="next-line">
      {next && !(isFull && next.placesLeft === 0) ? (
        <PageLink
          to={addressOf(next)}
          state={{ keepsScroll: true }}
          onClick={() => onFollowed?.(next)}
          className="next-session"
        >
          {isFull ? 'Next with a place' : 'Next'}: {spokenDate(next.date, today)}, {next.startTime}{' '}
          <ArrowRight aria-hidden="true" className="icon" />
        </PageLink>
      ) : (
        isSuccess && (
          <span className="quiet">
            {next ? 'What comes next is full, too.' : 'Nothing else is planned yet.'}
          </span>
        )
      )}
    </p>
  )
}
