import { expect, test } from 'vitest'
import { longDay, longMoment, pounds, timeOfDay } from './wording.ts'

test('money, days and times are worded for mails and messages', () => {
  expect([0, 5, 1250].map(pounds)).toEqual(['£0.00', '£0.05', '£12.50'])
  expect(longDay('2026-12-05')).toBe('Saturday 5 December 2026')
  expect(timeOfDay('10:00:00')).toBe('10:00')
  expect(longMoment(new Date('2026-07-05T22:30:00Z'))).toMatch(/^Sunday,? 5 July 2026 at 23:30$/)
})
