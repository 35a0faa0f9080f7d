import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { nextSessionQuery } from './timetable-query.ts'

/** The number of the session that a calendar points on to, where these come one a day from a Monday on. */
async function nextOf(placesLeft: number[]): Promise<number | undefined> {
  const sessions = placesLeft.map((left, id) => ({ id, isBookable: true, placesLeft: left }))
  const timetable = ({ startDate }: { startDate: string }) =>
    Promise.resolve(startDate === '2026-11-30' ? [{ date: startDate, sessions }] : [])
  const api = { offerings: { class: { timetable } } } as unknown as Api
  const next = await new QueryClient().fetchQuery(nextSessionQuery(api, 'class', '2026-11-30', {}))
  return next?.id
}

test('a calendar points on to the next place, and where all are full to the first of them', async () => {
  expect(await nextOf([3, 2])).toBe(0)
  expect(await nextOf([0, 2])).toBe(1)
  expect(await nextOf([0, 0])).toBe(0)
  expect(await nextOf([])).toBeUndefined()
})
