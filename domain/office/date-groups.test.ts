import { expect, test } from 'vitest'
import { groupDates } from './date-groups.ts'

const at = (date: string, startTime = '11:00') => ({ date, startTime })
const groupsOf = (...dates: ReturnType<typeof at>[]) =>
  groupDates(dates).map(group => [group.name, group.dates.map(({ date }) => date)])

test('dates of a class are grouped by weekday and time, the earliest group first', () => {
  expect(
    groupsOf(at('2026-12-05'), at('2026-12-08', '16:00'), at('2026-12-12'), at('2026-12-15', '16:00')),
  ).toEqual([
    ['Saturdays 11:00', ['2026-12-05', '2026-12-12']],
    ['Tuesdays 16:00', ['2026-12-08', '2026-12-15']],
  ])
})

test('dates with a weekday and time of their own form one group; a single date has its own', () => {
  expect(groupsOf(at('2026-12-04'), at('2026-12-05'), at('2026-12-12'), at('2026-12-12', '14:00'))).toEqual([
    ['Saturdays 11:00', ['2026-12-05', '2026-12-12']],
    ['Other dates', ['2026-12-04', '2026-12-12']],
  ])
  expect(groupsOf(at('2026-12-04'), at('2026-12-05'))).toEqual([['', ['2026-12-04', '2026-12-05']]])
  expect(groupsOf(at('2026-12-05'))).toEqual([['Saturdays 11:00', ['2026-12-05']]])
})
