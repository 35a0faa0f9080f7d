import { expect, test } from 'vitest'
import { stateOf, statesOf } from './thing-state.ts'

const today = '2026-12-30'

test("a code's row says when it is valid, with the year if needed, and can be found by it", () => {
  const code = (startsAt: string, endsAt: string, isActive = true) => {
    const { value, words } = stateOf('codes', { startsAt, endsAt, isActive }, today)
    return [value, words]
  }
  const [past, now, next] = ['2025-01-03T00:00:00Z', '2026-12-30T00:00:00Z', '2027-01-04T00:00:00Z']
  expect(code(now, next)).toEqual(['on', 'Offered'])
  expect(code(past, now)).toEqual(['ended', 'Ended on Tue 29 Dec'])
  expect(code(past, past)).toEqual(['ended', 'Ended on Thu 2 Jan 2025'])
  expect(code(next, next)).toEqual(['coming', 'From Mon 4 Jan 2027'])
  expect(code(next, next, false)).toEqual(['off', 'Switched off'])
  expect(statesOf('codes').map(({ label }) => label)).toEqual([
    ...['All', 'Offered', 'To come', 'Ended', 'Switched off'],
  ])
})

test("a list's filter finds items by the words that their rows show", () => {
  for (const list of ['articles', 'promoItems', 'venues'] as const) {
    const said = [true, false].map(isActive => stateOf(list, { isActive }, today).words)
    expect(statesOf(list).map(({ label }) => label)).toEqual(['All', ...said])
  }
  expect(stateOf('articles', { isActive: false }, today).words).toBe('Draft')
})
