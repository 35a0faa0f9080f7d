import { expect, test } from 'vitest'
import { cheapestPack, costOfCredit, creditsWarning, type PackOnSale } from './credit-worth.ts'

const pack = (credits: number, pricePence: number): PackOnSale => ({
  name: `${credits} classes`,
  credits,
  pricePence,
})
const ten = pack(10, 7500)

test('a credit is worth its price in the cheapest pack', () => {
  expect(cheapestPack([pack(5, 4000), ten, pack(1, 900)])).toBe(ten)
  expect(cheapestPack([pack(3, 2000), pack(6, 4001)])).toEqual(pack(3, 2000))
  expect(cheapestPack([])).toBeUndefined()
  expect(cheapestPack([pack(2, 0)])).toBeUndefined()
  expect(cheapestPack([pack(2, 0), ten])).toBe(ten)
  expect(costOfCredit(ten)).toBe('1 credit costs £7.50 in 10 classes')
  expect(costOfCredit(pack(3, 2000))).toBe('1 credit costs £6.67 in 3 classes')
})

test("a price that differs by more than a third from its credits' worth gets a warning", () => {
  const isWarned = (pricePence: number, credits: number, of: PackOnSale | undefined = ten) =>
    creditsWarning({ pricePence, credits }, of) !== undefined
  expect([1000, 500, 750].map(price => isWarned(price, 1))).toEqual([false, false, false])
  expect([1001, 499, 7500].map(price => isWarned(price, 1))).toEqual([true, true, true])
  expect([2000, 2001, 1000, 999].map(price => isWarned(price, 2))).toEqual([false, true, false, true])
  // A credit of £6.66 and two thirds: a third more is £8.88 and eight ninths.
  expect([888, 889].map(price => isWarned(price, 1, pack(3, 2000)))).toEqual([false, true])
  expect(isWarned(7500, 0)).toBe(false)
  expect(isWarned(0, 1)).toBe(false)
  expect(creditsWarning({ pricePence: 7500, credits: 1 }, undefined)).toBeUndefined()
})

test('the warning says what the credits cost and how many would match', () => {
  expect(creditsWarning({ pricePence: 7500, credits: 1 }, ten)).toBe(
    'The price is £75.00, and 1 credit costs £7.50 in 10 classes. 10 credits would be £75.00',
  )
  expect(creditsWarning({ pricePence: 1000, credits: 4 }, ten)).toBe(
    'The price is £10.00, and 4 credits cost £30.00 in 10 classes. 1 credit would be £7.50',
  )
  expect(creditsWarning({ pricePence: 40_000, credits: 1 }, ten)).toBe(
    'The price is £400.00, and 1 credit costs £7.50 in 10 classes',
  )
  expect(creditsWarning({ pricePence: 400, credits: 1 }, ten)).toBe(
    'The price is £4.00, and 1 credit costs £7.50 in 10 classes',
  )
})
