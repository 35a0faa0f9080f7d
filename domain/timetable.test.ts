import { expect, test } from 'vitest'
import { dayIdOf, groupByDay, overlap, timetableDays } from './timetable.ts'

test('a range includes both ends, also across a leap day and a new year', () => {
  expect(timetableDays('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(timetableDays('2026-12-31', '2027-01-01')).toEqual(['2026-12-31', '2027-01-01'])
  expect(timetableDays('2026-11-30', '2026-11-30')).toEqual(['2026-11-30'])
})

test('a range has every day once when the clocks change', () => {
  expect(timetableDays('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(timetableDays('2026-10-24', '2026-10-26')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
})

test('a range of up to 31 days is allowed; 32 days or a backwards range is refused', () => {
  expect(timetableDays('2026-12-01', '2026-12-31')).toHaveLength(31)
  expect(timetableDays('9999-12-31', '9999-12-31')).toEqual(['9999-12-31'])
  expect(() => timetableDays('2026-12-01', '2027-01-01')).toThrow('Please choose at most 31 days at a time')
  expect(() => timetableDays('0001-01-01', '9999-12-31')).toThrow('Please choose at most 31 days at a time')
  expect(() => timetableDays('2026-12-02', '2026-12-01')).toThrow(
    'The first day must not be after the last day',
  )
})

test('days are numbered from the first of January 2000', () => {
  expect(dayIdOf('2000-01-01')).toBe(0)
  expect(dayIdOf('2000-12-31')).toBe(365)
  expect(dayIdOf('2026-11-23')).toBe(9823)
})

test('every day is listed with its sessions in order, even without any', () => {
  const sessions = [
    { date: '2026-11-24', id: 2 },
    { date: '2026-11-24', id: 1 },
  ]
  expect(groupByDay(['2026-11-23', '2026-11-24'], sessions)).toEqual([
    { date: '2026-11-23', weekday: 'Mon', sessions: [] },
    { date: '2026-11-24', weekday: 'Tue', sessions },
  ])
})

test('two sessions overlap if they share time on a day; back to back they do not', () => {
  const [lesson, camp] = [
    { startDate: '2027-01-09', endDate: '2027-01-09', startTime: '10:00', endTime: '10:45' },
    { startDate: '2027-01-04', endDate: '2027-01-09', startTime: '09:00', endTime: '15:00' },
  ]
  expect(overlap(lesson, { ...lesson, startTime: '10:44', endTime: '11:30' })).toBe(true)
  expect(overlap(lesson, { ...lesson, startTime: '10:45', endTime: '11:30' })).toBe(false)
  expect(overlap(lesson, { ...lesson, startDate: '2027-01-16', endDate: '2027-01-16' })).toBe(false)
  expect(overlap(camp, lesson)).toBe(true)
  expect(overlap(camp, { ...lesson, startTime: '15:00', endTime: '16:00' })).toBe(false)
})
