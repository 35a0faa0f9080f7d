import './booked-sessions.css'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { refundInWords } from '#domain/refund-words.ts'
import { useToday } from '#web/today.tsx'
import { spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { type Column, Table } from '#web/ui/table.tsx'
import type { BookingOrder } from './order-queries.ts'
import { attendeeHeading, attendeeOf } from './order-words.ts'

type BookedSession = BookingOrder['sessions'][number]

/** The documented table of an order's places, on wide screens and on paper. */
export function BookedSessions({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  const today = useToday()
  const columns: Column<BookedSession>[] = [
    {
      heading: 'Class',
      cell: ({ name, isTrial, state, refund }) => {
        const what = isTrial ? `${name} (trial)` : name
        const back = refund && refundInWords(refund)
        return state ? (
          <>
            <s>{what}</s> Cancelled
            {back && <p className="small">{back}</p>}
          </>
        ) : (
          <b>{what}</b>
        )
      },
    },
    {
      heading: 'Class Date',
      cell: ({ startDate, endDate }) => (
        <span className="one-line">{spokenDays(startDate, endDate, today)}</span>
      ),
    },
    { heading: 'Venue', cell: session => session.venue },
    { heading: 'Age group', cell: session => session.ages },
    {
      heading: 'Class Time',
      cell: session => <span className="one-line">{timeRange(session.startTime, session.endTime)}</span>,
    },
    {
      heading: attendeeHeading(kind),
      cell: session => (
        <>
          {attendeeOf(session)}
          {session.question && (
            <p className="small">
              {session.question} {session.answer || 'Not answered'}
            </p>
          )}
        </>
      ),
    },
  ]
  return (
    <section aria-labelledby="booking-details" className="above-xl booked-sessions">
      <h2 id="booking-details" className="subheading">
        Booking details
      </h2>
      <Table
        columns={columns}
        rows={order.sessions}
        keyOf={session => session.bookingId}
        className="above-m"
      />
    </section>
  )
}
