import { expect, test } from 'vitest'
import { stockWords } from '#domain/stock.ts'
import { orderStatusWord } from './product-order-words.ts'

// Proves ODG-04 to ODG-07.
test.each([
  ['pending', 'To be paid'],
  ['paid', 'To be signed in'],
  ['completed', 'completed'],
  ['cancelled', 'Cancelled'],
] as const)('a product order that is %s reads “%s”', (status, word) => {
  expect(orderStatusWord(status)).toBe(word)
})

test.each([
  [0, 'Out of stock'],
  [1, 'Only 1 left'],
  [5, 'Only 5 left'],
  [6, '6 in stock'],
])('a stock of %i reads “%s”', (stock, words) => {
  expect(stockWords(stock)).toBe(words)
})
