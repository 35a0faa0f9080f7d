import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import type { Session } from '#web/site/offerings/timetable-query.ts'
import type { TimetableView } from '#web/site/offerings/timetable-view.ts'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showProblem } from '#web/ui/messages.tsx'
import { changeTargetsQuery, type OwnPlace, useMovePlace } from './calendar-queries.ts'
import { FilteredWeek } from './filtered-week.tsx'
import { OwnSessionCard } from './own-session-card.tsx'

interface RescheduleDialogProps {
  kind: OfferingKind
  place: OwnPlace
  onClose: () => void
}

/** The calendar of sessions that a place can be moved to, with filters and weeks of its own (spec 2 §2). */
export function RescheduleDialog({ kind, place, onClose }: RescheduleDialogProps) {
  const [view, setView] = useState<TimetableView>({ day: place.date, filters: {} })
  const week = useQuery(changeTargetsQuery(useApi(), kind, place, view))
  const move = useMovePlace(kind)
  const { error } = week
  useEffect(() => {
    if (!error) return
    if (!(error instanceof Refusal)) showProblem(sentences.unexpected)
    onClose()
  }, [error, onClose])
  const select = (sessionId: number) =>
    move.mutate({ bookingId: place.bookingId, sessionId }, { onSuccess: onClose })
  return (
    <Dialog title="Reschedule" size="wide" onClose={onClose}>
      <p className="reschedule-dialog-note">
        Choose another time for {place.what}, now on {spokenDate(place.date)}. It costs nothing to move.
      </p>
      <FilteredWeek
        kind={kind}
        labels={{
          filters: 'Filter what can be chosen',
          weeks: 'Week to choose from',
          grid: 'To choose from',
        }}
        view={view}
        onView={setView}
        week={week}
        card={session => (
          <TargetCard
            key={session.id}
            session={session}
            isPresent={session.id === place.sessionId}
            isBusy={move.isPending}
            onSelect={() => select(session.id)}
          />
        )}
      />
    </Dialog>
  )
}

interface TargetCardProps {
  session: Session
  isPresent: boolean
  isBusy: boolean
  onSelect: () => void
}

/** Only what may be chosen has a Select (decision E-19). */
function TargetCard({ session, isPresent, isBusy, onSelect }: TargetCardProps) {
  const { id, isBookable, placesLeft } = session
  const why = isPresent ? 'Your present place' : placesLeft === 0 ? 'Full' : 'Not available'
  return (
    <OwnSessionCard
      id={`target-${id}`}
      session={session}
      isOpen={isBookable}
      fact={isBookable ? undefined : why}
      action={
        isBookable && (
          <button
            type="button"
            className="session-action session-action-first"
            aria-describedby={`target-${id}`}
            aria-disabled={isBusy || undefined}
            onClick={isBusy ? undefined : onSelect}
          >
            Select
          </button>
        )
      }
    />
  )
}
