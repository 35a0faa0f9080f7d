import './order-table.css'
import './booked-sessions.css'
import { type ReactNode, useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useNowInLondon } from '#web/today.tsx'
import { spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { calendarFileOf } from './calendar-file.ts'
import type { OwnPlace } from './calendar-queries.ts'
import type { BookingOrder } from './order-queries.ts'
import { attendeeHeading, attendeeOf } from './order-words.ts'
import { RescheduleDialog } from './reschedule-dialog.tsx'

type BookedSession = BookingOrder['sessions'][number]

/** The places of an order; paid for and still to come, each can be moved and put into a calendar (B-02). */
export function BookedSessions({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  const [moving, setMoving] = useState<OwnPlace>()
  const now = useNowInLondon()
  const actionsOf = (session: BookedSession): ReactNode =>
    order.status === 'paid' &&
    `${session.startDate} ${session.startTime}` > now && (
      <span className="row gap-s no-print">
        <Button
          look="secondary"
          size="small"
          aria-label={`Reschedule ${whatAndWhen(session)}`}
          onClick={() => setMoving(placeOf(session))}
        >
          Reschedule
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-label={`Add to calendar: ${whatAndWhen(session)}`}
          onClick={() => saveFile(calendarFileOf(session))}
        >
          Add to calendar
        </Button>
      </span>
    )
  return (
    <section aria-labelledby="booking-details" className="above-xl">
      <h2 id="booking-details" className="subheading">
        Booking details
      </h2>
      <SessionTable kind={kind} sessions={order.sessions} actionsOf={actionsOf} />
      <ul className="stack gap-m booked-sessions-list above-m">
        {order.sessions.map(session => (
          <li key={session.bookingId} className="card booked-session">
            <p className="strong">
              {spokenDays(session.startDate, session.endDate)},{' '}
              {timeRange(session.startTime, session.endTime)}
            </p>
            <p>{titleOf(session)}</p>
            <p className="booked-session-facts small quiet">
              <span>{session.venue}</span> <span>{session.ages}</span> <span>{attendeeOf(session)}</span>
            </p>
            {actionsOf(session)}
          </li>
        ))}
      </ul>
      {moving && <RescheduleDialog kind={kind} place={moving} onClose={() => setMoving(undefined)} />}
    </section>
  )
}

interface SessionTableProps {
  kind: OfferingKind
  sessions: BookedSession[]
  actionsOf: (session: BookedSession) => ReactNode
}

function SessionTable({ kind, sessions, actionsOf }: SessionTableProps) {
  const headings = ['Class', 'Class Date', 'Venue', 'Age group', 'Class Time', attendeeHeading(kind)]
  const hasActions = sessions.some(actionsOf)
  return (
    <div className="card order-table booked-sessions-table above-m">
      <table>
        <thead>
          <tr>
            {headings.map(heading => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            {hasActions && (
              <th scope="col" className="no-print">
                <span className="sr-only">What you can do</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sessions.map(session => (
            <tr key={session.bookingId}>
              <td className="strong">{titleOf(session)}</td>
              <td className="one-line">{spokenDays(session.startDate, session.endDate)}</td>
              <td>{session.venue}</td>
              <td>{session.ages}</td>
              <td className="one-line">{timeRange(session.startTime, session.endTime)}</td>
              <td>{attendeeOf(session)}</td>
              {hasActions && <td className="no-print">{actionsOf(session)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const titleOf = ({ name, isTrial }: BookedSession) => (isTrial ? `${name} (trial)` : name)

const whatAndWhen = (session: BookedSession) =>
  `${session.typeName} for ${attendeeOf(session)} on ${spokenDays(session.startDate, session.endDate)}`

const placeOf = (session: BookedSession): OwnPlace => ({
  bookingId: session.bookingId,
  sessionId: session.sessionId,
  date: session.startDate,
  what: `${session.typeName} for ${attendeeOf(session)}`,
})
