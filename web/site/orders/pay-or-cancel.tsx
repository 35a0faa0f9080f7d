import '#web/site/payments/order-in-brief.css'
import type { ReactNode } from 'react'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useCardPage } from '#web/site/payments/checkout.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { useConfirm } from '#web/ui/forms/confirm-dialog.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useCancelOrder, useReloadOrder } from './order-queries.ts'
import { daysBooked } from './order-words.ts'
import type { UnpaidOrder } from './own-booking-queries.ts'

type Unpaid = Omit<UnpaidOrder, 'holdExpiresAt'>

interface PayOrCancelProps {
  order: Unpaid
  /** The label of the button to the card page. */
  children: ReactNode
  cancelLabel?: string
  onCancelled?: () => void
}

const cancelQuestion = 'Do you want to cancel this order? Its places are given back.'

/** The actions of an unpaid order; only bookings can be cancelled (decision E-01). */
export function PayOrCancel({ order, children, cancelLabel = 'Cancel', onCancelled }: PayOrCancelProps) {
  const { orderNumber } = order
  const kind = everyOfferingKind.find(candidate => candidate === order.kind)
  const { open, isLeaving, error } = useCardPage()
  const reload = useReloadOrder()
  const [confirm, confirmDialog] = useConfirm()
  const cancel = useCancelOrder(() => {
    showSuccess(sentences.orderCancelled)
    // The pressed button disappears with the payment.
    document.querySelector('main')?.focus({ preventScroll: true })
    onCancelled?.()
  })
  // Only one of the two at a time.
  const pay = () => cancel.isPending || open(orderNumber, reload)
  const giveBack = async (kind: OfferingKind) => {
    if (isLeaving) return
    const answers = { yes: 'Cancel the order', no: 'Keep it', what: <InBrief order={order} /> }
    if (await confirm(cancelQuestion, answers)) cancel.mutate({ kind, orderNumber })
  }
  return (
    <div className="row">
      <Button isBusy={isLeaving} onClick={pay}>
        {children}
      </Button>
      {kind && (
        <Button look="secondary" isBusy={cancel.isPending} onClick={() => giveBack(kind)}>
          {cancelLabel}
        </Button>
      )}
      <FailureNote error={error} act="pay" />
      <FailureNote error={cancel.error} act="cancel" />
      {confirmDialog}
    </div>
  )
}

/** Identifies the order, for customers with several. */
function InBrief({ order }: { order: Unpaid }) {
  return (
    <dl className="in-brief above-m">
      <Fact name="What">{order.name}</Fact>
      <Fact name="When">{daysBooked(order, useToday())}</Fact>
      <Fact name="Amount">{pounds(order.totalPence)}</Fact>
    </dl>
  )
}
