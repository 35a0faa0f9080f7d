import * as addresses from '#contract/addresses.ts'
import './result.css'
import { PartyPopper } from 'lucide-react'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useIsSignedIn } from '#web/session.ts'
import { useSupportContact } from '#web/site/payments/support-contact.tsx'
import { LinkButton } from '#web/ui/button.tsx'

/** The signed page of a guest's order, as the way back from the card page gives it. */
const guestOrderPath = /^\/guest-order\/[\w-]+\/\d+\/[\w-]+$/

/**
 * Reached only after the server has seen the payment, or for a free order (`type=1`): decisions D-22, E-07. A guest
 * confirms that by the link in a mail (record 025).
 */
export function PaySuccessPage() {
  const { email, phone } = useSupportContact()
  const [search] = useSearchParams()
  const isGuest = useIsSignedIn() === false
  const { guestOrder, type } = addresses.paymentSucceeded.read(search)
  const hasGuestOrder = guestOrderPath.test(guestOrder)
  const isUnconfirmed = isGuest && type === '1'
  return (
    <div className="result">
      <span className="result-picture">
        <PartyPopper aria-hidden="true" />
      </span>
      <h1 className="heading">Thank you for your booking</h1>
      <p className="lead">
        {isUnconfirmed
          ? 'One step is left: please open the link in the email that we have just sent you and confirm your place. We are keeping it for you for 30 minutes.'
          : 'All is confirmed, and a confirmation is on its way to your inbox.'}
      </p>
      <p className="row centred">
        {hasGuestOrder ? (
          <>
            <a href={guestOrder} className="button button-primary">
              View your order
            </a>
            <LinkButton to={addresses.bookings()} look="secondary">
              View my bookings
            </LinkButton>
          </>
        ) : (
          <>
            <LinkButton to={addresses.bookings()}>View my bookings</LinkButton>
            <LinkButton to={addresses.ofKind.class.timetable()} look="secondary">
              Book another class
            </LinkButton>
          </>
        )}
      </p>
      {(isGuest || hasGuestOrder) && (
        <p className="quiet">
          Booked without an account? The link in your confirmation opens your order at any time; “My bookings”
          asks you to log in.
        </p>
      )}
      <p className="quiet">
        A question? Contact us at {email} or {phone}.
      </p>
    </div>
  )
}
