import '#web/site/payments/order-in-brief.css'
import type { ReactNode } from 'react'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useCardPage } from '#web/site/payments/checkout.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useCancelOrder, useReloadOrder } from './order-queries.ts'
import { daysBooked } from './order-words.ts'
import type { UnpaidOrder } from './own-booking-queries.ts'

type Unpaid = Omit<UnpaidOrder, 'holdExpiresAt'>

interface PayOrCancelProps {
  order: Unpaid
  /** What the button says that leads to the card page. */
  children: ReactNode
  cancelLabel?: string
  onCancelled?: () => void
}

/** What can be done with an unpaid order; bookings alone can be given back (decision E-01). */
export function PayOrCancel({ order, children, cancelLabel = 'Cancel', onCancelled }: PayOrCancelProps) {
  const { orderNumber, kind } = order
  const { open, isLeaving } = useCardPage()
  const reload = useReloadOrder()
  const bookingKind = everyOfferingKind.find(candidate => candidate === kind)
  return (
    <div className="row">
      <Button isBusy={isLeaving} onClick={() => open(orderNumber, reload)}>
        {children}
      </Button>
      {bookingKind && (
        <Cancel
          kind={bookingKind}
          order={order}
          isLeaving={isLeaving}
          label={cancelLabel}
          onCancelled={onCancelled}
        />
      )}
    </div>
  )
}

interface CancelProps {
  kind: OfferingKind
  order: Unpaid
  isLeaving: boolean
  label: string
  onCancelled: (() => void) | undefined
}

const cancelQuestion = 'Do you want to cancel this order? Its places are given back.'

function Cancel({ kind, order, isLeaving, label, onCancelled }: CancelProps) {
  const [confirm, confirmDialog] = useConfirm()
  const cancel = useCancelOrder(kind, order.orderNumber, () => {
    showSuccess(sentences.orderCancelled)
    // The button that was pressed goes with what could be paid.
    document.querySelector('main')?.focus({ preventScroll: true })
    onCancelled?.()
  })
  return (
    <>
      <Button
        look="secondary"
        isBusy={cancel.isPending}
        onClick={async () => {
          if (isLeaving) return
          const answers = { yes: 'Cancel the order', no: 'Keep it', what: <InBrief order={order} /> }
          if (await confirm(cancelQuestion, answers)) cancel.mutate()
        }}
      >
        {label}
      </Button>
      {confirmDialog}
    </>
  )
}

/** Which order it is, for whoever has several. */
function InBrief({ order }: { order: Unpaid }) {
  return (
    <dl className="in-brief above-m">
      <Fact name="What">{order.name}</Fact>
      <Fact name="When">{daysBooked(order, useToday())}</Fact>
      <Fact name="Amount">{pounds(order.totalPence)}</Fact>
    </dl>
  )
}
