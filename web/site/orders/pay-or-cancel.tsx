import type { ReactNode } from 'react'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useCardPage } from '#web/site/payments/checkout.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useCancelOrder, useReloadOrder } from './order-queries.ts'
import type { UnpaidOrder } from './own-booking-queries.ts'

interface PayOrCancelProps {
  order: Pick<UnpaidOrder, 'orderNumber' | 'kind'>
  /** What the button says that leads to the card page. */
  children: ReactNode
}

/** What can be done with an unpaid order; bookings alone can be given back (decision E-01). */
export function PayOrCancel({ order, children }: PayOrCancelProps) {
  const { orderNumber, kind } = order
  const { open, isLeaving } = useCardPage()
  const reload = useReloadOrder()
  const bookingKind = everyOfferingKind.find(candidate => candidate === kind)
  return (
    <div className="row">
      <Button isBusy={isLeaving} onClick={() => open(orderNumber, reload)}>
        {children}
      </Button>
      {bookingKind && <Cancel kind={bookingKind} orderNumber={orderNumber} isLeaving={isLeaving} />}
    </div>
  )
}

const cancelQuestion = 'Do you want to cancel this order? Its places are given back.'

function Cancel(given: { kind: OfferingKind; orderNumber: string; isLeaving: boolean }) {
  const [confirm, confirmDialog] = useConfirm()
  const cancel = useCancelOrder(given.kind, given.orderNumber, () => {
    showSuccess(sentences.orderCancelled)
    // The button that was pressed goes with what could be paid.
    document.querySelector('main')?.focus({ preventScroll: true })
  })
  return (
    <>
      <Button
        look="secondary"
        isBusy={cancel.isPending}
        onClick={async () => {
          if (given.isLeaving) return
          if (await confirm(cancelQuestion, { yes: 'Cancel the order', no: 'Keep it' })) cancel.mutate()
        }}
      >
        Cancel
      </Button>
      {confirmDialog}
    </>
  )
}
