import { describe, expect, test } from 'vitest'
import {
  dayRange,
  fullDate,
  fullMoment,
  slashedDate,
  spokenDate,
  spokenDays,
  spokenUntil,
  timeRange,
} from './british-dates.ts'
import { pounds } from './money.tsx'

const today = '2026-11-21'

describe('dates are written as a British parent says them', () => {
  test('in words and in figures', () => {
    expect(spokenDate('2026-11-24', today)).toBe('Tue 24 Nov')
    expect(spokenDate('2027-01-05', today)).toBe('Tue 5 Jan 2027')
    expect(slashedDate('2026-11-04')).toBe('04/11/2026')
    expect(fullDate('2026-11-04')).toBe('4\u00a0Nov\u00a02026')
    expect(fullMoment('2026-11-04 09:05:00')).toBe('4\u00a0Nov\u00a02026, 09:05')
    expect(timeRange('10:00', '10:45')).toBe('10:00–10:45')
  })

  test('until a time today, or on a named day', () => {
    expect(spokenUntil('2026-11-21 18:00:00', today)).toBe('18:00')
    expect(spokenUntil('2026-11-24 05:00:00', today)).toBe('Tue 24 Nov, 05:00')
  })

  test('a camp shows both ends, a class its one day', () => {
    expect(spokenDays('2026-08-03', '2026-08-07', today)).toBe('Mon 3 Aug – Fri 7 Aug')
    expect(spokenDays('2026-08-03', '2026-08-03', today)).toBe('Mon 3 Aug')
    expect(spokenDays('2026-12-28', '2027-01-01', today)).toBe('Mon 28 Dec – Fri 1 Jan 2027')
  })
})

test('a range of days has the year where it is not this one', () => {
  expect(dayRange('2026-11-30', '2026-12-06', today)).toBe('30 Nov – 6 Dec')
  expect(dayRange('2026-11-30', '2026-11-30', today)).toBe('30 Nov')
  expect(dayRange('2026-12-28', '2027-01-03', today)).toBe('28\u00a0Dec\u00a02026 – 3 Jan 2027')
  expect(dayRange('2027-01-04', '2027-01-10', today)).toBe('4 Jan – 10 Jan 2027')
})

describe('money', () => {
  // Proves SHELL-42.
  test('always has its pence', () => {
    expect(['0', '5', '1250', '123456789'].map(Number).map(pounds)).toEqual([
      '£0.00',
      '£0.05',
      '£12.50',
      '£1,234,567.89',
    ])
    expect(pounds(-50)).toBe('−£0.50')
  })
})
