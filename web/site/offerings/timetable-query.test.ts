import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { nextSessionQuery, timetableQuery } from './timetable-query.ts'

/** Returns the number of the session that a calendar links to; one session a day from a Monday on. */
async function nextOf(placesLeft: number[]): Promise<number | undefined> {
  const sessions = placesLeft.map((left, id) => ({
    id,
    date: '2026-11-30',
    isBookable: true,
    placesLeft: left,
  }))
  const timetable = ({ startDate }: { startDate: string }) =>
    Promise.resolve(startDate === '2026-11-30' ? [{ date: startDate, sessions }] : [])
  const api = { offerings: { class: { timetable } } } as unknown as Api
  const next = await new QueryClient().fetchQuery(nextSessionQuery(api, 'class', '2026-11-30', {}))
  return next?.id
}

test('a calendar links to the next free place, or to the first session where all are full', async () => {
  expect(await nextOf([3, 2])).toBe(0)
  expect(await nextOf([0, 2])).toBe(1)
  expect(await nextOf([0, 0])).toBe(0)
  expect(await nextOf([])).toBeUndefined()
})

test('a calendar and its next-session link share one request for the week', async () => {
  const asked: string[] = []
  const sessions = [{ id: 1, date: '2026-12-02', isBookable: true, placesLeft: 4 }]
  const timetable = async ({ startDate }: { startDate: string }) => {
    asked.push(startDate)
    return [{ date: '2026-12-02', sessions }]
  }
  const api = { offerings: { class: { timetable } } } as unknown as Api
  const client = new QueryClient()
  const week = client.fetchQuery(timetableQuery(api, 'class', { day: '2026-12-01', filters: {} }))
  const next = await client.fetchQuery(nextSessionQuery(api, 'class', '2026-11-30', {}))
  expect(next?.id).toBe(1)
  await week
  expect(asked).toEqual(['2026-11-30'])
})

test('the next session is searched without gaps and without past days', async () => {
  const asked: [string, string][] = []
  const answers = [['2026-12-01'], [], ['2027-01-07']]
  const timetable = async ({ startDate, endDate }: { startDate: string; endDate: string }) => {
    asked.push([startDate, endDate])
    const days = answers[asked.length - 1] ?? []
    return days.map(date => ({ date, sessions: [{ id: 1, date, isBookable: true, placesLeft: 4 }] }))
  }
  const api = { offerings: { class: { timetable } } } as unknown as Api
  const next = await new QueryClient().fetchQuery(nextSessionQuery(api, 'class', '2026-12-02', {}))
  expect(next?.date).toBe('2027-01-07')
  expect(asked).toEqual([
    ['2026-11-30', '2026-12-06'],
    ['2026-12-07', '2027-01-06'],
    ['2027-01-07', '2027-02-06'],
  ])
})
