import './order.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOfficeApi } from '../office-api.ts'
import { FieldGroup } from '../ui/fields.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { MovePlace } from './move-button.tsx'
import { placesOfDateQuery } from './order-queries.ts'

/** The booked places of a date that has not begun. Each can be moved, and leads to its order. */
export function PlacesOfDate({ sessionId }: { sessionId: number }) {
  const places = useQuery(placesOfDateQuery(useOfficeApi(), sessionId))
  return (
    <FieldGroup title="Places" isFolded>
      <WithAnswer query={places}>
        {found =>
          found.length === 0 ? (
            <p className="quiet">Nobody has booked</p>
          ) : (
            <ul className="plain-lines">
              {found.map(place => (
                <li key={place.bookingId} className="order-line">
                  <span>
                    <PageLink to={addresses.order({ number: place.orderNumber })}>{place.who}</PageLink>{' '}
                    {place.isTrial && <span className="quiet">on trial</span>}{' '}
                    {place.state === 'held' && <StateWord is="open">Not paid yet</StateWord>}
                  </span>
                  <MovePlace place={place} />
                </li>
              ))}
            </ul>
          )
        }
      </WithAnswer>
    </FieldGroup>
  )
}
