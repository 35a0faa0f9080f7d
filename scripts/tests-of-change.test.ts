import { expect, test } from 'vitest'
import { testsOfChange } from './tests-of-change.ts'

test('a change in an area selects its tests, those of areas built on it, and those for all areas', () => {
  expect(testsOfChange(['server/features/basket/queries.ts'])).toEqual([
    'server/audit/',
    'server/database/',
    'server/features/basket/',
    'server/http/',
    'server/operating/',
  ])
  expect(testsOfChange(['server/features/shop/queries.ts'])).toEqual(
    expect.arrayContaining(['server/features/basket/', 'server/features/shop/']),
  )
  expect(testsOfChange(['server/features/waiting-list/queries.ts'])).toEqual(
    expect.arrayContaining(['server/features/orders/', 'server/features/basket/']),
  )
})

test('a change in shared code selects every test', () => {
  for (const file of ['domain/prices.ts', 'contract/shop.ts', 'server/app.ts', 'testing/make-child.ts']) {
    expect(testsOfChange(['server/features/basket/queries.ts', file]), file).toBeUndefined()
  }
})

test('a changed test is selected; most texts, journeys and benches select no server test', () => {
  const own = 'server/features/shop/shop.test.ts'
  expect(testsOfChange([own, 'README.md', 'docs/web.md', 'journeys/shop.journey.ts'])).toEqual([own])
})

test('a changed text or page selects the server tests that read it', () => {
  expect(testsOfChange(['docs/running.md'])).toEqual(['server/config.test.ts', 'server/http/metrics.test.ts'])
  expect(testsOfChange(['ARCHITECTURE.md'])).toEqual(['server/pages/send-page.test.ts'])
  expect(testsOfChange(['web/page.ts'])).toEqual(['server/pages/'])
})
