import { expect, test } from 'vitest'
import * as addresses from '#contract/office/addresses.ts'
import { officePages } from './pages.ts'

test('every address of the office has its page, and every page its address', () => {
  const paths = Object.values(addresses).flatMap(address => ('path' in address ? address.path : []))
  expect(officePages.map(({ path }) => path as string).toSorted()).toEqual(paths.toSorted())
})
