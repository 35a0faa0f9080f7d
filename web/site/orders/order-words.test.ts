import { expect, test } from 'vitest'
import { orderStatusWord } from '#web/site/shop/product-order-words.ts'
import { kindOfOrderPath, statusWord } from './order-words.ts'

// Proves CONST-14, ODC-06 to ODC-08, ORD-36.
test('a booking is outstanding, paid or else cancelled', () => {
  expect((['pending', 'paid', 'cancelled', 'completed'] as const).map(statusWord)).toEqual([
    'Payment outstanding',
    'Paid',
    'Cancelled',
    'Cancelled',
  ])
})

// Proves CONST-15.
test('a product order is first to be paid, then to be received and completed', () => {
  expect((['pending', 'paid', 'completed', 'cancelled'] as const).map(orderStatusWord)).toEqual([
    'To be paid',
    'To be signed in',
    'completed',
    'Cancelled',
  ])
})

test('an order page recognises its kind by its address, in any case', () => {
  expect(kindOfOrderPath('/home/userInfo/orderStatus')).toBe('class')
  expect(kindOfOrderPath('/home/userinfo/EVENTOrderDetail/')).toBe('event')
  expect(kindOfOrderPath('/home/userInfo/parentsOrderDetail')).toBe('parentSession')
  expect(() => kindOfOrderPath('/home/userInfo/orderDetail')).toThrow("shows no kind's orders")
})
