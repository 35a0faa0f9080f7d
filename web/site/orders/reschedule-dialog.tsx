import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { isRefused } from '#domain/refusal.ts'
import { type Obstacle, obstacleTo } from '#domain/rescheduling.ts'
import { useApi } from '#web/api.ts'
import { AgeHint } from '#web/site/booking/age-hint.tsx'
import { childrenQuery } from '#web/site/children/queries.ts'
import type { Session, Week } from '#web/site/offerings/timetable-query.ts'
import type { TimetableView } from '#web/site/offerings/timetable-view.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDate, spokenWhen } from '#web/ui/british-dates.ts'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { changeTargetsQuery, type OwnPlace, useMovePlace } from './calendar-queries.ts'
import { FilteredWeek } from './filtered-week.tsx'
import { OwnSessionCard } from './own-session-card.tsx'

interface RescheduleDialogProps {
  kind: OfferingKind
  place: OwnPlace
  /** It has been moved there; the dialog closes. */
  onMoved?: (target: Session) => void
  onClose: () => void
}

/** The calendar of sessions that a place can be moved to, with filters and weeks of its own (spec 2 §2, C-42). */
export function RescheduleDialog({ kind, place, onMoved, onClose }: RescheduleDialogProps) {
  const api = useApi()
  const [view, setView] = useState<TimetableView>({ day: place.date, filters: {} })
  const week = useQuery({ ...changeTargetsQuery(api, kind, place, view), select: ownClassFirst(place.title) })
  // The week that the dialog opens on has the present session, by whose price the others are told apart.
  const ownWeek = useQuery(changeTargetsQuery(api, kind, place, { day: place.date, filters: {} }))
  const present = ownWeek.data?.flatMap(day => day.sessions).find(({ id }) => id === place.sessionId)
  const today = useToday()
  const move = useMovePlace(kind)
  const children = useQuery(childrenQuery(api)).data ?? []
  const [confirm, confirmDialog] = useConfirm()
  const { error } = week
  useEffect(() => {
    // What did not arrive can be asked for again, like any list.
    if (isRefused(error)) onClose()
  }, [error, onClose])
  const select = async (target: Session) => {
    const what = (
      <>
        <dl className="stack gap-s above-s">
          {/* A calendar of one's own tells no last day; the list of targets does. */}
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

/** A place names its attendee as the account does. */
const isOf =
  ({ attendee }: OwnPlace) =>
  ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    [firstName, `${firstName} ${lastName}`].includes(attendee)

const isEligible = ({ isBookable }: Session) => isBookable

/** What can be chosen comes first, and of that the same class at another time. */
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

/** What stands in the way whatever the present place costs. */
const tellsNoPrice: Obstacle[] = ['present', 'over', 'full', 'noTrial']

/** Of a trial whose session offers none any more the page does not know what it was sold at. */
const knowsPrice = ({ isTrial }: OwnPlace, present: Session | undefined) =>
  present !== undefined && (!isTrial || present.offersTrial)

interface TargetCardProps {
  session: Session
  kind: OfferingKind
  place: OwnPlace
  /** The place's own session; unknown where it is no longer shown. */
  present: Session | undefined
  isBusy: boolean
  onSelect: () => void
}

/** Only what may be chosen has a Select (decision E-19); the others say why not. */
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
      // What the page does not know is left when nothing that it knows stands in the way.
      isAttendeeBooked: true,
      isTrialUsed: true,
    },
  )
  const isKnown = obstacle && (knowsPrice(place, present) || tellsNoPrice.includes(obstacle))
  return (
    <OwnSessionCard
      id={`target-${id}`}
      session={session}
      isOpen={isBookable}
      fact={!isBookable && isKnown ? obstacleWords[obstacle] : undefined}
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
