import { expect, test } from 'vitest'
import * as addresses from '#contract/office/addresses.ts'
import { officePages } from './pages.ts'

test('every office address has a page, and every page an address', () => {
  const paths = Object.values(addresses).flatMap(address => ('path' in address ? address.path : []))
  expect(officePages.map(({ path }) => path as string).toSorted()).toEqual(paths.toSorted())
})
