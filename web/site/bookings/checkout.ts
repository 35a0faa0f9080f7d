import { useEffect } from 'react'
import type { submitted } from '#contract/bookings.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { useNavigate } from '#web/router.tsx'
import { readToken } from '#web/session.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { orderAddress } from './order-words.ts'
import { useOpenCardPage } from './queries.ts'

/**
 * Where a placed order goes: to the card page, or straight to the thanks when nothing is to be paid (spec 1 §4).
 * When the card page does not open the order stands all the same, so its own page is shown.
 */
export function useCheckout(kind: OfferingKind) {
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, reset } = useOpenCardPage()
  useEffect(() => {
    // Back from the card page, out of the browser's memory: the buttons are free again.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])

  const finish = ({ orderNumber, totalPence }: Value<typeof submitted>) => {
    // The dialog's own history entry is replaced, so that going back leads to the timetable.
    if (totalPence === 0) return navigate('/home/userInfo/paySuccess?type=1', { replace: true })
    mutate(orderNumber, {
      onSuccess: ({ url }) => location.assign(url),
      onError: error => {
        if (!(error instanceof Refusal)) showProblem(sentences.paymentUnavailable)
        if (readToken()) navigate(orderAddress(kind, orderNumber), { replace: true })
      },
    })
  }
  return { finish, isLeaving: isPending || isSuccess }
}
