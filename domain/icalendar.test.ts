import { expect, test } from 'vitest'
import { type CalendarBooking, writeCalendar } from './icalendar.ts'

const booking: CalendarBooking = {
  bookingId: 17,
  typeName: 'Tiny Tumblers',
  venue: 'Harbour Loft',
  ages: '2 to 3 years',
  attendee: 'Maya Shah',
  isTrial: false,
  startDate: '2026-11-24',
  startTime: '10:00',
  endDate: '2026-11-24',
  endTime: '10:45',
}
const now = new Date('2026-11-20T08:30:15.250Z')
const write = (...bookings: Partial<CalendarBooking>[]) =>
  writeCalendar({
    name: 'Bookings',
    host: 'maypole.example',
    now,
    bookings: bookings.map(given => ({ ...booking, ...given })),
  })
/** A reader's view: folded lines put together again, by name. */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const fieldOf = (text: string, name: string) =>
  unfold(text)
    .find(line => line.startsWith(name))
    ?.slice(name.length)

test('a booking is one event, at its hour on London’s clock', () => {
  const lines = unfold(write({}))
  expect(lines.slice(0, 4)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Maypole//Bookings//EN',
    'CALSCALE:GREGORIAN',
  ])
  expect(lines.slice(lines.indexOf('BEGIN:VEVENT'))).toEqual([
    'BEGIN:VEVENT',
    'UID:booking-17@maypole.example',
    'DTSTAMP:20261120T083015Z',
    'DTSTART;TZID=Europe/London:20261124T100000',
    'DTEND;TZID=Europe/London:20261124T104500',
    'SUMMARY:Tiny Tumblers: Maya Shah',
    'LOCATION:Harbour Loft',
    'DESCRIPTION:Tiny Tumblers for Maya Shah\\n2 to 3 years',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('the time zone it names is in it, with both changes of the clock', () => {
  const text = write({})
  expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/London\r\n')
  expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU')
  expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU')
})

test('a camp lasts from its first morning to its last afternoon', () => {
  const text = write({ endDate: '2026-11-27', endTime: '15:30' })
  expect(fieldOf(text, 'DTSTART;TZID=Europe/London:')).toBe('20261124T100000')
  expect(fieldOf(text, 'DTEND;TZID=Europe/London:')).toBe('20261127T153000')
})

test('a moved booking keeps its UID, another booking has its own', () => {
  const uids = (text: string) => unfold(text).filter(line => line.startsWith('UID:'))
  expect(uids(write({ startDate: '2026-12-01' }))).toEqual(uids(write({})))
  expect(new Set(uids(write({}, { bookingId: 18 }))).size).toBe(2)
})

test('what a name contains cannot end its line or begin another', () => {
  const text = write({ attendee: 'A;B,C\\D\r\nATTACH:http://evil.example\u0000', isTrial: true })
  expect(fieldOf(text, 'SUMMARY:')).toBe('Tiny Tumblers (trial): A\\;B\\,C\\\\D\\nATTACH:http://evil.example')
  expect(unfold(text).some(line => line.startsWith('ATTACH'))).toBe(false)
})

test('no line is longer than 75 octets, and none is broken within a character', () => {
  for (const sign of ['a', 'é', '—', '🎈']) {
    for (let length = 60; length < 80; length++) {
      const venue = sign.repeat(length)
      const text = write({ venue })
      const sizes = text.split('\r\n').map(line => Buffer.byteLength(line))
      expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
      expect(fieldOf(text, 'LOCATION:')).toBe(venue)
    }
  }
})
