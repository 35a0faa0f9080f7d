import { expect, test } from 'vitest'
import * as addresses from './addresses.ts'

test('each kind of order has its own page', () => {
  const addressOf = (kind: addresses.OrderKind) => addresses.orderOf[kind]({ orderNumber: '261121-A&B' })
  expect(addressOf('class')).toBe('/home/userInfo/orderStatus?order_sn=261121-A%26B')
  expect(addressOf('event')).toBe('/home/userInfo/eventOrderDetail?order_sn=261121-A%26B')
  expect(addressOf('parentSession')).toBe('/home/userInfo/parentsOrderDetail?order_sn=261121-A%26B')
  expect(addressOf('product')).toBe('/home/userInfo/orderDetail?order_sn=261121-A%26B')
})

test('an address carries only the given parameters', () => {
  expect(addresses.home()).toBe('/home/home')
  expect(addresses.checkout({ basketLineIds: '4,7', source: 1 })).toBe('/home/pay?cart_id=4,7&type=1')
  expect(addresses.category({ index: 2, page: undefined })).toBe('/home/mall/classfiy?index=2')
})

test('the parameters of an address are read under the names that our code uses', () => {
  const { productId, quantity, source } = addresses.checkout.read(new URLSearchParams('id=3&num=2'))
  expect([productId, quantity, source]).toEqual(['3', '2', ''])
})

test('a path is recognised in any case and with a trailing slash', () => {
  expect(addresses.isPathOf('/HOME/cart/', addresses.home, addresses.basket)).toBe(true)
  expect(addresses.isPathOf('/home/cart/more', addresses.basket)).toBe(false)
})
