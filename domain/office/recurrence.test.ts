import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, instantInLondon, momentInLondon } from '#domain/calendar.ts'
import { bankHolidays, closuresInTerm } from './bank-holidays.ts'
import { workingDaysSince } from './people.ts'
import {
  addMinutes,
  type Closure,
  clockSkipsHour,
  datesOf,
  minutesBetween,
  weekdayNumber,
} from './recurrence.ts'

const tuesday = { weekday: 2, startTime: '10:00', endTime: '10:45', weeks: 'every' as const }
const autumn = { from: '2026-09-07', to: '2026-11-29', firstDay: '2026-09-07', closures: [], venueId: 1 }
const halfTerm: Closure = { name: 'Half-term', venueId: null, startDate: '2026-10-26', endDate: '2026-10-30' }

test('a weekly class skips half-term', () => {
  const dates = datesOf([tuesday], { ...autumn, closures: [halfTerm] })
  expect(dates).toHaveLength(12)
  expect(dates[0]).toEqual({
    slot: 0,
    date: '2026-09-08',
    startTime: '10:00',
    endTime: '10:45',
    skippedFor: '',
  })
  expect(dates.filter(({ skippedFor }) => skippedFor)).toMatchObject([
    { date: '2026-10-27', skippedFor: 'Half-term' },
  ])
})

test('a closure of another venue is ignored', () => {
  const dates = datesOf([tuesday], { ...autumn, closures: [{ ...halfTerm, venueId: 2 }] })
  expect(dates.some(({ skippedFor }) => skippedFor)).toBe(false)
})

test('odd and even weeks are counted from the term’s first week', () => {
  const odd = datesOf([{ ...tuesday, weeks: 'odd' }], autumn).map(({ date }) => date)
  const even = datesOf([{ ...tuesday, weeks: 'even' }], { ...autumn, from: '2026-09-14' }).map(
    ({ date }) => date,
  )
  expect(odd.slice(0, 2)).toEqual(['2026-09-08', '2026-09-22'])
  expect(even.slice(0, 2)).toEqual(['2026-09-15', '2026-09-29'])
})

test('a time that does not exist on a March day is left out', () => {
  const night = { weekday: 7, startTime: '01:15', endTime: '02:30', weeks: 'every' as const }
  const dates = datesOf([night], { ...autumn, from: '2027-03-22', to: '2027-04-04' })
  expect(dates.map(({ date, skippedFor }) => [date, skippedFor])).toEqual([
    ['2027-03-28', clockSkipsHour],
    ['2027-04-04', ''],
  ])
})

const day = fc.integer({ min: 0, max: 4000 }).map(days => addDays('2024-01-01', days))
const slot = fc.record({
  weekday: fc.integer({ min: 1, max: 7 }),
  startTime: fc.integer({ min: 0, max: 23 * 4 }).map(quarter => addMinutes('00:00', quarter * 15) as string),
  weeks: fc.constantFrom('every' as const, 'odd' as const, 'even' as const),
})

test('across every clock change a class keeps its weekday and time, once a week', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 369 }), slot, (from, length, given) => {
      const to = addDays(from, length)
      const endTime = addMinutes(given.startTime, 45) as string
      const dates = datesOf([{ ...given, endTime }], { ...autumn, from, to, firstDay: from })
      const apart = given.weeks === 'every' ? 7 : 14
      for (const [index, { date, startTime, skippedFor }] of dates.entries()) {
        expect(date >= from && date <= to).toBe(true)
        expect(weekdayNumber(date)).toBe(given.weekday)
        if (index > 0) expect(daysBetween(dates[index - 1]?.date as string, date)).toBe(apart)
        if (!skippedFor) expect(momentInLondon(instantInLondon(date, startTime))).toBe(`${date} ${startTime}`)
      }
      const weeks = Math.floor((length + 1) / 7)
      if (given.weeks === 'every') expect(dates.length - weeks).toBeOneOf([0, 1])
    }),
  )
})

test('odd and even weeks together make up every week', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 369 }), slot, (from, length, given) => {
      const within = { ...autumn, from, to: addDays(from, length), firstDay: from }
      const datesIn = (weeks: 'every' | 'odd' | 'even') =>
        datesOf([{ ...given, endTime: '24:00', weeks }], within).map(({ date }) => date)
      expect([...datesIn('odd'), ...datesIn('even')].sort()).toEqual(datesIn('every'))
    }),
  )
})

test('only the dates on closed days are left out', () => {
  fc.assert(
    fc.property(day, slot, day, fc.integer({ min: 0, max: 30 }), (from, given, closed, days) => {
      const closure = { ...halfTerm, startDate: closed, endDate: addDays(closed, days) }
      const within = { ...autumn, from, to: addDays(from, 200), firstDay: from, closures: [closure] }
      const slots = [{ ...given, startTime: '10:00', endTime: '11:00' }]
      const isClosed = (date: string) => date >= closure.startDate && date <= closure.endDate
      expect(datesOf(slots, within)).toEqual(
        datesOf(slots, { ...within, closures: [] }).map(planned => ({
          ...planned,
          skippedFor: isClosed(planned.date) ? 'Half-term' : '',
        })),
      )
    }),
  )
})

test('minutes are added within a day', () => {
  expect(addMinutes('10:45', 90)).toBe('12:15')
  expect(addMinutes('23:30', 45)).toBeUndefined()
  expect(minutesBetween('09:50', '10:35')).toBe(45)
})

/** The bank holidays as gov.uk lists them. A holiday with a substitute is listed itself too. */
test.each([
  [2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-26', '12-28']],
  [2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-25', '12-26', '12-27', '12-28']],
  [2028, ['01-01', '01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26']],
  [2021, ['01-01', '04-02', '04-05', '05-03', '05-31', '08-30', '12-25', '12-26', '12-27', '12-28']],
  [2033, ['01-01', '01-03', '04-15', '04-18', '05-02', '05-30', '08-29', '12-25', '12-26', '12-27']],
])('the bank holidays of %i', (year, days) => {
  expect(bankHolidays(`${year}-01-01`, `${year}-12-31`).map(({ date }) => date.slice(5))).toEqual(days)
})

test('an enquiry does not become late over Christmas', () => {
  expect(workingDaysSince('2026-12-24', '2026-12-28')).toBe(0)
  expect(workingDaysSince('2026-12-24', '2026-12-30')).toBe(2)
  expect(workingDaysSince('2026-12-30', '2027-01-04')).toBe(2)
})

test('closures move to the next term; bank holidays are computed for it', () => {
  const closed = (startDate: string, endDate = startDate, venueId: number | null = null) => ({
    ...{ name: 'Closed', venueId, startDate, endDate },
  })
  const halfTerm = closed('2027-02-15', '2027-02-19')
  const spring = { startDate: '2027-01-04', endDate: '2027-03-28' }
  const closures = [
    halfTerm,
    closed('2027-03-26'),
    closed('2027-03-26', '2027-03-26', 1),
    closed('2027-03-25'),
  ]
  expect(closuresInTerm({ ...spring, closures }, '2028-01-10')).toEqual([
    closed('2028-02-21', '2028-02-25'),
    closed('2028-03-31', '2028-03-31', 1),
    closed('2028-03-30'),
  ])
})

test('Boxing Day on a Saturday is closed, and so is its substitute, named as on gov.uk', () => {
  expect(bankHolidays('2026-12-26', '2026-12-31')).toEqual([
    { name: 'Boxing Day', date: '2026-12-26' },
    { name: 'Boxing Day (substitute day)', date: '2026-12-28' },
  ])
})
