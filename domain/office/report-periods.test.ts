import { expect, test } from 'vitest'
import { daysOfMonth, daysOfPeriod } from './report-periods.ts'
import { addUpTakings, monthsWithin } from './takings.ts'

test('a named period has the right first and last day, also around New Year and 6 April', () => {
  expect(daysOfPeriod('week', '2026-11-29')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(daysOfPeriod('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOfPeriod('month', '2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOfPeriod('lastMonth', '2027-01-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOfPeriod('quarter', '2026-11-29')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
  expect(daysOfPeriod('quarter', '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' })
  expect(daysOfPeriod('lastQuarter', '2026-03-31')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(daysOfPeriod('taxYear', '2026-04-05')).toEqual({ from: '2025-04-06', to: '2026-04-05' })
  expect(daysOfPeriod('taxYear', '2026-04-06')).toEqual({ from: '2026-04-06', to: '2027-04-05' })
})

test('a month by its name has its own first and last day', () => {
  expect(daysOfMonth('2026-10')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('a period is read month by month, each day once', () => {
  expect(monthsWithin({ from: '2026-11-30', to: '2027-01-01' })).toEqual([
    { from: '2026-11-30', to: '2026-11-30' },
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-01' },
  ])
  expect(monthsWithin({ from: '2026-11-05', to: '2026-11-05' })).toHaveLength(1)
})

test('takings of a week that spans two months are one row', () => {
  const day = { payments: 1, receivedPence: 850, backPence: 100 }
  const rows = addUpTakings(
    [
      { day: '2026-12-01', method: 'cash', ...day },
      { day: '2026-11-30', method: 'card', ...day },
      { day: '2026-11-30', method: 'cash', ...day },
    ],
    'week',
  )
  expect(rows).toEqual([
    {
      ...{ from: '2026-11-30', to: '2026-12-06', payments: 3 },
      ...{ receivedPence: 2550, backPence: 300, netPence: 2250 },
      methods: [
        { method: 'card', payments: 1, receivedPence: 850, backPence: 100 },
        { method: 'cash', payments: 2, receivedPence: 1700, backPence: 200 },
      ],
    },
  ])
})
