import { expect, test } from 'vitest'
import { areAtOnce, dayIdOf, groupByDay, timetableDays } from './timetable.ts'

test('a range has both of its ends, also over a leap day and the end of a year', () => {
  expect(timetableDays('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(timetableDays('2026-12-31', '2027-01-01')).toEqual(['2026-12-31', '2027-01-01'])
  expect(timetableDays('2026-11-30', '2026-11-30')).toEqual(['2026-11-30'])
})

test('a range has every day once when the clocks change', () => {
  expect(timetableDays('2026-03-28', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(timetableDays('2026-10-24', '2026-10-26')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
})

test('31 days may be asked for, 32 may not, nor any backwards', () => {
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

test('every day has its sessions in the given order, or none', () => {
  const sessions = [
    { date: '2026-11-24', id: 2 },
    { date: '2026-11-24', id: 1 },
  ]
  expect(groupByDay(['2026-11-23', '2026-11-24'], sessions)).toEqual([
    { date: '2026-11-23', weekday: 'Mon', sessions: [] },
    { date: '2026-11-24', weekday: 'Tue', sessions },
  ])
})

test('two sessions are at once when they share an hour of a day; one after the other is not', () => {
  const [lesson, camp] = [
    { startDate: '2027-01-09', endDate: '2027-01-09', startTime: '10:00', endTime: '10:45' },
    { startDate: '2027-01-04', endDate: '2027-01-09', startTime: '09:00', endTime: '15:00' },
  ]
  expect(areAtOnce(lesson, { ...lesson, startTime: '10:44', endTime: '11:30' })).toBe(true)
  expect(areAtOnce(lesson, { ...lesson, startTime: '10:45', endTime: '11:30' })).toBe(false)
  expect(areAtOnce(lesson, { ...lesson, startDate: '2027-01-16', endDate: '2027-01-16' })).toBe(false)
  expect(areAtOnce(camp, lesson)).toBe(true)
  expect(areAtOnce(camp, { ...lesson, startTime: '15:00', endTime: '16:00' })).toBe(false)
})
