import './place-list.css'
import { useEffect, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { directionsTo } from '#domain/map-links.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { refundInWords } from '#domain/refund-words.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDays, spokenWhen } from '#web/ui/british-dates.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { calendarFileOf } from './calendar-file.ts'
import { CancelPlaceButton, isCancellable } from './cancel-place.tsx'
import { type BookedPlace, useTellAbsence } from './own-booking-queries.ts'
import { RescheduleDialog } from './reschedule-dialog.tsx'

export interface PlaceListProps {
  places: readonly BookedPlace[]
  /** Whether the places are paid. If so, directions and a calendar file are offered until they begin. */
  isBooked: boolean
  /** Whether the viewer has an account, and so can move them. */
  canMove?: boolean
  /** Whether the family can cancel it here, if the business allows it. */
  canCancel?: boolean
  /** How many places there are, if they may be more than those listed. */
  total?: number
  /** Whether address, ages and the calendar file are left out; each links to its order, which has them. */
  isBrief?: boolean
  onMoved?: (to: { kind: OfferingKind; day: string }) => void
}

const maxShown = 3

/** Booked places: when and where first, then the attendee, and the actions. */
export function PlaceList({ places, total = places.length, onMoved, ...given }: PlaceListProps) {
  const [moving, setMoving] = useState<BookedPlace>()
  const [moved, setMoved] = useState<BookedPlace>()
  useEffect(() => {
    const now = places.find(({ bookingId }) => bookingId === moved?.bookingId)
    if (!moved || now?.sessionId === moved.sessionId) return
    // Moves the focus to the new card, which may be folded or missing.
    const card = document.getElementById(idOf(moved))
    card?.closest('details')?.setAttribute('open', '')
    const place = card ?? document.querySelector('main')
    place?.focus()
    setMoved(undefined)
  }, [places, moved])
  const card = (place: BookedPlace) => (
    <PlaceCard key={place.bookingId} place={place} {...given} onMove={() => setMoving(place)} />
  )
  const others = places.slice(maxShown)
  return (
    <>
      <ul className="place-list">{places.slice(0, maxShown).map(card)}</ul>
      {others.length > 0 && (
        <details className="more-places">
          <summary className="text-link">and {total - maxShown} more</summary>
          <ul className="place-list">{others.map(card)}</ul>
          {total > places.length && <p className="above-s">Later dates are in the calendar.</p>}
        </details>
      )}
      {moving && (
        <RescheduleDialog
          kind={moving.kind}
          place={{ ...moving, date: moving.startDate }}
          onMoved={({ date }) => {
            setMoved(moving)
            onMoved?.({ kind: moving.kind, day: date })
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
    </>
  )
}

const idOf = ({ bookingId }: BookedPlace) => `place-${bookingId}`

function PlaceCard({
  place,
  isBooked,
  canMove = false,
  canCancel = false,
  isBrief = false,
  onMove,
}: Omit<PlaceListProps, 'places' | 'total' | 'onMoved'> & { place: BookedPlace; onMove: () => void }) {
  const { title, attendee, venue, address, room, ages, orderNumber } = place
  const now = useNowInLondon()
  const today = useToday()
  const days = spokenDays(place.startDate, place.endDate, today)
  const when = spokenWhen(place, today)
  const isCancelled = place.state === 'cancelled'
  const back = place.refund && refundInWords(place.refund)
  const whatAndWhen = `${title} for ${attendee} on ${days}`
  return (
    <li id={idOf(place)} tabIndex={-1} className="card place">
      <p className="place-when strong">
        {isBrief ? (
          <PageLink to={addresses.orderOf[place.kind]({ orderNumber })} className="text-link">
            {when}
          </PageLink>
        ) : isCancelled ? (
          <s>{when}</s>
        ) : (
          when
        )}
      </p>
      {isCancelled && <p className="strong">Cancelled</p>}
      {back && <p>{back}</p>}
      <p>
        {title}
        {place.isTrial && ' (trial)'} for {attendee}
      </p>
      <p className="small quiet">{[room, venue, !isBrief && address].filter(Boolean).join(', ')}</p>
      {!isBrief && <p className="small quiet">{ages}</p>}
      {place.isAbsent && !isCancelled && <p className="strong">You told us: can’t come</p>}
      {!isCancelled && place.toBring && <p className="small">To bring: {place.toBring}</p>}
      <p className="row small no-print">
        {isBooked && !isCancelled && `${place.endDate} ${place.endTime}` > now && (
          <>
            <a href={directionsTo(place)} target="_blank" rel="noreferrer" className="text-link">
              Directions<span className="sr-only"> to {venue} (opens a map)</span>
            </a>
            {!isBrief && (
              <button
                type="button"
                className="text-link"
                aria-label={`Add to calendar: ${whatAndWhen}`}
                onClick={() => saveFile(calendarFileOf(place))}
              >
                Add to calendar
              </button>
            )}
            {canMove && `${place.startDate} ${place.startTime}` > now && (
              <button
                type="button"
                className="text-link"
                aria-label={`Reschedule ${whatAndWhen}`}
                onClick={onMove}
              >
                Reschedule
              </button>
            )}
            {canMove && <AbsenceButton place={place} whatAndWhen={whatAndWhen} />}
            {canCancel && isCancellable(place, now) && <CancelPlaceButton place={place} />}
          </>
        )}
      </p>
    </li>
  )
}

/** Tells the business that nobody will come. No money moves, and a second press withdraws it. */
function AbsenceButton({
  place: { bookingId, isAbsent = false },
  whatAndWhen,
}: {
  place: BookedPlace
  whatAndWhen: string
}) {
  const tell = useTellAbsence()
  const label = isAbsent ? 'Can come after all' : 'Can’t come'
  return (
    <button
      type="button"
      className="text-link"
      aria-label={`${label}: ${whatAndWhen}`}
      aria-busy={tell.isPending || undefined}
      onClick={() => tell.isPending || tell.mutate({ bookingId, isAbsent: !isAbsent })}
    >
      {label}
    </button>
  )
}
