import { expect, test } from 'vitest'
import { ageWords, asAge, isMeantFor, monthsOld, rangeWords, readAge } from './ages.ts'

test.each([
  ['2025-11-24', '2026-11-23', 11, '11 months old'],
  ['2025-11-23', '2026-11-23', 12, '12 months old'],
  ['2026-10-23', '2026-11-23', 1, '1 month old'],
  ['2024-11-24', '2026-11-23', 23, '23 months old'],
  ['2024-02-29', '2026-02-28', 23, '23 months old'],
  ['2021-06-01', '2026-11-23', 65, '5 years old'],
])('somebody born on %s is, on %s, %i months old: %s', (birthday, day, months, words) => {
  expect(monthsOld(birthday, day)).toBe(months)
  expect(ageWords(months)).toBe(words)
})

test('an age range covers its first month up to the end of its last', () => {
  const range = { fromMonths: 12, toMonths: 36 }
  expect([11, 12, 35, 36].map(months => isMeantFor(range, months))).toEqual([false, true, true, false])
  expect(isMeantFor({ fromMonths: null, toMonths: null }, 400)).toBe(true)
})

test('an age may be typed in years or in months', () => {
  expect(['5', ' 18 months ', '1 year', '9m', '0'].map(readAge)).toEqual([60, 18, 12, 9, 0])
  expect(['', 'five', '1.5', '-1', '5 weeks'].map(readAge)).toEqual(Array(5).fill(undefined))
  expect([60, 18, 0].map(asAge)).toEqual(['5', '18 months', '0'])
})

test.each([
  [36, 72, 'ages 3 to 5'],
  [36, 48, 'children aged 3'],
  [18, 48, '18 months to 3 years'],
  [6, 18, 'ages 6 to 17 months'],
  [24, 30, 'ages 24 to 29 months'],
  [84, null, 'ages 7 and over'],
  [18, null, 'ages 18 months and over'],
  [0, 12, 'children under 1'],
  [null, 60, 'children under 5'],
  [null, null, ''],
])('the ages from %s until %s months are “%s”', (fromMonths, toMonths, words) => {
  expect(rangeWords({ fromMonths, toMonths })).toBe(words)
})
