import '#web/site/payments/price-summary.css'
import { slashedDate, timeRange } from '#web/ui/british-dates.ts'
import { Fact } from '#web/ui/facts.tsx'
import { pounds } from '#web/ui/money.tsx'
import { creditsSpent } from './order-words.ts'
import type { BookedPlace, Receipt } from './own-booking-queries.ts'

/** Who paid what for whom, when and where it is, and when it was paid: what a claim for childcare asks for. */
export function OrderReceipt({ receipt }: { receipt: Receipt }) {
  const { places, items, buyer, paidAt, discountPence, creditsUsed, creditPence } = receipt
  const { paidPence, refundedPence, provider, childcareRegistration } = receipt
  return (
    <section aria-labelledby="receipt" className="card card-inset order-receipt above-xl">
      <h2 id="receipt" className="card-title">
        Receipt
      </h2>
      <dl className="columns above-s">
        <Fact name="Paid by">{buyer}</Fact>
        <Fact name="Paid on">{paidAt && slashedDate(paidAt)}</Fact>
        <Fact name="Provided by">{provider}</Fact>
        {childcareRegistration && <Fact name="Childcare registration">{childcareRegistration}</Fact>}
        {places.length > 0 && <Fact name="Where">{[...new Set(places.map(whereOf))].join('\n')}</Fact>}
      </dl>
      <dl className="price-lines above-s">
        {places.map(place => (
          <Line key={place.bookingId} term={lineOf(place)} amount={pounds(place.pricePence)} />
        ))}
        {items.map(({ name, quantity, pence }) => (
          <Line key={name} term={quantity === 1 ? name : `${quantity} × ${name}`} amount={pounds(pence)} />
        ))}
        {creditsUsed > 0 && <Line term={creditsSpent(creditsUsed)} amount={`−${pounds(creditPence)}`} />}
        {discountPence > 0 && <Line term="Discount" amount={`−${pounds(discountPence)}`} />}
        <Line term="Total paid" amount={pounds(paidPence)} />
        {refundedPence > 0 && <Line term="Given back" amount={pounds(refundedPence)} />}
      </dl>
      {creditsUsed > 0 && (
        <p className="quiet above-s">
          Where the credits came with a class pack, its own receipt says what was paid.
        </p>
      )}
    </section>
  )
}

function Line({ term, amount }: { term: string; amount: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{amount}</dd>
    </div>
  )
}

function lineOf({ startDate, endDate, startTime, endTime, ...place }: BookedPlace): string {
  const days =
    startDate === endDate ? slashedDate(startDate) : `${slashedDate(startDate)} – ${slashedDate(endDate)}`
  return `${days}, ${timeRange(startTime, endTime)}: ${place.title} for ${place.attendee}, ${place.venue}`
}

/** Once for all places there: a term of two children is to fit one page. */
const whereOf = ({ room, venue, address }: BookedPlace): string =>
  [room, venue, address].filter(Boolean).join(', ')
