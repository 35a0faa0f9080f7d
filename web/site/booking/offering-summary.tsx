import { useImageUrl } from '#web/settings.ts'
import { slashedDate } from '#web/ui/british-dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Preview } from './booking-choice.ts'

/** What is being booked: picture, type, venue, ages, first and last day, and the price in words. */
export function OfferingSummary({ offering }: { offering: Preview['offering'] }) {
  const imageUrl = useImageUrl()
  return (
    <div className="offering-summary">
      {offering.image && <img src={imageUrl(offering.image)} alt="" width={400} height={300} />}
      <div>
        <p className="text-lg font-bold leading-tight">{offering.type.name}</p>
        <p>{offering.venue.name}</p>
        <p>{offering.ages.name}</p>
        <p>
          {slashedDate(offering.startDate)} – {slashedDate(offering.endDate)}
        </p>
        {offering.priceDescription && <p className="font-bold">{offering.priceDescription}</p>}
      </div>
    </div>
  )
}

/** A dialog whose first preview is on its way. */
export function BookingSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="mt-6 h-6 w-40" />
      <div className="session-chips">
        {[1, 2, 3, 4, 5, 6].map(chip => (
          <Skeleton key={chip} className="h-16" />
        ))}
      </div>
      <Skeleton className="mt-6 h-12 w-full" />
      <Skeleton className="mt-6 h-40 w-full" />
    </div>
  )
}
