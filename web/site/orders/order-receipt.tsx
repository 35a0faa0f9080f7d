import '#web/site/payments/price-summary.css'
import type { ReactNode } from 'react'
import { paidAtDesk } from '#domain/desk-payment.ts'
import { backInWords, refundInWords } from '#domain/refund-words.ts'
import { fullDate, timeRange } from '#web/ui/british-dates.ts'
import { Fact } from '#web/ui/facts.tsx'
import { pounds } from '#web/ui/money.tsx'
import { creditsSpent } from './order-words.ts'
import type { BookedPlace, Receipt } from './own-booking-queries.ts'

/**
 * A receipt with payer, attendees, days, place and payment, as a childcare claim requires. On its own page the page's
 * heading is its heading.
 */
export function OrderReceipt({ receipt, isWholePage = false }: { receipt: Receipt; isWholePage?: boolean }) {
  const { places, items, postagePence, buyer, paidAt, discountPence, creditsUsed, creditPence, desk } =
    receipt
  const { orderNumber, paidPence, refundedPence, provider, providerAddress, childcareRegistration } = receipt
  const { vat, vatNumber } = receipt
  const back = backInWords(receipt)
  return (
    <section
      aria-label="Receipt"
      className={`card card-inset order-receipt ${isWholePage ? 'above-m' : 'above-xl'}`}
    >
      {!isWholePage && <h2 className="card-title">Receipt</h2>}
      <dl className="columns above-s">
        <Fact name="Receipt number">
          <span className="figures">{orderNumber}</span>
        </Fact>
        <Fact name="Paid by">{buyer}</Fact>
        <Fact name="Paid on">{paidAt && fullDate(paidAt)}</Fact>
        <Fact name="Provided by">{[provider, providerAddress].filter(Boolean).join('\n')}</Fact>
        {vat.length > 0 && vatNumber && <Fact name="VAT number">{vatNumber}</Fact>}
        {childcareRegistration && <Fact name="Childcare registration">{childcareRegistration}</Fact>}
        {places.length > 0 && (
          <Fact name="For">{[...new Set(places.map(({ attendee }) => attendee))].join(', ')}</Fact>
        )}
        {places.length > 0 && <Fact name="Where">{[...new Set(places.map(placeWords))].join('\n')}</Fact>}
      </dl>
      <dl className="price-lines above-s">
        {places.map(place => (
          <PlaceLine key={place.bookingId} place={place} />
        ))}
        {items.map(({ name, quantity, pence, returned }) => (
          <Line
            key={name}
            term={[quantity === 1 ? name : `${quantity} × ${name}`, returned > 0 && `${returned} returned`]
              .filter(Boolean)
              .join(', ')}
            amount={pounds(pence)}
          />
        ))}
        {postagePence > 0 && <Line term="Postage" amount={pounds(postagePence)} />}
        {creditsUsed > 0 && <Line term={creditsSpent(creditsUsed)} amount={`−${pounds(creditPence)}`} />}
        {discountPence > 0 && <Line term="Discount" amount={`−${pounds(discountPence)}`} />}
        <div className="total-paid">
          <dt>{desk ? `Total paid, ${paidAtDesk(desk)}` : 'Total paid'}</dt>
          <dd className="figures">{pounds(paidPence)}</dd>
        </div>
        {refundedPence > 0 && <Line term="Refunded" amount={pounds(refundedPence)} />}
        {vat.map(({ code, percent, grossPence, vatPence }) => (
          <Line
            key={`${code} ${percent}`}
            term={`${code === 'exempt' ? 'Exempt from VAT' : `VAT at ${percent}%`}, in ${pounds(grossPence)}`}
            amount={pounds(vatPence)}
          />
        ))}
      </dl>
      {back && <p className="above-s">{back}</p>}
      {creditsUsed > 0 && (
        <p className="quiet above-s">
          Where the credits came with a class pack, its own receipt says what was paid.
        </p>
      )}
    </section>
  )
}

/** One place of the receipt. A cancelled one is struck through, with its refund beside it. */
function PlaceLine({ place }: { place: BookedPlace }) {
  const amount = pounds(place.pricePence)
  if (!place.state) return <Line term={lineOf(place)} amount={amount} />
  const back = place.refund && refundInWords(place.refund)
  return (
    <Line
      term={
        <>
          <s>{lineOf(place)}</s> {back ? `Cancelled, ${back}` : 'Cancelled'}
        </>
      }
      amount={<s>{amount}</s>}
    />
  )
}

function Line({ term, amount }: { term: ReactNode; amount: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{amount}</dd>
    </div>
  )
}

function lineOf({ startDate, endDate, startTime, endTime, ...place }: BookedPlace): string {
  const days = startDate === endDate ? fullDate(startDate) : `${fullDate(startDate)} – ${fullDate(endDate)}`
  return `${days}, ${timeRange(startTime, endTime)}: ${place.title} for ${place.attendee}, ${place.venue}`
}

/** Writes a place's room, venue and address. It is written once, so that a term of two children fits one page. */
const placeWords = ({ room, venue, address }: BookedPlace): string =>
  [room, venue, address].filter(Boolean).join(', ')
