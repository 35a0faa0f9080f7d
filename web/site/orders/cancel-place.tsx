import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pounds } from '#domain/money.ts'
import { useApi } from '#web/api.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDays, spokenWhen } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import {
  type BookedPlace,
  type CancelTotals,
  cancelPreviewQuery,
  useCancelPlace,
} from './own-booking-queries.ts'

/** Whether the family may still cancel a place itself. */
export const isCancellable = (place: BookedPlace, now: string): boolean =>
  place.mayCancel === true && `${place.startDate} ${place.startTime}` > now

/** A button that asks before a place is cancelled. */
export function CancelPlaceButton({ place }: { place: BookedPlace }) {
  const [isAsked, setIsAsked] = useState(false)
  const today = useToday()
  const whatAndWhen = `${place.title} for ${place.attendee} on ${spokenDays(place.startDate, place.endDate, today)}`
  return (
    <>
      <button
        type="button"
        className="text-link lone-link"
        aria-label={`Cancel this place: ${whatAndWhen}`}
        onClick={() => setIsAsked(true)}
      >
        Cancel this place
      </button>
      {isAsked && <CancelPlaceDialog place={place} onClose={() => setIsAsked(false)} />}
    </>
  )
}

/** Shows the refund of a place before it is cancelled. */
function CancelPlaceDialog({ place, onClose }: { place: BookedPlace; onClose: () => void }) {
  const { bookingId, title, attendee, venue } = place
  const preview = useQuery(cancelPreviewQuery(useApi(), bookingId))
  const totals = preview.isError ? undefined : preview.data
  const cancel = useCancelPlace(closeDialog)
  const today = useToday()
  return (
    <Dialog
      title="Cancel this place"
      size="small"
      shape="card"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" data-begins onClick={closeDialog}>
            Keep it
          </Button>
          {totals && (
            <Button
              isBusy={cancel.isPending}
              onClick={() => cancel.mutate({ bookingIds: [bookingId], expected: totals })}
            >
              Cancel this place
            </Button>
          )}
        </>
      }
    >
      <p>
        {title} for {attendee}, {spokenWhen(place, today)}, {venue}
      </p>
      <div role="status" className="above-s">
        {totals && <p>{comesBack(totals, place)} This cannot be undone.</p>}
      </div>
      {preview.isPending && <ListSkeleton count={1} shape="row" />}
      {preview.isError && <ErrorPanel onRetry={() => void preview.refetch()} />}
      <FailureNote error={cancel.error} act="cancelPlace" />
    </Dialog>
  )
}

function comesBack(
  { refundedPence, keptPence, credits }: CancelTotals,
  { isPaidAtDesk }: Pick<BookedPlace, 'isPaidAtDesk'>,
): string {
  const credited = credits === 1 ? '1 credit comes' : `${credits} credits come`
  const back = [
    refundedPence > 0 &&
      (isPaidAtDesk
        ? `We will give you ${pounds(refundedPence)} back.`
        : `${pounds(refundedPence)} goes back to your card.`),
    credits > 0 && `${credited} back to your account.`,
  ].filter(Boolean)
  if (back.length === 0) {
    return isPaidAtDesk && keptPence === 0
      ? 'Nothing was received for it, so there is nothing to give back and nothing to pay.'
      : 'Nothing comes back for it now.'
  }
  return keptPence > 0 ? `${back.join(' ')} ${pounds(keptPence)} does not come back.` : back.join(' ')
}

/** The places of an order that its family may cancel; nothing if there are none. */
export function CancellablePlaces({ places }: { places: readonly BookedPlace[] }) {
  const now = useNowInLondon()
  const today = useToday()
  const cancellable = places.filter(place => isCancellable(place, now))
  if (cancellable.length === 0) return null
  return (
    <section aria-labelledby="cancel-places" className="above-l no-print">
      <h2 id="cancel-places" className="subheading">
        Cancel a place
      </h2>
      <ul className="above-s">
        {cancellable.map(place => (
          <li key={place.bookingId} className="row">
            <span>
              {spokenWhen(place, today)}: {place.title} for {place.attendee}
            </span>
            <CancelPlaceButton place={place} />
          </li>
        ))}
      </ul>
    </section>
  )
}
