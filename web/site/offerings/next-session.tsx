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
  /** The first day to search from; today when that is later. */
  from: string
  filters: Filters
  addressOf: (session: Session) => string
  /** Whether the shown session is full, so that another full one is skipped. */
  isFull?: boolean
  /** Called when the link is followed, after which it may disappear. */
  onFollowed?: (session: Session) => void
}

/** Links to the next session of the calendar: “Next: Tue 24 Nov, 19:30 →”. Its line is reserved while loading. */
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
