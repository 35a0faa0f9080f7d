import { instantInLondon } from './calendar.ts'

/** A booked place as a calendar shows it: London's wall clock, days 'YYYY-MM-DD', times 'HH:MM'. */
export interface CalendarBooking {
  bookingId: number
  /** The name of the class. */
  title: string
  venue: string
  address: string
  /** Left out if there is none. */
  room?: string
  ages: string
  attendee: string
  isTrial: boolean
  /** The revision. Of two events with one UID the higher one wins. */
  sequence?: number
  /** Its date was cancelled: calendars strike it through. */
  isCancelled?: boolean
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

interface Calendar {
  name: string
  /** The host in the UIDs. With the booking's number it makes an event's UID, which never changes. */
  host: string
  now: Date
  bookings: CalendarBooking[]
  /** The organiser. Calendar programmes require the same one in an event and in its cancellation. */
  organiser?: { name: string; address: string }
  /** With 'CANCEL', the file cancels all its events (RFC 5546 §3.2.5). */
  method?: 'PUBLISH' | 'CANCEL'
}

const maxLineOctets = 75

/**
 * Writes an iCalendar object (RFC 5545). A booking keeps its UID, so that a moved one moves instead of appearing twice.
 * Times are written as instants, because calendars and the database disagree about October's repeated hour. A session
 * of several days repeats at the same London hours (decision E-43).
 */
export function writeCalendar(calendar: Calendar): string {
  const { name, bookings, method = 'PUBLISH' } = calendar
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Maypole//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...(bookings.some(isDaily) ? londonsClock : []),
    ...bookings.flatMap(booking => eventOf(booking, calendar)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

function eventOf(
  booking: CalendarBooking,
  { host, now, organiser, method }: Omit<Calendar, 'bookings'>,
): string[] {
  const what = booking.isTrial ? `${booking.title} (trial)` : booking.title
  return [
    'BEGIN:VEVENT',
    `UID:booking-${booking.bookingId}@${host}`,
    `SEQUENCE:${booking.sequence ?? 0}`,
    `DTSTAMP:${utc(now)}`,
    ...timesOf(booking),
    `SUMMARY:${escaped(`${what}: ${booking.attendee}`)}`,
    `LOCATION:${escaped([booking.room, booking.venue, booking.address].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${escaped(`${what} for ${booking.attendee}\n${booking.ages}`)}`,
    ...(organiser ? [`ORGANIZER;CN="${quotable(organiser.name)}":mailto:${organiser.address}`] : []),
    `STATUS:${booking.isCancelled || method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** Whether a session lasts several days; one that only crosses midnight does not. */
const isDaily = ({ startDate, endDate, startTime, endTime }: CalendarBooking) =>
  startDate < endDate && startTime < endTime

function timesOf(booking: CalendarBooking): string[] {
  const { startDate, endDate } = booking
  const [starts, ends] = [booking.startTime.slice(0, 5), booking.endTime.slice(0, 5)]
  if (!isDaily(booking))
    return [
      `DTSTART:${utc(instantInLondon(startDate, starts))}`,
      `DTEND:${utc(instantInLondon(endDate, ends))}`,
    ]
  const onFirstDay = (time: string) => `;TZID=Europe/London:${`${startDate}T${time}00`.replace(/[-:]/g, '')}`
  return [
    `DTSTART${onFirstDay(starts)}`,
    `DTEND${onFirstDay(ends)}`,
    `RRULE:FREQ=DAILY;UNTIL=${utc(instantInLondon(endDate, starts))}`,
  ]
}

const londonsClock = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:DAYLIGHT',
  'DTSTART:19810329T010000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'TZNAME:BST',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'TZNAME:GMT',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const utc = (instant: Date) => `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Escapes text (RFC 5545 §3.3.11) and removes control characters. */
const escaped = (text: string) =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, sign => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** Escapes a parameter that is written in quotation marks and cannot contain one (RFC 5545 §3.2). */
const quotable = (text: string) =>
  escaped(text.replaceAll('"', '’'))
    // Backslashes escape nothing there.
    .replace(/\\([,;\\])/g, '$1')

/** Folds lines to at most 75 octets without breaking a character (RFC 5545 §3.1). */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxLineOctets) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** Counts the octets of one character in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
