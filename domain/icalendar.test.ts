import { expect, test } from 'vitest'
import { type CalendarBooking, writeCalendar } from './icalendar.ts'

const booking: CalendarBooking = {
  bookingId: 17,
  title: 'Tiny Tumblers',
  venue: 'Harbour Loft',
  address: '4 Sailcloth Yard, Bristol BS1 6QX',
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
/** Parses a calendar as a reader does: unfolds the lines and groups them by name. */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const fieldOf = (text: string, name: string) =>
  unfold(text)
    .find(line => line.startsWith(name))
    ?.slice(name.length)

test('a booking is one event at the instant of its London start time', () => {
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
    'SEQUENCE:0',
    'DTSTAMP:20261120T083015Z',
    'DTSTART:20261124T100000Z',
    'DTEND:20261124T104500Z',
    'SUMMARY:Tiny Tumblers: Maya Shah',
    'LOCATION:Harbour Loft\\, 4 Sailcloth Yard\\, Bristol BS1 6QX',
    'DESCRIPTION:Tiny Tumblers for Maya Shah\\n2 to 3 years',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('an event names the room, and a moved one has a higher sequence', () => {
  const moved = write({ room: 'Mirror Room', sequence: 2 })
  expect(fieldOf(moved, 'LOCATION:')).toBe(
    'Mirror Room\\, Harbour Loft\\, 4 Sailcloth Yard\\, Bristol BS1 6QX',
  )
  expect(fieldOf(moved, 'SEQUENCE:')).toBe('2')
})

test('in summer London is an hour ahead', () => {
  expect(fieldOf(write({ startDate: '2026-07-07', endDate: '2026-07-07' }), 'DTSTART:')).toBe(
    '20260707T090000Z',
  )
})

test('a camp keeps its London hours each day across a clock change', () => {
  const text = write({ startDate: '2026-10-23', endDate: '2026-10-26', endTime: '15:30' })
  expect(fieldOf(text, 'DTSTART;TZID=Europe/London:')).toBe('20261023T100000')
  expect(fieldOf(text, 'DTEND;TZID=Europe/London:')).toBe('20261023T153000')
  expect(fieldOf(text, 'RRULE:FREQ=DAILY;')).toBe('UNTIL=20261026T100000Z')
  expect(unfold(text)).toContain('BEGIN:VTIMEZONE')
  expect(write({})).not.toContain('VTIMEZONE')
})

test('a session that ends after midnight is one block', () => {
  const text = write({ endDate: '2026-11-25', endTime: '09:00:00' })
  expect(fieldOf(text, 'DTSTART:')).toBe('20261124T100000Z')
  expect(fieldOf(text, 'DTEND:')).toBe('20261125T090000Z')
  expect(text).not.toContain('RRULE')
})

test('a moved booking keeps its UID, another booking has its own', () => {
  const uids = (text: string) => unfold(text).filter(line => line.startsWith('UID:'))
  expect(uids(write({ startDate: '2026-12-01' }))).toEqual(uids(write({})))
  expect(new Set(uids(write({}, { bookingId: 18 }))).size).toBe(2)
})

test('text in a name cannot end its line or begin another', () => {
  const text = write({ attendee: 'A;B,C\\D\r\nATTACH:http://evil.example\u0000', isTrial: true })
  expect(fieldOf(text, 'SUMMARY:')).toBe('Tiny Tumblers (trial): A\\;B\\,C\\\\D\\nATTACH:http://evil.example')
  expect(unfold(text).some(line => line.startsWith('ATTACH'))).toBe(false)
})

test('no line exceeds 75 octets or breaks within a character', () => {
  for (const sign of ['a', 'é', '—', '🎈']) {
    for (let length = 60; length < 80; length++) {
      const venue = sign.repeat(length)
      const text = write({ venue, address: '' })
      const sizes = text.split('\r\n').map(line => Buffer.byteLength(line))
      expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
      expect(fieldOf(text, 'LOCATION:')).toBe(venue)
    }
  }
})
