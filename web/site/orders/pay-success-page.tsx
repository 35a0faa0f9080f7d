import * as addresses from '#contract/addresses.ts'
import './result.css'
import { useQuery } from '@tanstack/react-query'
import { MailCheck, PartyPopper } from 'lucide-react'
import { creditText } from '#domain/prices.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation, useSearchParams } from '#web/navigation/router.tsx'
import { useIsSignedIn } from '#web/session.ts'
import { useOffers } from '#web/settings.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { useSupportContact } from '#web/site/content/support-contact.tsx'
import type { ThanksState } from '#web/site/payments/checkout.ts'
import { useToday } from '#web/today.tsx'
import { spokenWhen } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { nextAfter, paidHow } from './order-words.ts'
import { type Receipt, receiptQuery } from './own-booking-queries.ts'
import { PlaceList } from './place-list.tsx'

/** Matches the signed page of a guest's order, as in the return from the card page. */
const guestOrderPath = /^\/guest-order\/[\w-]+\/\d+\/[\w-]+$/

/**
 * The thank-you page. It is reached only after the server has seen the payment, or for a free order (`type=1`):
 * decisions D-22, E-07. A guest confirms a free order by the link in a mail (record 025). Shows the receipt to those
 * who may see the order (record 035).
 */
export function PaySuccessPage() {
  const { email, phone } = useSupportContact()
  const [search] = useSearchParams()
  const isSignedIn = useIsSignedIn()
  const { guestOrder, orderNumber, type } = addresses.paymentSucceeded.read(search)
  const hasGuestOrder = guestOrderPath.test(guestOrder)
  const waiting = useLocation().state as ThanksState | undefined
  /** Whether the page was opened by its bare address, so that the order and its state are unknown. */
  const namesNoOrder = isSignedIn !== undefined && !orderNumber && !hasGuestOrder && !waiting?.sessions
  const isUnconfirmed = isSignedIn !== undefined && type === '1' && !orderNumber && !namesNoOrder
  const asked = hasGuestOrder ? { guestOrder } : { orderNumber: isSignedIn ? orderNumber : '' }
  const receipt = useQuery(receiptQuery(useApi(), asked))
  const address = receipt.data?.email ?? 'your inbox'
  const next = nextAfter(receipt.data?.kind)
  const isLoading = isSignedIn === undefined || isFirstLoad(receipt)
  return (
    <div className="result">
      <span className="result-picture">
        {isUnconfirmed ? <MailCheck aria-hidden="true" /> : <PartyPopper aria-hidden="true" />}
      </span>
      <h1 className="heading">Thank you for your booking</h1>
      {!namesNoOrder && (
        <p className="lead">
          {isUnconfirmed
            ? `One step is left: please open the link in the email that we have just sent to ${waiting?.mailedTo || 'you'} and confirm your place. We are keeping it for you for 30 minutes${waiting?.beginsSoon ? ' or until it begins, if that is sooner' : ''}.`
            : `All is confirmed${address && `, and a confirmation is on its way to ${address}`}.`}
        </p>
      )}
      {isUnconfirmed && waiting?.sessions && <Kept {...waiting} />}
      {receipt.data && <Bought receipt={receipt.data} isGuest={hasGuestOrder} />}
      {isLoading ? (
        <Loading className="bought">
          <Skeleton shape="block" />
        </Loading>
      ) : (
        <>
          <p className="row centred">
            {hasGuestOrder ? (
              <a href={guestOrder} className="button button-primary">
                View your order
              </a>
            ) : (
              <>
                {receipt.data?.kind === 'pack' ? (
                  <LinkButton to={addresses.credits()}>View my class credits</LinkButton>
                ) : (
                  <LinkButton to={addresses.bookings()} look={isUnconfirmed ? 'secondary' : 'primary'}>
                    View my bookings
                  </LinkButton>
                )}
                <LinkButton to={next.address} look="secondary">
                  {next.label}
                </LinkButton>
              </>
            )}
          </p>
          {namesNoOrder && (
            <p>
              No order is named here. Everything that you have booked is in{' '}
              <PageLink to={addresses.bookings()} className="text-link">
                My Bookings
              </PageLink>
              .
            </p>
          )}
          {(isSignedIn === false || hasGuestOrder) && (
            <p className="quiet">
              Booked without an account? The link in your confirmation opens your order at any time; “My
              bookings” asks you to log in.
            </p>
          )}
        </>
      )}
      <p className="quiet">
        A question? Contact us at {email} or {phone}.
      </p>
    </div>
  )
}

/**
 * Shows the booking that the mail is about. The order itself is visible only through the mail's link before it is
 * confirmed (record 025).
 */
function Kept({ title, venue, sessions }: ThanksState) {
  const today = useToday()
  return (
    <section aria-label="Kept for you" className="bought">
      <ul className="card place">
        {sessions.map(session => (
          <li key={`${session.startDate} ${session.startTime}`} className="place-when strong">
            {spokenWhen(session, today)}
          </li>
        ))}
        <li>{title}</li>
        <li className="small quiet">{venue}</li>
      </ul>
    </section>
  )
}

function Bought({ receipt, isGuest }: { receipt: Receipt; isGuest: boolean }) {
  const { places, items, orderNumber } = receipt
  const offers = useOffers()
  const { data: profile } = useProfile()
  return (
    <section aria-label="What you booked" className="bought stack gap-m">
      <PlaceList places={places} isBooked={receipt.status === 'paid'} canMove={!isGuest} />
      {items.length > 0 && (
        <ul className="card place">
          {items.map(({ name, quantity }) => (
            <li key={name} className="strong">
              {quantity} × {name}
            </li>
          ))}
        </ul>
      )}
      <p>
        <b>{paidHow(receipt)}</b> · Order number{' '}
        {isGuest ? (
          <span className="figures one-line">{orderNumber}</span>
        ) : (
          <PageLink to={addresses.ofOrder(receipt)} className="text-link figures one-line">
            {orderNumber}
          </PageLink>
        )}
      </p>
      {!isGuest && receipt.paidAt && (
        <p>
          <PageLink to={addresses.receipt({ orderNumber })} className="text-link lone-link">
            Receipt
          </PageLink>
        </p>
      )}
      {receipt.kind === 'pack' && (
        <p>
          Its credits are on your account, and pay for classes when you book.
          {profile && ` You have ${creditText(profile.credits)} now.`}
        </p>
      )}
      {places.length > 0 && offers('help') && (
        <p>
          <PageLink to={addresses.helpCentre()} className="text-link lone-link">
            Questions and answers
          </PageLink>
        </p>
      )}
    </section>
  )
}
