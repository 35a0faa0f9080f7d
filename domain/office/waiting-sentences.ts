import { momentInLondon } from '../calendar.ts'
import { shortDay } from '../format-dates.ts'
import { maxOfferHours } from '../limits.ts'

/** The office's messages about waiting lists. */
export const waitingSentences = {
  paused: 'Bookings are paused, so nothing is offered. Resume them in Settings first',
  notWaiting: 'They are no longer on this waiting list',
  cannotBeOffered:
    'They cannot be offered this date: it has begun or is not on sale, they already have a place, or their family is frozen',
  lastPlaceGone: 'The last place has just been booked',
  offerHours: `Keep a place for 1 to ${maxOfferHours} hours`,
} as const

/** Returns “A place is kept for them until Tue 8 Dec, 18:00 already”. */
export function offeredAlready(until: Date): string {
  const [day = '', time = ''] = momentInLondon(until).split(' ')
  return `A place is kept for them until ${shortDay(day)}, ${time} already`
}

/** Refuses to raise the capacity because it has changed since the page was loaded. */
export const placesChanged = (capacity: number): string =>
  `The date has ${capacity} ${capacity === 1 ? 'place' : 'places'} now. Look again before you raise it`
