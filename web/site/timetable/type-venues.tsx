import { useQuery } from '@tanstack/react-query'
import { directionsTo } from '#domain/map-links.ts'
import { useApi } from '#web/api.ts'
import { venueAddressesQuery } from '#web/site/offerings/lookup-queries.ts'
import type { Session } from '#web/site/offerings/timetable-query.ts'
import { CardPicture } from '#web/ui/picture.tsx'

/** Says where coming dates are, each venue with its address and directions. */
export function TypeVenues({ sessions }: { sessions: Session[] }) {
  const { data: places = [] } = useQuery(venueAddressesQuery(useApi()))
  const venues = new Map(sessions.map(({ venueId, venue }) => [venueId, venue]))
  if (venues.size === 0) return null
  return (
    <section>
      <h2 className="card-title">Where</h2>
      <ul className="type-venues">
        {[...venues].map(([id, venue]) => {
          const place = places.find(one => one.id === id)
          const address = place?.address ?? ''
          return (
            <li key={id}>
              <CardPicture path={place?.image ?? ''} height={600} sizes="20rem" />
              <strong>{venue}</strong>
              {address && <span className="quiet">{address}</span>}
              <a
                href={directionsTo({ venue, address, mapUrl: place?.mapUrl })}
                target="_blank"
                rel="noreferrer"
                className="text-link lone-link"
              >
                Directions<span className="sr-only"> to {venue} (opens a map)</span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
