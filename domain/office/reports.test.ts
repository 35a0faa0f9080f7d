import { expect, test } from 'vitest'
import { namedTime, percentOf } from './reports.ts'

test('a report names weekdays, their hours, and entries for any date', () => {
  expect([1, 7, 100, 609, 723, 0].map(namedTime)).toEqual([
    ...['Mondays', 'Sundays', 'Mondays 00:00', 'Saturdays 09:00', 'Sundays 23:00', 'Any date'],
  ])
})

test('a share is in whole percent; there is none if the whole is 0', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 4), percentOf(0, 0)]).toEqual([33, 67, 0, null])
})
