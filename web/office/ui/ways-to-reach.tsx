import './thing.css'
import { telOf } from '#domain/email-address.ts'

/** A phone number and an email address, each a press; one that is not known is left out. */
export const WaysToReach = ({ phone, email }: { phone: string; email: string }) => (
  <p className="row gap-m">
    {phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>}
    {email && <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>}
  </p>
)
