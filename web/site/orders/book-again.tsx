import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { PageLink } from '#web/navigation/page-link.tsx'

/** A booked place, with the class that it was of. */
interface Booked {
  title: string
  typeId: number
  venueId: number
  offeringId: number
}

/** Leads to the dates of a class that was booked before. */
export function BookAgain({
  kind,
  place,
  className = 'text-link',
}: {
  kind: OfferingKind
  place: Booked
  className?: string
}) {
  const { title, typeId, venueId, offeringId } = place
  return (
    <PageLink to={addresses.ofKind[kind].choice({ typeId, venueId, offeringId })} className={className}>
      Book again<span className="sr-only">: {title}</span>
    </PageLink>
  )
}
