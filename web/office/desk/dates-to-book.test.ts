import { expect, test } from 'vitest'
import type { BookableDate } from '#contract/office/desk-bookings.ts'
import { firstTicked } from './dates-to-book.tsx'

const dateOf = (sessionId: number, date: string, free: number): BookableDate => ({
  ...{ sessionId, date, startTime: '09:00', endTime: '09:45', capacity: 10, free },
  ...{ pricePence: 750, credits: 0 },
  ...{ isBooked: false, bookedChildIds: [], offersTrial: false, refused: '' },
  ...(free > 0 ? { problem: '', raiseTo: null } : { problem: 'Full', raiseTo: 12 }),
})

test('at first the next date with a place is ticked, or the dates of the pressed weekday', () => {
  const [saturday, sunday] = ['2026-12-05', '2026-12-06']
  const dates = [
    dateOf(1, saturday, 0),
    dateOf(2, sunday, 3),
    dateOf(3, '2026-12-12', 0),
    dateOf(4, '2026-12-13', 3),
  ]
  expect(firstTicked(dates, undefined)).toEqual([2])
  expect(firstTicked(dates, { date: sunday, startTime: '09:00' })).toEqual([2, 4])
  // A full weekday is not replaced by another one.
  expect(firstTicked(dates, { date: saturday, startTime: '09:00' })).toEqual([])
})
