import { instantInLondon } from './calendar.ts'

/** A booked place as a calendar shows it: London's wall clock, days 'YYYY-MM-DD', times 'HH:MM'. */
export interface CalendarBooking {
  bookingId: number
  /** What the class is called. */
  title: string
  venue: string
  address: string
  /** Left out where nobody has named one. */
  room?: string
  ages: string
  attendee: string
  isTrial: boolean
  /** Of two entries with one UID the later has the higher number. */
  sequence?: number
  startDate: string
  startTime: string
  endDate: string
  endTime: string
}

interface Calendar {
  name: string
  /** Whose bookings these are: with the booking's number it names an entry for good. */
  host: string
  now: Date
  bookings: CalendarBooking[]
}

const longestLineInOctets = 75

/**
 * An iCalendar object (RFC 5545): the same booking keeps its UID, so that a moved one moves and is not doubled. Times
 * are instants, because of the hour that October repeats calendars mean the first and the database the second. What lasts
 * several days is on at the same hours of each (decision E-43): it is repeated, by London's clock.
 */
export function writeCalendar({ name, host, now, bookings }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Maypole//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...(bookings.some(isDaily) ? londonsClock : []),
    ...bookings.flatMap(booking => eventOf(booking, host, now)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

function eventOf(booking: CalendarBooking, host: string, now: Date): string[] {
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
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ]
}

/** Not what goes over midnight. */
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

/** RFC 5545 §3.3.11: text with its own signs escaped; other control characters have no place in it. */
const escaped = (text: string) =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, sign => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** RFC 5545 §3.1: lines of at most 75 octets, never broken within a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > longestLineInOctets) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** In UTF-8, of one whole character. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
