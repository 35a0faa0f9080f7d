import { useMemo, useRef } from 'react'
import { offeringKinds } from '#domain/offering-kinds.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { useStandingAction } from '#web/navigation/pending-action.ts'
import { readToken } from '#web/session.ts'
import { BookingDialog } from '#web/site/booking/booking-dialog.tsx'
import { type KeptChoice, KeptChoiceProvider } from '#web/site/booking/kept-choice.ts'
import { TrialDialog } from '#web/site/booking/trial-dialog.tsx'
import { AddChildHere } from '#web/site/children/add-child-here.tsx'
import { DetailsDialog } from '#web/site/offerings/details-dialog.tsx'
import type { ClickedSession, SessionAction, SessionDialogProps } from '#web/site/offerings/session-card.tsx'
import { JoinDialog, SessionOver } from '#web/site/waiting-list/waiting-list-dialog.tsx'

/** A session of a timetable, and the action chosen for it. */
export interface SessionRequest {
  name: SessionAction
  /** The chosen session. From within a booking it may be in another week than the one shown. */
  session: ClickedSession
  choice?: KeptChoice
  /** The child that was added when one was required. */
  childId?: number
}

interface AskedDialogProps extends SessionDialogProps {
  request: SessionRequest
}

/** Whether the session is over for this action. Somebody who books sees other sessions instead (decision C-02). */
const isOver = (
  name: SessionAction,
  { kind, session }: Pick<SessionDialogProps, 'kind' | 'session'>,
): boolean =>
  session.isBookable === false &&
  (name === 'waitingList' || !(readToken() || offeringKinds[kind].guestsMayBook))

/** The dialog of the chosen action. One file contains all of them, so that a phone loads one. */
export function SessionDialog({
  request: { name, choice, childId },
  onClose,
  onAsk,
  ...about
}: AskedDialogProps) {
  const kept = useMemo<KeptChoice>(
    () => (childId ? { ...choice, childIds: [...(choice?.childIds ?? []), childId] } : { ...choice }),
    [choice, childId],
  )
  useStandingAction({ name, session: about.session, choice: kept }, name !== 'details')
  const asked = useRef<Parameters<typeof onAsk>>(undefined)
  const given: SessionDialogProps = {
    ...about,
    onAsk: (...next) => {
      // Closed by going back, so that the next dialog's history entry takes this one's place.
      asked.current = next
      closeDialog()
    },
    onClose: () => {
      const next = asked.current
      asked.current = undefined
      if (!next) return onClose()
      // The next dialog begins with the date that was pressed, and is for one child unless it books.
      kept.sessionIds = undefined
      if (kept.childIds?.[1]) kept.childIds = undefined
      onAsk(...next)
    },
  }
  if (name === 'details') return <DetailsDialog {...given} />
  const Dialog = isOver(name, about)
    ? SessionOver
    : { trial: TrialDialog, waitingList: JoinDialog, book: BookingDialog }[name]
  return (
    <KeptChoiceProvider value={kept}>
      <AddChildHere>
        <Dialog {...given} />
      </AddChildHere>
    </KeptChoiceProvider>
  )
}
