import { expect, test } from 'vitest'
import { orderStatusWord } from '#web/site/shop/shop-words.ts'
import { kindOfOrderPath, statusWord } from './order-words.ts'

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

test('an order page knows its kind by its address, whatever its letters', () => {
  expect(kindOfOrderPath('/home/userInfo/orderStatus')).toBe('class')
  expect(kindOfOrderPath('/home/userinfo/EVENTOrderDetail/')).toBe('event')
  expect(kindOfOrderPath('/home/userInfo/parentsOrderDetail')).toBe('parentSession')
  expect(() => kindOfOrderPath('/home/userInfo/orderDetail')).toThrow("shows no kind's orders")
})
