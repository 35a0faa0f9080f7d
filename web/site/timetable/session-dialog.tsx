import { BookingDialog } from '#web/site/booking/booking-dialog.tsx'
import { TrialDialog } from '#web/site/booking/trial-dialog.tsx'
import { DetailsDialog } from '#web/site/offerings/details-dialog.tsx'
import type { SessionAction, SessionDialogProps } from '#web/site/offerings/session-card.tsx'
import { WaitingListDialog } from '#web/site/waiting-list/waiting-list-dialog.tsx'

interface AskedDialogProps extends SessionDialogProps {
  name: SessionAction
  onBook: () => void
}

/** What was asked of a session in a timetable. One file for all of them, so that a phone fetches one. */
export function SessionDialog({ name, onBook, ...given }: AskedDialogProps) {
  if (name === 'details') return <DetailsDialog {...given} onBook={onBook} />
  if (name === 'trial') return <TrialDialog {...given} />
  if (name === 'waitingList') return <WaitingListDialog {...given} />
  return <BookingDialog {...given} />
}
