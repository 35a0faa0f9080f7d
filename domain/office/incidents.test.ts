import { expect, test } from 'vitest'
import { keepIncidentUntil } from './incidents.ts'

test('an incident is kept three years, and that of a child until it is 21', () => {
  expect(keepIncidentUntil('2026-11-24', null)).toBe('2029-11-24')
  expect(keepIncidentUntil('2026-11-24', '2021-05-03')).toBe('2042-05-03')
  expect(keepIncidentUntil('2026-11-24', '1980-05-03')).toBe('2029-11-24')
  expect(keepIncidentUntil('2028-02-29', '2020-02-29')).toBe('2041-03-01')
})
