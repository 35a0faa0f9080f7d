import { expect, test } from 'vitest'
import { listedForms } from './listed-forms.ts'

test('a single use of an item that is switched off is described in the singular', () => {
  const { packs, categories, products } = listedForms
  expect([packs, categories, products].map(({ inUse }) => inUse?.(1))).toEqual([
    '1 was sold. Its credits stay; it is just no longer sold',
    '1 product is in it. It is not shown in the shop then',
    'It lies in 1 basket. It can no longer be bought then',
  ])
  expect(products.inUse?.(2)).toMatch(/^It lies in 2 baskets\./)
})
