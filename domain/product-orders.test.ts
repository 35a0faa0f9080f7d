import { expect, test } from 'vitest'
import { postageWords } from './postage.ts'
import { planPurchase, requireDelivery, requireQuantity } from './product-orders.ts'
import { sentences } from './sentences.ts'

const kite = { productId: 1, shelfId: 1, name: 'Kite', image: '', pricePence: 899, stock: 3, quantity: 2 }
const drum = { productId: 2, shelfId: 2, name: 'Drum', image: '', pricePence: 0, stock: 1, quantity: 1 }
const free = { pricePence: 0, freeFromPence: null, deliveryTime: '', offersCollect: false }

test('each line costs its price times its quantity, and the total is their sum', () => {
  const { lines, totalPence } = planPurchase([kite, drum], free)
  expect(lines.map(line => line.linePence)).toEqual([1798, 0])
  expect(totalPence).toBe(1798)
})

test('postage is added once, and is free above a set price of the products', () => {
  const postage = { ...free, pricePence: 350, freeFromPence: 2000 }
  expect(planPurchase([kite, drum], postage)).toMatchObject({ postagePence: 350, totalPence: 2148 })
  expect(planPurchase([{ ...kite, pricePence: 1000 }], postage)).toMatchObject({
    postagePence: 0,
    totalPence: 2000,
  })
  expect(planPurchase([drum], { ...postage, freeFromPence: null })).toMatchObject({ totalPence: 350 })
})

test('what is collected at a class costs no postage and needs no address', () => {
  const postage = { ...free, pricePence: 350 }
  expect(planPurchase([kite], postage, { collects: true })).toMatchObject({
    postagePence: 0,
    totalPence: 1798,
  })
  const given = { fullName: 'Ann', address: '', postcode: '', mobile: '07700 900201' }
  expect(() => requireDelivery({ ...given, collects: true })).not.toThrow()
  expect(() => requireDelivery(given)).toThrow('Address is Required')
  expect(() => requireDelivery({ ...given, fullName: '', collects: true })).toThrow('Full name is Required')
})

test('the shop says what postage costs and how long it takes, as far as the business says so', () => {
  expect(postageWords(free)).toBe('')
  expect(
    postageWords({ ...free, pricePence: 350, freeFromPence: 4000, deliveryTime: '3 to 5 working days.' }),
  ).toBe('Postage £3.50, free from £40.00. Delivery takes 3 to 5 working days.')
  expect(postageWords({ ...free, deliveryTime: 'about a week' })).toBe('Delivery takes about a week.')
})

// Proves CONST-18.
test('the whole stock can be bought, but not one more', () => {
  expect(planPurchase([{ ...kite, quantity: 3 }], free).totalPence).toBe(2697)
  expect(() => planPurchase([drum, { ...kite, quantity: 4 }], free)).toThrow(sentences.notEnoughStock)
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
