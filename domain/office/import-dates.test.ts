import { expect, test } from 'vitest'
import { readDay } from './import-dates.ts'

const today = '2026-11-29'

test.each([
  ['17/05/2020', '2020-05-17'],
  ['7/5/2020', '2020-05-07'],
  ['17-05-2020', '2020-05-17'],
  ['17.05.2020', '2020-05-17'],
  ['17 05 2020', '2020-05-17'],
  ['2020-05-17', '2020-05-17'],
  ['2020/5/17', '2020-05-17'],
  ['2020-05-17 00:00:00', '2020-05-17'],
  ['2020-05-17T00:00:00', '2020-05-17'],
  ['17/05/2020 00:00', '2020-05-17'],
  ['17/05/2020 12:00:00 AM', '2020-05-17'],
  ['2020-05-16T23:00:00.000Z', '2020-05-17'],
  ['14/7/17', '2017-07-14'],
  ['12-Apr-19', '2019-04-12'],
  ['12-Sept-2019', '2019-09-12'],
  ['17 May 2020', '2020-05-17'],
  ['17th May, 2020', '2020-05-17'],
  ['1st of June 2021', '2021-06-01'],
  ['May 17, 2020', '2020-05-17'],
  ['May 17th 2020', '2020-05-17'],
  ['Sunday 17 May 2020', '2020-05-17'],
  ["3 Mar '18", '2018-03-03'],
  // The last year that is not in the future.
  ['29/11/26', '2026-11-29'],
  ['30/11/26', '1926-11-30'],
  ['1/1/27', '1927-01-01'],
  ['29/2/20', '2020-02-29'],
  ['31/02/2019', undefined],
  ['29/02/2019', undefined],
  ['04/25/2019', undefined],
  ['0/5/2020', undefined],
  ['17/05', undefined],
  ['May 2020', undefined],
  ['17 Ma 2020', undefined],
  ['17/05/202', undefined],
  ['17/05-2020', undefined],
  ['12345', undefined],
  ['tomorrow', undefined],
  ['0001-01-01', undefined],
  [`17/05/2020${' '.repeat(100_000)}x`, undefined],
])('%s is read as %s', (text, day) => {
  expect(readDay(text, 'dayFirst', today)).toBe(day)
})

test('month-first applies to numeric dates only', () => {
  const read = (text: string) => readDay(text, 'monthFirst', today)
  expect(['04/25/2019', '4/5/19', '25/04/2019', '17 May 2020', '2020-05-17'].map(read)).toEqual([
    ...['2019-04-25', '2019-04-05', undefined, '2020-05-17', '2020-05-17'],
  ])
})

test('a future date with a two-digit year is in this century', () => {
  expect(readDay('5/1/27', 'dayFirst', 'future')).toBe('2027-01-05')
})
