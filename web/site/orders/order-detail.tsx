import './order-detail.css'
import * as addresses from '#contract/addresses.ts'
import './order-print.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paymentExpected } from '#domain/desk-payment.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { backInWords } from '#domain/refund-words.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useSupportContact } from '#web/site/content/support-contact.tsx'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { fullMoment, spokenDays, spokenUntil } from '#web/ui/british-dates.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { pounds } from '#web/ui/money.tsx'
import { BookedSessions } from './booked-sessions.tsx'
import { CancellablePlaces, isCancellable } from './cancel-place.tsx'
import { OrderAmount } from './cancelled-places.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { type BookingOrder, orderQuery } from './order-queries.ts'
import { OrderReceipt } from './order-receipt.tsx'
import { methodOf, standing, statusOf } from './order-words.ts'
import { type BookedPlace, type Receipt, receiptQuery } from './own-booking-queries.ts'
import { OwnCalendar } from './own-calendar.tsx'
import { PayOrCancel } from './pay-or-cancel.tsx'
import { PlaceList } from './place-list.tsx'
import { ProceedLabel } from './proceed-label.tsx'
import { StatusBadge } from './status-badge.tsx'

/** Shows one order with its bookings; an unpaid one can be paid or cancelled (spec 2 §2, §4). */
export function OrderDetail({ kind }: { kind: OfferingKind }) {
  const [search] = useSearchParams()
  const orderNumber = addresses.orderOf[kind].read(search).orderNumber
  const order = useQuery({ ...orderQuery(useApi(), kind, orderNumber), enabled: orderNumber !== '' })
  const receipt = useQuery(receiptQuery(useApi(), { orderNumber }))
  if (order.data && !receipt.isLoading) {
    const firstDay = standing(order.data.sessions)[0]?.startDate
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
  const back = receipt.data && backInWords(receipt.data)
  return (
    <article className="order-detail">
      <OrderHead title={order.name} badge={<StatusBadge {...statusOf(order)} />} />
      <section aria-label="When and where" className="above-m no-print">
        {receipt.data ? (
          <PlaceList places={receipt.data.places} isBooked={order.status === 'paid'} canMove />
        ) : (
          <ErrorPanel onRetry={() => void receipt.refetch()} />
        )}
      </section>
      {order.status === 'pending' && <Payment kind={kind} order={order} />}
      {receipt.data?.desk && order.expectedPence && (
        <section aria-label="Payment" className="card order-payment stack">
          <p>
            {paymentExpected(receipt.data.desk)}.
            {order.paidPence > 0 && ` ${pounds(order.paidPence)} has arrived so far.`} Your receipt is here
            once all has arrived.
          </p>
          <HowToPayLater desk={receipt.data.desk} />
        </section>
      )}
      <dl className="columns card order-facts">
        <Fact name="Order number">
          <span className="figures">{order.orderNumber}</span>
        </Fact>
        <Fact name="Name">{order.name}</Fact>
        <Fact name="Order time">{fullMoment(order.placedAt)}</Fact>
        <Fact name="Status">{statusOf(order).word}</Fact>
        <Fact name="Amount">
          <OrderAmount order={order} />
        </Fact>
        <Fact name="Method">{methodOf(order)}</Fact>
        {order.creditsUsed > 0 && <Fact name="Credits used">{order.creditsUsed}</Fact>}
        {back && <Fact name="What came back">{back}</Fact>}
      </dl>
      {order.status === 'paid' && (
        <PlansChange places={receipt.data?.places ?? []} isExpected={Boolean(order.expectedPence)} />
      )}
      <BookedSessions kind={kind} order={order} />
      {receipt.data && <CancellablePlaces places={receipt.data.places} />}
      {receipt.data?.paidAt && <OrderReceipt receipt={receipt.data} />}
      {children}
    </article>
  )
}

/** Says how and by when to pay what the family chose to pay later, in the business's words (decision E-60). */
function HowToPayLater({ desk }: { desk: NonNullable<Receipt['desk']> }) {
  const today = useToday()
  const { expectedPence, reference, instructions, dueOn } = desk
  if (!instructions || !dueOn) return null
  return (
    <>
      <dl className="columns">
        <Fact name="To pay">
          {pounds(expectedPence)}, {dueOn < today ? 'which was due by' : 'by'}{' '}
          {spokenDays(dueOn, dueOn, today)}
        </Fact>
        <Fact name="Reference to quote">
          <b className="figures">{reference}</b>
        </Fact>
      </dl>
      <p className="order-instructions">{instructions}</p>
    </>
  )
}

/**
 * Explains how to move a paid booking, and how to cancel it: here if the business allows it, else by asking (decision
 * E-01).
 */
function PlansChange({ places, isExpected }: { places: readonly BookedPlace[]; isExpected: boolean }) {
  const { email, phone } = useSupportContact()
  const now = useNowInLondon()
  const canCancel = places.some(place => isCancellable(place, now))
  return (
    <p className="quiet above-m no-print">
      {canCancel
        ? 'Plans change? Until it starts you can move a place with Reschedule, or cancel it below. Questions? Ask us at '
        : `Plans change? Until it starts you can move a place with Reschedule. To cancel what is ${isExpected ? 'booked' : 'paid'}, tell us at `}
      {email} or {phone};{' '}
      <PageLink to={addresses.terms()} className="text-link">
        the terms
      </PageLink>{' '}
      say {canCancel ? 'more' : 'by when'}.
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
