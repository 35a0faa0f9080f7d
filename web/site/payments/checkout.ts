import { type ReactNode, useEffect } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { submitted } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken } from '#web/session.ts'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { showNote } from '#web/ui/messages.tsx'
import { useOpenCardPage } from './queries.ts'

/** What a placed order answers. */
export type Placed = Value<typeof submitted>

/** What the page of thanks is told beside its address, which holds nobody's own words: of what a mail is to confirm. */
export interface ThanksState {
  mailedTo: string
  title: string
  venue: string
  sessions: Record<'startDate' | 'endDate' | 'startTime' | 'endTime', string>[]
}

/** The way to the card page; `isLeaving` until the browser is gone, and no longer when it has come back. */
export function useCardPage() {
  const { mutate, isPending, isSuccess, reset } = useOpenCardPage()
  useEffect(() => {
    // Back from the card page, out of the browser's memory: the buttons are free again.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  const open = (orderNumber: string, onError?: (error: Error) => void) =>
    mutate(orderNumber, { onSuccess: ({ url }) => location.assign(url), onError })
  return { open, isLeaving: isPending || isSuccess }
}

/**
 * From the question whether to order to where a placed order goes (`finish`): to the card page, or straight to the
 * thanks when nothing is to be paid (spec 1 §4). When the card page does not open the order stands all the same, so
 * its own page is shown, or to a guest the one that opens the card page anew. Render `confirmDialog`.
 */
export function useCheckout(kind: addresses.OrderKind) {
  const navigate = useNavigate()
  const { open, isLeaving } = useCardPage()
  const [confirm, confirmDialog] = useConfirm()
  /** Asks, under the question what is ordered, and places the order or says that it was not. */
  const confirmed = async (place: () => Promise<unknown>, what?: ReactNode): Promise<void> => {
    if (await confirm(sentences.confirmOrder, { what })) await place()
    else showNote(sentences.cancelled)
  }
  const finishFor = (state?: ThanksState) => (placed: Placed) => {
    const { orderNumber, totalPence } = placed
    // The dialog's own history entry is replaced, so that going back leads to the timetable.
    if (totalPence === 0)
      return navigate(addresses.paymentSucceeded({ type: 1, orderNumber }), { replace: true, state })
    const orderPage = readToken() ? addresses.orderOf[kind] : addresses.paymentFailed
    open(orderNumber, () => navigate(orderPage({ orderNumber }), { replace: true }))
  }
  return { confirmed, finish: finishFor(), finishFor, isLeaving, confirmDialog }
}
