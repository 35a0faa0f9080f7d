import * as addresses from '#contract/addresses.ts'
import { writeCalendar } from '#domain/icalendar.ts'
import { directionsTo } from '#domain/map-links.ts'
import { ownName } from '#server/mail/own-name.ts'
import type { Services } from '#server/services.ts'
import type { StoryPlace } from './describe-order.ts'

/** For a mail about booked places: the way to each venue, what to bring to each class, and a calendar's file of them. */
export function helpToCome(
  places: StoryPlace[],
  services: Pick<Services, 'config' | 'business'>,
  now: Date,
): { coming: string[]; calendar: string } {
  const { publicUrl } = services.config
  const calendar = { name: ownName(services), host: new URL(publicUrl).hostname, now, bookings: places }
  return {
    coming: [
      onceEach(places, place => `Directions to ${place.venue}: ${directionsTo(place)}`),
      onceEach(places, ({ venue, directions }) => directions && `Finding ${venue}: ${directions}`),
      onceEach(places, ({ title, toBring }) => toBring && `What to bring to ${title}: ${toBring}`),
      services.business.lacks.includes('help')
        ? ''
        : `Questions and answers: ${publicUrl}${addresses.helpCentre()}`,
    ],
    calendar: writeCalendar(calendar),
  }
}

const onceEach = (places: StoryPlace[], lineOf: (place: StoryPlace) => string): string =>
  [...new Set(places.map(lineOf))].filter(line => line !== '').join('\n')
