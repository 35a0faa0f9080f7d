import { expect, test } from 'vitest'
import { monthAfter, monthName } from './months.ts'

test('months are named, and counted over the end of a year', () => {
  expect(monthName('2026-11')).toBe('November 2026')
  expect([-11, -1, 0, 1, 2].map(months => monthAfter('2026-11', months))).toEqual([
    '2025-12',
    '2026-10',
    '2026-11',
    '2026-12',
    '2027-01',
  ])
})
