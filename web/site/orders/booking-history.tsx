import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { useToday } from '#web/today.tsx'
import { slashedMoment } from '#web/ui/british-dates.ts'
import { Money } from '#web/ui/money.tsx'
import { OrderHistory } from './order-history.tsx'
import { type BookingOrder, ordersQuery } from './order-queries.ts'
import { attendeeHeading, attendeeOf, creditsSpent, daysBooked, methodWord } from './order-words.ts'
import { StatusBadge } from './status-badge.tsx'

/** The orders of one kind of session: the documents' nine columns (spec 2 §2). */
export function BookingHistory({ kind }: { kind: OfferingKind }) {
  const api = useApi()
  const today = useToday()
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
              <span className="small booked-days">{daysBooked(order, today)}</span>
            </>
          ),
        },
        { heading: 'Order Time', cell: order => slashedMoment(order.placedAt) },
        { heading: attendeeHeading(kind), cell: order => attendeeOf(order.summary) },
        { heading: 'Payment Status', cell: order => <StatusBadge status={order.status} /> },
        { heading: 'Method', cell: order => methodWord(order.paymentMethod) },
        { heading: 'Amount', cell: order => <Money pence={order.totalPence} /> },
        { heading: 'Credits used', cell: order => order.creditsUsed },
      ]}
      summary={order => ({
        image: order.summary.image,
        name: order.summary.name,
        lines: [
          `${daysBooked(order, today)} · ${attendeeOf(order.summary)}`,
          `Ordered ${slashedMoment(order.placedAt)}`,
          paidHow(order),
        ],
        badge: <StatusBadge status={order.status} />,
      })}
    />
  )
}

function paidHow({ paymentMethod, creditsUsed }: BookingOrder): string {
  const credits = creditsSpent(creditsUsed)
  return paymentMethod === 'none' ? credits : `${methodWord(paymentMethod)} · ${credits}`
}
