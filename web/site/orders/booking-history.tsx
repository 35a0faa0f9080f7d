import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { fullMoment } from '#web/ui/british-dates.ts'
import { BookAgain } from './book-again.tsx'
import { CancelledPlaces, MoneyBack, OrderAmount } from './cancelled-places.tsx'
import { OrderHistory } from './order-history.tsx'
import { type BookingOrder, ordersQuery } from './order-queries.ts'
import {
  attendeeHeading,
  attendeeOf,
  creditsSpent,
  daysBooked,
  isWhollyCancelled,
  methodOf,
  standing,
  statusOf,
} from './order-words.ts'
import { ReceiptLink } from './receipt-link.tsx'
import { StatusBadge } from './status-badge.tsx'

/** The orders of one kind of session, with the nine documented columns (spec 2 §2). */
export function BookingHistory({ kind }: { kind: OfferingKind }) {
  const api = useApi()
  const today = useToday()
  const now = useNowInLondon()
  return (
    <OrderHistory
      kind={kind}
      orders={asked => ordersQuery(api, kind, asked)}
      empty={{
        title: 'No bookings yet',
        text: 'When you book, your orders appear here.',
        action: 'See what is on',
      }}
      columns={[
        {
          heading: 'Class',
          cell: order => (
            <>
              <span className="strong">{order.summary.name}</span>
              {!isWhollyCancelled(order.sessions) && (
                <span className="small booked-days">{daysLeft(order, today)}</span>
              )}
              <CancelledPlaces sessions={order.sessions} />
              <MoneyBack order={order} />
            </>
          ),
        },
        { heading: 'Order Time', cell: order => fullMoment(order.placedAt) },
        { heading: attendeeHeading(kind), cell: order => attendeeOf(order.summary) },
        { heading: 'Payment Status', cell: order => <StatusBadge {...statusOf(order)} /> },
        { heading: 'Method', cell: methodOf },
        { heading: 'Amount', cell: order => <OrderAmount order={order} /> },
        { heading: 'Credits used', cell: order => order.creditsUsed },
      ]}
      summary={order => ({
        image: order.summary.image,
        name: order.summary.name,
        amount: <OrderAmount order={order} />,
        lines: [
          ...(isWhollyCancelled(order.sessions)
            ? []
            : [`${daysLeft(order, today)} · ${attendeeOf(order.summary)}`]),
          `Ordered ${fullMoment(order.placedAt)}`,
          paidHow(order),
        ],
        notes: (
          <>
            <CancelledPlaces sessions={order.sessions} />
            <MoneyBack order={order} />
          </>
        ),
        badge: <StatusBadge {...statusOf(order)} />,
        actions: order.status === 'paid' && (
          <>
            {!order.expectedPence && <ReceiptLink orderNumber={order.orderNumber} of={order.summary.name} />}
            {isOver(order, now) && <AgainOf kind={kind} order={order} />}
          </>
        ),
      })}
    />
  )
}

const daysLeft = ({ sessions }: BookingOrder, today: string) =>
  daysBooked({ sessions: [...standing(sessions)] }, today)

/** Whether everything that was booked is over. */
const isOver = ({ sessions }: BookingOrder, now: string): boolean =>
  !isWhollyCancelled(sessions) &&
  standing(sessions).every(({ endDate, endTime }) => `${endDate} ${endTime}` <= now)

function AgainOf({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  const [first] = standing(order.sessions)
  return first && <BookAgain kind={kind} place={{ ...first, title: order.summary.name }} />
}

function paidHow(order: BookingOrder): string {
  const credits = creditsSpent(order.creditsUsed)
  return order.paymentMethod === 'none' ? credits : `${methodOf(order)} · ${credits}`
}
