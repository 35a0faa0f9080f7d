import { writeCalendar } from '#domain/icalendar.ts'
import type { SavedFile } from '#web/ui/save-file.ts'
import type { BookedPlace } from './own-booking-queries.ts'

/** Returns one booking as a calendar file. */
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
