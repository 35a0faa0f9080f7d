import { expect, test } from 'vitest'
import { orderStatusWord } from '#web/site/shop/shop-words.ts'
import { kindOfOrderPath, orderAddress, statusWord } from './order-words.ts'

test('a booking is outstanding, paid or else cancelled', () => {
  expect((['pending', 'paid', 'cancelled', 'completed'] as const).map(statusWord)).toEqual([
    'Payment outstanding',
    'Paid',
    'Cancelled',
    'Cancelled',
  ])
})

test('a product order goes from being paid for to being signed in and completed', () => {
  expect((['pending', 'paid', 'completed', 'cancelled'] as const).map(orderStatusWord)).toEqual([
    'To be paid',
    'To be signed in',
    'completed',
    'Cancelled',
  ])
})

test('each kind of order has a page of its own', () => {
  const address = (kind: Parameters<typeof orderAddress>[0]) => orderAddress(kind, '261121-A&B')
  expect(address('class')).toBe('/home/userInfo/orderStatus?order_sn=261121-A%26B')
  expect(address('event')).toBe('/home/userInfo/eventOrderDetail?order_sn=261121-A%26B')
  expect(address('parentSession')).toBe('/home/userInfo/parentsOrderDetail?order_sn=261121-A%26B')
  expect(address('product')).toBe('/home/userInfo/orderDetail?order_sn=261121-A%26B')
})

test('an order page knows its kind by its address, whatever its letters', () => {
  expect(kindOfOrderPath('/home/userInfo/orderStatus')).toBe('class')
  expect(kindOfOrderPath('/home/userinfo/EVENTOrderDetail/')).toBe('event')
  expect(kindOfOrderPath('/home/userInfo/parentsOrderDetail')).toBe('parentSession')
  expect(() => kindOfOrderPath('/home/userInfo/orderDetail')).toThrow("shows no kind's orders")
})
