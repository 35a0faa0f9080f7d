import './order-detail.css'
import * as addresses from '#contract/addresses.ts'
import './order-print.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useCardPage } from '#web/site/payments/checkout.ts'
import { useToday } from '#web/today.tsx'
import { slashedMoment } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { Money, pounds } from '#web/ui/money.tsx'
import { BookedSessions } from './booked-sessions.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { type BookingOrder, orderQuery, useCancelOrder, useReloadOrder } from './order-queries.ts'
import { holdEnd, methodWord, statusWord } from './order-words.ts'
import { OwnCalendar } from './own-calendar.tsx'
import { StatusBadge } from './status-badge.tsx'

/** One order with its bookings; unpaid, it can be paid or cancelled (spec 2 §2, §4). */
export function OrderDetail({ kind }: { kind: OfferingKind }) {
  const [search] = useSearchParams()
  const orderNumber = addresses.orderOf[kind].read(search).orderNumber
  const order = useQuery({ ...orderQuery(useApi(), kind, orderNumber), enabled: orderNumber !== '' })
  if (order.data) {
    const firstDay = order.data.sessions[0]?.startDate
    return (
      <Order kind={kind} order={order.data}>
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
  children: ReactNode
}

function Order({ kind, order, children }: OrderProps) {
  return (
    <article className="order-detail">
      <OrderHead title={order.name} badge={<StatusBadge status={order.status} />} />
      {order.status === 'pending' && <PayOrCancel kind={kind} order={order} />}
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
      <BookedSessions kind={kind} order={order} />
      {children}
    </article>
  )
}

const cancelQuestion = 'Do you want to cancel this order? Its places are given back.'

function PayOrCancel({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  const [confirm, confirmDialog] = useConfirm()
  const { orderNumber } = order
  const reload = useReloadOrder(kind, orderNumber)
  const today = useToday()
  const { open, isLeaving } = useCardPage()
  const cancel = useCancelOrder(kind, orderNumber, () => {
    showSuccess(sentences.orderCancelled)
    // The button that was pressed goes with what could be paid.
    document.querySelector('main')?.focus({ preventScroll: true })
  })
  return (
    <section aria-label="Payment" className="card order-payment stack no-print">
      <p>
        {order.holdExpiresAt
          ? `We are keeping your places until ${holdEnd(order.holdExpiresAt, today)}. Pay by card to confirm them.`
          : 'Pay by card to confirm your places.'}
      </p>
      <div className="row">
        <Button isBusy={isLeaving} onClick={() => !cancel.isPending && open(orderNumber, reload)}>
          Proceed · pay {pounds(order.totalPence)}
        </Button>
        <Button
          look="secondary"
          isBusy={cancel.isPending}
          onClick={async () => {
            if (isLeaving) return
            if (await confirm(cancelQuestion, { yes: 'Cancel the order', no: 'Keep it' })) cancel.mutate()
          }}
        >
          Cancel
        </Button>
      </div>
      {confirmDialog}
    </section>
  )
}
