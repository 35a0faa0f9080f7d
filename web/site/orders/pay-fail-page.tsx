import * as addresses from '#contract/addresses.ts'
import './result.css'
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useApi } from '#web/api.ts'
import { Navigate, useNavigate, useSearchParams } from '#web/navigation/router.tsx'
import { useIsSignedIn } from '#web/session.ts'
import { useSupportContact } from '#web/site/content/support-contact.tsx'
import { useCardPage } from '#web/site/payments/checkout.ts'
import { useToday } from '#web/today.tsx'
import { spokenUntil } from '#web/ui/british-dates.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { holdQuery, upNextQuery } from './own-booking-queries.ts'
import { PayOrCancel } from './pay-or-cancel.tsx'

/** The page after a refused card or an abandoned payment page; the order can still be paid (decision D-21). */
export function PayFailPage() {
  const { email, phone } = useSupportContact()
  const [search] = useSearchParams()
  const isSignedIn = useIsSignedIn()
  const { open, isLeaving, error } = useCardPage()
  const { orderNumber } = addresses.paymentFailed.read(search)
  const api = useApi()
  const hold = useQuery(holdQuery(api, orderNumber))
  const { keptUntil, isPaid, title } = hold.data ?? {}
  const today = useToday()
  const navigate = useNavigate()
  const own = useQuery({ ...upNextQuery(api), enabled: isSignedIn === true && orderNumber !== '' })
  const unpaid = own.data?.unpaid.find(order => order.orderNumber === orderNumber)
  const isLoading = isSignedIn === undefined || isFirstLoad(hold, own)
  // Reached again by Back, or from another tab.
  if (isPaid) return <Navigate to={addresses.paymentSucceeded({ type: 0, orderNumber })} replace />
  return (
    <div className="result">
      <span className="result-picture result-fail">
        <CreditCard aria-hidden="true" />
      </span>
      <h1 className="heading">Payment unsuccessful</h1>
      <p className="lead">
        Your payment was unsuccessful. Please try again or contact us at {email} or {phone}.
      </p>
      {keptUntil && <p className="strong">{title}</p>}
      <p className="quiet">
        {keptUntil === null ? (
          'Your order has ended, and is no longer kept for you.'
        ) : (
          <>
            We are keeping your order{' '}
            {keptUntil ? `until ${spokenUntil(keptUntil, today)}` : 'for a little while'}
            {isSignedIn && !orderNumber ? ': open the order and press Proceed to try again.' : '.'}
          </>
        )}
      </p>
      {isLoading && (
        <Loading>
          <Skeleton shape="row" />
        </Loading>
      )}
      {!isLoading && unpaid && (
        <>
          <p>If you left the card page yourself, nothing went wrong: pay when you are ready.</p>
          <PayOrCancel
            order={unpaid}
            cancelLabel="Cancel the booking"
            // The order's page shows it as cancelled, whereas this page would still offer payment.
            onCancelled={() => navigate(addresses.ofOrder(unpaid), { replace: true })}
          >
            Pay now
          </PayOrCancel>
        </>
      )}
      <div className="row centred">
        {!isLoading && !unpaid && orderNumber && keptUntil !== null && (
          <Button isBusy={isLeaving} onClick={() => open(orderNumber, () => void hold.refetch())}>
            Try again
          </Button>
        )}
        <FailureNote error={error} act="pay" />
        {!isLoading && isSignedIn && (
          <LinkButton to={addresses.bookings()} look={orderNumber ? 'secondary' : 'primary'}>
            View my bookings
          </LinkButton>
        )}
      </div>
    </div>
  )
}
