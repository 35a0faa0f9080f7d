import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { isRefused } from '#domain/refusal.ts'
import { type Obstacle, obstacleTo } from '#domain/rescheduling.ts'
import { useApi } from '#web/api.ts'
import { childrenQuery } from '#web/site/children/queries.ts'
import { AgeHint } from '#web/site/offerings/age-hint.tsx'
import type { Session, Week } from '#web/site/offerings/timetable-query.ts'
import type { TimetableView } from '#web/site/offerings/timetable-view.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDate, spokenWhen } from '#web/ui/british-dates.ts'
import { Fact } from '#web/ui/facts.tsx'
import { useConfirm } from '#web/ui/forms/confirm-dialog.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { changeTargetsQuery, type OwnPlace, useMovePlace } from './calendar-queries.ts'
import { FilteredWeek } from './filtered-week.tsx'
import { OwnSessionCard } from './own-session-card.tsx'

interface RescheduleDialogProps {
  kind: OfferingKind
  place: OwnPlace
  /** Called when the place has moved; the dialog closes. */
  onMoved?: (target: Session) => void
  onClose: () => void
}

/** The calendar of sessions to which a place may move, with its own filters and weeks (spec 2 §2, C-42). */
export function RescheduleDialog({ kind, place, onMoved, onClose }: RescheduleDialogProps) {
  const api = useApi()
  const [view, setView] = useState<TimetableView>({ day: place.date, filters: {} })
  const week = useQuery({ ...changeTargetsQuery(api, kind, place, view), select: ownClassFirst(place.title) })
  // The first week contains the present session, with whose price the others are compared.
  const ownWeek = useQuery(changeTargetsQuery(api, kind, place, { day: place.date, filters: {} }))
  const present = ownWeek.data?.flatMap(day => day.sessions).find(({ id }) => id === place.sessionId)
  const today = useToday()
  const move = useMovePlace(kind)
  const children = useQuery(childrenQuery(api)).data ?? []
  const [confirm, confirmDialog] = useConfirm()
  const { error } = week
  useEffect(() => {
    // A failure can be retried, as for any list.
    if (isRefused(error)) onClose()
  }, [error, onClose])
  const select = async (target: Session) => {
    const what = (
      <>
        <dl className="stack gap-s above-s">
          {/* An own calendar has no last day; the list of targets does. */}
          <Fact name="From">
            {sessionWords(present ?? { ...place, startDate: place.date, endDate: place.date }, today)}
          </Fact>
          <Fact name="To">{sessionWords(target, today)}</Fact>
        </dl>
        <AgeHint session={target}>{children.filter(isOf(place))}</AgeHint>
      </>
    )
    const question = `Move the place of ${place.attendee}? It costs nothing.`
    if (!(await confirm(question, { yes: 'Move', no: 'Keep as it is', what }))) return
    const onSuccess = () => {
      onMoved?.(target)
      onClose()
    }
    move.mutate({ bookingId: place.bookingId, sessionId: target.id }, { onSuccess })
  }
  return (
    <>
      <Dialog title="Reschedule" size="wide" onClose={onClose}>
        <p className="reschedule-dialog-note">
          Choose another time for {place.title} for {place.attendee}, now on {spokenDate(place.date, today)}.
          It costs nothing to move.
        </p>
        <FailureNote error={move.error} act="move" />
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
          counts={isEligible}
          card={session => (
            <TargetCard
              key={session.id}
              session={session}
              kind={kind}
              place={place}
              present={present}
              isBusy={move.isPending}
              onSelect={() => void select(session)}
            />
          )}
        />
      </Dialog>
      {confirmDialog}
    </>
  )
}

/** Whether a place's attendee is this one, by the name in the account. */
const isOf =
  ({ attendee }: OwnPlace) =>
  ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    [firstName, `${firstName} ${lastName}`].includes(attendee)

const isEligible = ({ isBookable }: Session) => isBookable

/** Sorts sessions that can be chosen first, and among them the same class. */
const ownClassFirst = (title: string) => (week: Week) => {
  const rank = (session: Session) => (isEligible(session) ? (session.title === title ? 0 : 1) : 2)
  return week.map(day => ({
    ...day,
    sessions: day.sessions.toSorted((one, other) => rank(one) - rank(other)),
  }))
}

type PlaceAndTime = Pick<Session, 'title' | 'venue' | 'startDate' | 'endDate' | 'startTime' | 'endTime'>

const sessionWords = (session: PlaceAndTime, today: string) =>
  `${spokenWhen(session, today)}, ${session.title}, ${session.venue}`

const obstacleWords: Record<Obstacle, string> = {
  present: 'Your present place',
  over: 'Has begun',
  full: 'Full',
  otherPrice: 'Another price',
  noTrial: 'No trials',
  packOnly: 'Class pack only',
  attendeeBooked: 'Booked already',
}

/** Obstacles that do not depend on the current place's price. */
const priceFreeObstacles: Obstacle[] = ['present', 'over', 'full', 'noTrial']

/** Whether the current price is known. The page does not know what a trial cost if its session no longer offers one. */
const knowsPrice = ({ isTrial }: OwnPlace, present: Session | undefined) =>
  present !== undefined && (!isTrial || present.offersTrial)

interface TargetCardProps {
  session: Session
  kind: OfferingKind
  place: OwnPlace
  /** The place's own session; undefined if it is no longer shown. */
  present: Session | undefined
  isBusy: boolean
  onSelect: () => void
}

/** A session in the list. Only sessions that can be chosen have a Select (decision E-19); the others say why not. */
function TargetCard({ session, kind, place, present, isBusy, onSelect }: TargetCardProps) {
  const { id, isBookable } = session
  const now = useNowInLondon()
  const obstacle = obstacleTo(
    {
      ...(present ?? session),
      sessionId: place.sessionId,
      isTrial: place.isTrial,
      kind,
      hasStarted: false,
      isOfPack: present?.isPackOnly ?? false,
    },
    {
      ...session,
      kind,
      isScheduled: true,
      hasStarted: `${session.date} ${session.startTime}` <= now,
      // Assume the unknown when nothing known is an obstacle.
      isAttendeeBooked: true,
      isTrialUsed: true,
    },
  )
  const isKnown = obstacle && (knowsPrice(place, present) || priceFreeObstacles.includes(obstacle))
  return (
    <OwnSessionCard
      id={`target-${id}`}
      session={session}
      isOpen={isBookable}
      fact={isBookable ? undefined : (session.problem ?? (isKnown ? obstacleWords[obstacle] : undefined))}
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
