import { type ReactNode, useEffect, useRef } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { submitted } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken } from '#web/session.ts'
import { useConfirm } from '#web/ui/forms/confirm-dialog.tsx'
import { showNote } from '#web/ui/messages.tsx'
import { useOpenCardPage } from './queries.ts'

/** The answer to a placed order. */
export type Placed = Value<typeof submitted>

/**
 * The state of the thank-you page besides its address, for an order to be confirmed by mail. An address must not
 * contain personal data.
 */
export interface ThanksState {
  mailedTo: string
  title: string
  venue: string
  sessions: Record<'startDate' | 'endDate' | 'startTime' | 'endTime', string>[]
  /**
   * Whether the session begins within the half hour, because a place is held no longer than until then (decision E-04).
   */
  beginsSoon: boolean
}

/** How long opening the card page may take. */
const comingMilliseconds = 10_000

/**
 * Opens the card page. `isLeaving` is true until the browser has left, and false when it comes back. For an existing
 * order it also becomes false when loading was stopped.
 */
export function useCardPage({ isOfOrder = true } = {}) {
  const { mutateAsync, isPending, isSuccess, error, reset } = useOpenCardPage()
  useEffect(() => {
    // Restored from the browser's memory: the buttons work again.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  // Opens the card page even if the pressed button is gone.
  const open = (orderNumber: string, onError = () => {}) =>
    mutateAsync(orderNumber).then(({ url }) => {
      location.assign(url)
      if (isOfOrder) setTimeout(reset, comingMilliseconds)
    }, onError)
  return { open, isLeaving: isPending || isSuccess, error }
}

/**
 * Asks for confirmation, places the order and opens the card page (spec 1 §4). An order with nothing to pay leads to the
 * thank-you page, and one that is paid later to its own page. It continues even if the dialog or page was left
 * meanwhile, because the order exists. If the card page does not open, shows the order's own page, or to a guest the
 * page that retries. Render `confirmDialog`.
 */
export function useCheckout(kind: addresses.OrderKind) {
  const navigate = useNavigate()
  // A press here places an order, and a second press another one.
  const { open, isLeaving } = useCardPage({ isOfOrder: false })
  const [confirm, confirmDialog] = useConfirm()
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  // Replaces the dialog's own history entry, so that Back leads to the timetable; no other page's entry.
  const goOn = (address: string, state?: ThanksState) =>
    navigate(address, { replace: isShown.current, state })
  const finish = ({ orderNumber, totalPence, status }: Placed, thanks?: ThanksState) => {
    if (totalPence === 0) {
      // Without a number, the thank-you page asks a guest to confirm the order.
      const paid = status === 'pending' ? undefined : orderNumber
      return goOn(addresses.paymentSucceeded({ type: 1, orderNumber: paid }), thanks)
    }
    // Paid later: the order's page says how.
    if (status === 'paid') return goOn(addresses.orderOf[kind]({ orderNumber }))
    const orderPage = readToken() ? addresses.orderOf[kind] : addresses.paymentFailed
    void open(orderNumber, () => goOn(orderPage({ orderNumber })))
  }
  /**
   * Asks for confirmation, with the order's content below the question. After a Yes, places the order and
   * continues. Otherwise says that nothing was ordered, and returns false.
   */
  const confirmed = async (place: () => Promise<Placed>, what?: ReactNode, thanks?: ThanksState) => {
    const isWanted = await confirm(sentences.confirmOrder, { what })
    if (isWanted) finish(await place(), thanks)
    else showNote(sentences.cancelled)
    return isWanted
  }
  return { confirmed, isLeaving, confirmDialog }
}
