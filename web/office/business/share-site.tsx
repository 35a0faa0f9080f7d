import './share-site.css'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { QrCode } from '../ui/qr-code.tsx'

const copyByHand = 'Select the text and copy it'

/** Returns a button that leads to the site, to paste into another website: a plain link, without script and frame. */
export const linkForWebsites = (address: string, accent: string): string =>
  `<a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${accent};color:#fff;font-weight:bold;text-decoration:none">Book a class</a>`

/**
 * Offers an owner of an open business its address, a text to post, a button for another website, and a poster with a QR
 * code.
 */
export function ShareSite({ name, address, accent }: { name: string; address: string; accent: string }) {
  const code = linkForWebsites(address, accent)
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
          <div>
            <p className="strong">A button for your own website</p>
            <p className="quiet">
              Paste this where your website takes HTML. Families see a button that leads here.
            </p>
            <div className="share-row">
              <code>{code}</code>
              <CopyButton text={code} otherwise={copyByHand} of="the button" />
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
