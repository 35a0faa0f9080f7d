import { expect, test } from 'vitest'
import { productOrder } from '#contract/shop.ts'
import { stockWords } from '#domain/stock.ts'
import { orderStatusWord } from './shop-words.ts'

test.each([
  [0, 'To be paid'],
  [1, 'To be signed in'],
  [2, 'completed'],
  [-1, 'Cancelled'],
  [3, 'Cancelled'],
  ['7', 'Cancelled'],
])('a product order of status %j reads “%s”', (order_status, word) => {
  const wire = { order_sn: '261123-0', order_status, createtime: '2026-11-23 09:00:00', goods: [] }
  expect(orderStatusWord(productOrder.decode(wire, '').status)).toBe(word)
})

test.each([
  [0, 'Out of stock'],
  [1, 'Only 1 left'],
  [5, 'Only 5 left'],
  [6, '6 in stock'],
])('a stock of %i is told as “%s”', (stock, words) => {
  expect(stockWords(stock)).toBe(words)
})
