import { expect, test } from 'vitest'
import { testsOfChange } from './tests-of-change.ts'

test('a change in an area is tested there, in the areas that stand on it, and where every area is', () => {
  expect(testsOfChange(['server/features/basket/queries.ts'])).toEqual([
    'server/database/',
    'server/features/basket/',
    'server/http/',
  ])
  expect(testsOfChange(['server/features/shop/queries.ts'])).toEqual(
    expect.arrayContaining(['server/features/basket/', 'server/features/shop/']),
  )
  expect(testsOfChange(['server/features/waiting-list/queries.ts'])).toEqual(
    expect.arrayContaining(['server/features/orders/', 'server/features/basket/']),
  )
})

test('a change in what all areas stand on is tested everywhere', () => {
  for (const file of ['domain/prices.ts', 'contract/shop.ts', 'server/app.ts', 'testing/make-child.ts']) {
    expect(testsOfChange(['server/features/basket/queries.ts', file]), file).toBeUndefined()
  }
})

test('a test is run when it changes; most texts, journeys and benches are in no test of the server', () => {
  const own = 'server/features/shop/shop.test.ts'
  expect(testsOfChange([own, 'README.md', 'docs/web.md', 'journeys/shop.journey.ts'])).toEqual([own])
})

test('what tests of the server read of texts and pages is tested there', () => {
  expect(testsOfChange(['docs/running.md'])).toEqual(['server/config.test.ts', 'server/http/metrics.test.ts'])
  expect(testsOfChange(['ARCHITECTURE.md'])).toEqual(['server/pages/send-page.test.ts'])
  expect(testsOfChange(['web/page.ts'])).toEqual(['server/pages/'])
})
