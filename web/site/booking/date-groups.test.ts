import { expect, test } from 'vitest'
import type { OfferedSession } from './booking-choice.ts'
import { groupDates, nameAll } from './date-groups.ts'

const at = (id: number, startDate: string, startTime: string, endDate = startDate) =>
  ({ id, startDate, endDate, startTime, endTime: `${startTime.slice(0, 3)}45` }) as OfferedSession

// Wednesdays 10:00 and Saturdays 11:00 of two weeks, in the order of the server.
const weekly = [
  at(1, '2026-12-02', '10:00'),
  at(2, '2026-12-05', '11:00'),
  at(3, '2026-12-09', '10:00'),
  at(4, '2026-12-12', '11:00'),
]
const shown = (sessions: OfferedSession[], pressed = 0) =>
  groupDates(sessions, pressed).map(group => [group.title, ...group.sessions.map(({ id }) => id)])

test('dates are grouped by weekday and time, in the order of a week', () => {
  expect(shown(weekly)).toEqual([
    ['Wednesdays 10:00–10:45', 1, 3],
    ['Saturdays 11:00–11:45', 2, 4],
  ])
})

test('the weekday and time of the pressed date come first', () => {
  expect(shown(weekly, 4)[0]).toEqual(['Saturdays 11:00–11:45', 2, 4])
})

test('dates that stand alone, and camps, follow together', () => {
  const camps = [at(6, '2026-12-14', '09:00', '2026-12-18'), at(7, '2026-12-21', '09:00', '2026-12-23')]
  expect(shown([at(5, '2026-12-01', '10:00'), ...weekly, ...camps])).toEqual([
    ['Wednesdays 10:00–10:45', 1, 3],
    ['Saturdays 11:00–11:45', 2, 4],
    ['Other dates', 5, 6, 7],
  ])
  expect(shown([at(5, '2026-12-01', '10:00'), ...weekly], 5)[0]).toEqual(['Other dates', 5])
})

test('a group names what one press chooses, with its time if the weekday has two', () => {
  const named = (sessions: OfferedSession[]) => {
    const groups = groupDates(sessions, 0)
    return groups.map(group => nameAll(group, group.sessions, groups))
  }
  expect(named(weekly)).toEqual(['All Wednesdays until 9 Dec', 'All Saturdays until 12 Dec'])
  const twice = [...weekly, at(8, '2026-12-05', '14:00'), at(9, '2026-12-19', '14:00')]
  expect(named(twice)).toEqual([
    'All Wednesdays until 9 Dec',
    'All Saturdays 11:00–11:45 until 12 Dec',
    'All Saturdays 14:00–14:45 until 19 Dec',
  ])
  expect(named([at(5, '2026-12-01', '10:00')])).toEqual([''])
})
