import { expect, test } from 'vitest'
import { planPurchase, requireDelivery, requireQuantity } from './product-orders.ts'
import { sentences } from './sentences.ts'

const kite = { productId: 1, name: 'Kite', image: '', pricePence: 899, stock: 3, quantity: 2 }
const drum = { productId: 2, name: 'Drum', image: '', pricePence: 0, stock: 1, quantity: 1 }

test('each line costs its price times its quantity, and the total is their sum', () => {
  const { lines, totalPence } = planPurchase([kite, drum])
  expect(lines.map(line => line.linePence)).toEqual([1798, 0])
  expect(totalPence).toBe(1798)
})

// Proves CONST-18.
test('the whole stock can be bought, but not one more', () => {
  expect(planPurchase([{ ...kite, quantity: 3 }]).totalPence).toBe(2697)
  expect(() => planPurchase([drum, { ...kite, quantity: 4 }])).toThrow(sentences.notEnoughStock)
})

// Proves CONST-18.
test('a quantity is at least one', () => {
  expect(() => requireQuantity(1)).not.toThrow()
  expect(() => requireQuantity(0)).toThrow(sentences.atLeastOne)
  expect(() => requireQuantity(10_000)).toThrow(sentences.notEnoughStock)
})

test('missing delivery details are reported one at a time, in order', () => {
  const given = { fullName: '', address: '', postcode: '', mobile: '' }
  const told: string[] = []
  for (const field of ['fullName', 'address', 'postcode', 'mobile'] as const) {
    try {
      requireDelivery(given)
    } catch (error) {
      told.push((error as Error).message)
    }
    given[field] = 'something'
  }
  expect(told).toEqual([
    'Full name is Required',
    'Address is Required',
    'Postal code is Required',
    'Mobile is Required',
  ])
  expect(() => requireDelivery(given)).toThrow('Please enter a valid phone number')
  expect(() => requireDelivery({ ...given, mobile: '+44 7700 900201' })).not.toThrow()
})
