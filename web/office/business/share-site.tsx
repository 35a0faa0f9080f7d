import './share-site.css'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { QrCode } from '../ui/qr-code.tsx'

const copyByHand = 'Select the text and copy it'

/** Offers an owner who has just opened the business the address, a text to post, and a poster with a QR code. */
export function ShareSite({ name, address }: { name: string; address: string }) {
  const text = `${name} is open for bookings. See our classes and book a place: ${address}`
  return (
    <section aria-labelledby="share-title" className="stack">
      <h3 id="share-title">Tell families</h3>
      <div className="share-site">
        <div className="stack">
          <div>
            <p className="strong">Your address</p>
            <div className="share-row">
              <a href={address}>{address}</a>
              <CopyButton text={address} otherwise={copyByHand} of="your address" />
            </div>
          </div>
          <div>
            <p className="strong">A text to share</p>
            <div className="share-row">
              <p>{text}</p>
              <CopyButton text={text} otherwise={copyByHand} of="the text" />
            </div>
          </div>
        </div>
        <div className="share-poster">
          <p className="strong">Book with {name}</p>
          <QrCode text={address} label={`QR code of ${address}`} />
          <p>{address}</p>
          <Button look="secondary" onClick={() => window.print()}>
            Print the QR code
          </Button>
        </div>
      </div>
    </section>
  )
}
