import { expect, test } from 'vitest'
import { orderAddress, statusWord } from './order-words.ts'

test('an order is outstanding, paid, or else cancelled', () => {
  expect(statusWord('pending')).toBe('Payment outstanding')
  expect(statusWord('paid')).toBe('Paid')
  expect(statusWord('cancelled')).toBe('Cancelled')
  expect(statusWord('completed')).toBe('Cancelled')
})

test('each kind of order has a page of its own', () => {
  const address = (kind: Parameters<typeof orderAddress>[0]) => orderAddress(kind, '261121-A&B')
  expect(address('class')).toBe('/home/userInfo/orderStatus?order_sn=261121-A%26B')
  expect(address('event')).toBe('/home/userInfo/eventOrderDetail?order_sn=261121-A%26B')
  expect(address('parentSession')).toBe('/home/userInfo/parentsOrderDetail?order_sn=261121-A%26B')
  expect(address('product')).toBe('/home/userInfo/orderDetail?order_sn=261121-A%26B')
})
