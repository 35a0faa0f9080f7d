import { writeCalendar } from '#domain/icalendar.ts'
import type { SavedFile } from '#web/ui/save-file.ts'
import type { BookingOrder } from './order-queries.ts'
import { attendeeOf } from './order-words.ts'

/** One booking as a file for a calendar programme. */
export function calendarFileOf(session: BookingOrder['sessions'][number]): SavedFile {
  return {
    name: `booking-${session.bookingId}.ics`,
    type: 'text/calendar;charset=utf-8',
    content: writeCalendar({
      name: session.typeName,
      host: window.location.hostname,
      now: new Date(),
      bookings: [{ ...session, attendee: attendeeOf(session) }],
    }),
  }
}
