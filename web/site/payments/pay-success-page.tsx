import './result.css'
import { PartyPopper } from 'lucide-react'
import { LinkButton } from '#web/ui/button.tsx'
import { useSupportContact } from './support-contact.tsx'

/** Reached only after the server has seen the payment, or for a free order (`type=1`): decisions D-22, E-07. */
export function PaySuccessPage() {
  const { email, phone } = useSupportContact()
  return (
    <div className="result">
      <span className="result-picture bg-good-soft text-good">
        <PartyPopper aria-hidden="true" />
      </span>
      <h1 className="text-3xl">Thank you for your booking</h1>
      <p className="text-lg">All is confirmed, and a confirmation is on its way to your inbox.</p>
      <p className="flex flex-wrap justify-center gap-3">
        <LinkButton to="/home/userInfo/orderList">View my bookings</LinkButton>
        <LinkButton to="/home/classes" look="secondary">
          Book another class
        </LinkButton>
      </p>
      <p className="text-quiet">
        A question? Contact us at {email} or {phone}.
      </p>
    </div>
  )
}
