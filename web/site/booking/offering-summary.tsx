import './offering-summary.css'
import { useToday } from '#web/today.tsx'
import { dayRange } from '#web/ui/british-dates.ts'
import { Picture } from '#web/ui/picture.tsx'
import type { Preview } from './booking-choice.ts'

/** Summarises an offering: picture, class, venue, ages, first and last day, and price. */
export function OfferingSummary({ offering }: { offering: Preview['offering'] }) {
  const today = useToday()
  return (
    <div className="offering-summary">
      {offering.image && <Picture path={offering.image} width={400} height={300} />}
      <div>
        <p className="lead strong">{offering.title}</p>
        <p>{offering.venue.name}</p>
        <p>{offering.ages.name}</p>
        <p>{dayRange(offering.startDate, offering.endDate, today)}</p>
        {offering.priceDescription && <p className="strong">{offering.priceDescription}</p>}
      </div>
    </div>
  )
}
