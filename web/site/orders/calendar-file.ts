import { writeCalendar } from '#domain/icalendar.ts'
import type { SavedFile } from '#web/ui/save-file.ts'
import type { BookedPlace } from './own-booking-queries.ts'

/** One booking as a file for a calendar programme. */
export function calendarFileOf(place: BookedPlace): SavedFile {
  return {
    name: `booking-${place.bookingId}.ics`,
    type: 'text/calendar;charset=utf-8',
    content: writeCalendar({
      name: place.title,
      host: window.location.hostname,
      now: new Date(),
      bookings: [place],
    }),
  }
}
