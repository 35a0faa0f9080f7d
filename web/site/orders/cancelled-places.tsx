import './order-history.css'
import { backInWords, refundInWords } from '#domain/refund-words.ts'
import { useToday } from '#web/today.tsx'
import { spokenDays } from '#web/ui/british-dates.ts'
import { Money } from '#web/ui/money.tsx'
import type { BookingOrder } from './order-queries.ts'
import { attendeeOf, isWhollyCancelled } from './order-words.ts'

const maxShown = 3

/** Shows the places of a paid order that were cancelled, each with its refund. */
export function CancelledPlaces({ sessions }: Pick<BookingOrder, 'sessions'>) {
  const today = useToday()
  const cancelled = sessions.filter(({ state }) => state === 'cancelled')
  const others = cancelled.length - maxShown
  return (
    <>
      {cancelled.slice(0, maxShown).map(session => (
        <span key={session.bookingId} className="small booked-days">
          <s>
            {spokenDays(session.startDate, session.endDate, today)} for {attendeeOf(session)}
          </s>{' '}
          {(session.refund && refundInWords(session.refund)) || 'Cancelled'}
        </span>
      ))}
      {others > 0 && <span className="small booked-days">and {others} more cancelled</span>}
    </>
  )
}

/** Says what came back of an order without a cancelled place: “£3.50 refunded to your card”. */
export function MoneyBack({
  order: { refunds = [], creditsGiven = 0 },
}: {
  order: Pick<BookingOrder, 'refunds' | 'creditsGiven'>
}) {
  const back = backInWords({ refunds, creditsTaken: 0, creditsGiven })
  return back && <span className="small booked-days">{back}</span>
}

/** Shows what an order cost, struck through once all of its places are cancelled. */
export function OrderAmount({ order }: { order: Pick<BookingOrder, 'sessions' | 'totalPence'> }) {
  const amount = <Money pence={order.totalPence} />
  return isWhollyCancelled(order.sessions) ? <s>{amount}</s> : amount
}
