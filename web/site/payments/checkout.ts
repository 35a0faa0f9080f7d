import { type ReactNode, useEffect, useRef } from 'react'
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
  /** Before the half hour is over for which it is kept: no place is kept longer than that (decision E-04). */
  beginsSoon: boolean
}

/** So long the card page may take to come. */
const comingMilliseconds = 10_000

/**
 * The way to the card page; `isLeaving` until the browser is gone, and no longer when it has come back. Where the same
 * order is pressed again, also no longer when the way was stopped.
 */
export function useCardPage({ isOfOrder = true } = {}) {
  const { mutateAsync, isPending, isSuccess, error, reset } = useOpenCardPage()
  useEffect(() => {
    // Back from the card page, out of the browser's memory: the buttons are free again.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  // Whoever pressed is led there, also when what they pressed is gone by then.
  const open = (orderNumber: string, onError = () => {}) =>
    mutateAsync(orderNumber).then(({ url }) => {
      location.assign(url)
      if (isOfOrder) setTimeout(reset, comingMilliseconds)
    }, onError)
  return { open, isLeaving: isPending || isSuccess, error }
}

/**
 * From the question whether to order to where a placed order goes: to the card page, or straight to the thanks when
 * nothing is to be paid (spec 1 §4). It goes there even when its dialog or page was left while it was sent: it stands.
 * When the card page does not open the order stands all the same, so its own page is shown, or to a guest the one that
 * opens the card page anew. Render `confirmDialog`.
 */
export function useCheckout(kind: addresses.OrderKind) {
  const navigate = useNavigate()
  // What is pressed here places an order: a second press would place another.
  const { open, isLeaving } = useCardPage({ isOfOrder: false })
  const [confirm, confirmDialog] = useConfirm()
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  // The dialog's own history entry is replaced, so that going back leads to the timetable; no other page's is.
  const goOn = (address: string, state?: ThanksState) =>
    navigate(address, { replace: isShown.current, state })
  const finish = ({ orderNumber, totalPence, status }: Placed, thanks?: ThanksState) => {
    if (totalPence === 0) {
      // Without a number the thanks are of what a guest has to confirm yet.
      const paid = status === 'pending' ? undefined : orderNumber
      return goOn(addresses.paymentSucceeded({ type: 1, orderNumber: paid }), thanks)
    }
    const orderPage = readToken() ? addresses.orderOf[kind] : addresses.paymentFailed
    void open(orderNumber, () => goOn(orderPage({ orderNumber })))
  }
  /** Asks, under the question what is ordered, and places the order and goes on with it; or says that it was not, and false. */
  const confirmed = async (place: () => Promise<Placed>, what?: ReactNode, thanks?: ThanksState) => {
    const isWanted = await confirm(sentences.confirmOrder, { what })
    if (isWanted) finish(await place(), thanks)
    else showNote(sentences.cancelled)
    return isWanted
  }
  return { confirmed, isLeaving, confirmDialog }
}
