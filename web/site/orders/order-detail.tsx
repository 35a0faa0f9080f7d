import './order-detail.css'
import * as addresses from '#contract/addresses.ts'
import './order-print.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useSupportContact } from '#web/site/content/support-contact.tsx'
import { useToday } from '#web/today.tsx'
import { slashedMoment, spokenUntil } from '#web/ui/british-dates.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'
import { BookedSessions } from './booked-sessions.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { type BookingOrder, orderQuery } from './order-queries.ts'
import { OrderReceipt } from './order-receipt.tsx'
import { methodWord, statusWord } from './order-words.ts'
import { type Receipt, receiptQuery } from './own-booking-queries.ts'
import { OwnCalendar } from './own-calendar.tsx'
import { PayOrCancel } from './pay-or-cancel.tsx'
import { PlaceList } from './place-list.tsx'
import { ProceedLabel } from './proceed-label.tsx'
import { StatusBadge } from './status-badge.tsx'

/** One order with its bookings; unpaid, it can be paid or cancelled (spec 2 §2, §4). */
export function OrderDetail({ kind }: { kind: OfferingKind }) {
  const [search] = useSearchParams()
  const orderNumber = addresses.orderOf[kind].read(search).orderNumber
  const order = useQuery({ ...orderQuery(useApi(), kind, orderNumber), enabled: orderNumber !== '' })
  const receipt = useQuery(receiptQuery(useApi(), { orderNumber }))
  if (order.data && !receipt.isLoading) {
    const firstDay = order.data.sessions[0]?.startDate
    return (
      <Order kind={kind} order={order.data} receipt={receipt}>
        {offeringKinds[kind].orderShowsCalendar && (
          <div className="no-print">
            <OwnCalendar key={firstDay} kind={kind} firstDay={firstDay} isReadOnly />
          </div>
        )}
      </Order>
    )
  }
  return <OrderMissing query={order} isNamed={orderNumber !== ''} />
}

interface OrderProps {
  kind: OfferingKind
  order: BookingOrder
  receipt: UseQueryResult<Receipt>
  children: ReactNode
}

function Order({ kind, order, receipt, children }: OrderProps) {
  return (
    <article className="order-detail">
      <OrderHead title={order.name} badge={<StatusBadge status={order.status} />} />
      <section aria-label="When and where" className="above-m no-print">
        {receipt.data ? (
          <PlaceList places={receipt.data.places} isBooked={order.status === 'paid'} canMove />
        ) : (
          <ErrorPanel onRetry={() => void receipt.refetch()} />
        )}
      </section>
      {order.status === 'pending' && <Payment kind={kind} order={order} />}
      <dl className="columns card order-facts">
        <Fact name="Order number">
          <span className="figures">{order.orderNumber}</span>
        </Fact>
        <Fact name="Name">{order.name}</Fact>
        <Fact name="Order time">{slashedMoment(order.placedAt)}</Fact>
        <Fact name="Status">{statusWord(order.status)}</Fact>
        <Fact name="Amount">
          <Money pence={order.totalPence} />
        </Fact>
        <Fact name="Method">{methodWord(order.paymentMethod)}</Fact>
        {order.creditsUsed > 0 && <Fact name="Credits used">{order.creditsUsed}</Fact>}
      </dl>
      {order.status === 'paid' && <PlansChange />}
      <BookedSessions kind={kind} order={order} />
      {order.status === 'paid' && receipt.data && <OrderReceipt receipt={receipt.data} />}
      {children}
    </article>
  )
}

/** What is paid is not cancelled here (decision E-01): how it is moved, and who gives it back. */
function PlansChange() {
  const { email, phone } = useSupportContact()
  return (
    <p className="quiet above-m no-print">
      Plans change? Until it starts you can move a place with Reschedule. To cancel what is paid, tell us at{' '}
      {email} or {phone};{' '}
      <PageLink to={addresses.terms()} className="text-link">
        the terms
      </PageLink>{' '}
      say by when.
    </p>
  )
}

function Payment({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  const today = useToday()
  return (
    <section aria-label="Payment" className="card order-payment stack no-print">
      <p>
        {order.holdExpiresAt
          ? `We are keeping your places until ${spokenUntil(order.holdExpiresAt, today)}. Pay by card to confirm them.`
          : 'Pay by card to confirm your places.'}
      </p>
      <PayOrCancel order={{ ...order, kind }}>
        <ProceedLabel pence={order.totalPence} />
      </PayOrCancel>
    </section>
  )
}
