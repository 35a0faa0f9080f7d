import * as addresses from '#contract/addresses.ts'
import { writeCalendar } from '#domain/icalendar.ts'
import { directionsTo } from '#domain/map-links.ts'
import { senderName } from '#server/mail/sender-name.ts'
import type { Services } from '#server/services.ts'
import type { DescribedPlace } from './describe-order.ts'

/**
 * Returns the directions for a mail about booked places: the way to each venue, what to bring, and a calendar
 * file.
 */
export function arrivalDetails(
  places: DescribedPlace[],
  services: Pick<Services, 'config' | 'business'>,
  now: Date,
): { directions: string[]; calendar: string } {
  const { publicUrl } = services.config
  return {
    directions: [
      onceEach(places, place => `Directions to ${place.venue}: ${directionsTo(place)}`),
      onceEach(places, ({ venue, directions }) => directions && `Finding ${venue}: ${directions}`),
      onceEach(places, ({ title, toBring }) => toBring && `What to bring to ${title}: ${toBring}`),
      services.business.lacks.includes('help')
        ? ''
        : `Questions and answers: ${publicUrl}${addresses.helpCentre()}`,
    ],
    calendar: placesCalendar(places, services, now),
  }
}

/**
 * Returns booked places, or their cancellation, as a file for a calendar programme; the business is the organiser of
 * both.
 */
export function placesCalendar(
  places: DescribedPlace[],
  services: Pick<Services, 'config' | 'business'>,
  now: Date,
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
): string {
  const { publicUrl, mailFrom } = services.config
  const name = senderName(services)
  const organiser = { name, address: mailFrom.address }
  return writeCalendar({ name, host: new URL(publicUrl).hostname, now, bookings: places, organiser, method })
}

const onceEach = (places: DescribedPlace[], lineOf: (place: DescribedPlace) => string): string =>
  [...new Set(places.map(lineOf))].filter(line => line !== '').join('\n')
